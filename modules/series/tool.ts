import { z } from 'zod'
import { daysBefore } from '../../api/contract/dates.ts'
import { badRequest, notFound } from '../../api/contract/errors.ts'
import * as common from '../../api/contract/fields.ts'
import { grouping, groupingOf, periodFields, STATS } from '../../api/contract/grouping.ts'
import * as parameters from '../../api/contract/parameters.ts'
import { readCursor, seriesQuery, writeCursor } from './series-fields.ts'
import { findSeriesPage, listSeries } from './series-query.ts'
import { decimals, listing, partLine, rateLine, tool } from '../tool.ts'

const MAX_DAYS = 366
const MAX_ROWS = 1000

const rate = z.strictObject({
  bank: common.bank,
  date: common.rateDate,
  base: common.base,
  quote: common.quote,
  type: common.type,
  value: decimals.value,
  derived: common.derived,
  method: z.enum([...common.method.options, ...STATS]).meta({ description: common.method.description }),
  ...z.object(periodFields).omit({ derived: true, method: true }).partial().shape
})

type Rate = z.output<typeof rate>

export const series = tool({
  name: 'series',
  title: 'Series of several pairs at several sources',
  description: `Returns the rates of several pairs at several sources over time, series by series, each from the tables of one source. Without banks at every source that has a pair. With group it returns one derived figure for each period. A call covers at most ${MAX_DAYS} days and returns at most ${MAX_ROWS} rows; if truncated is true, call again with cursor set to next_cursor.`,
  access: () => 'paid',
  units: ({ pairs }) => pairs.length,
  input: {
    banks: seriesQuery.banks,
    pairs: seriesQuery.pairs,
    from: parameters.from.optional(),
    to: parameters.to.optional(),
    type: parameters.type.optional(),
    ...grouping,
    cursor: seriesQuery.cursor
  },
  output: {
    from: common.day('The first requested date.'),
    to: common.day('The last requested date.'),
    count: common.count,
    truncated: z.boolean().meta({ description: 'True if there are more rows than this answer contains.' }),
    next_cursor: z.string().nullable().meta({ description: 'The cursor to continue with; null if nothing is left.' }),
    rates: z.array(rate)
  },
  run: async ({ banks, pairs, type, cursor, group, stat, round, ...range }, { database, today }) => {
    const { from, to } = parameters.windowOf(
      { from: range.from ?? daysBefore(range.to ?? today(), MAX_DAYS - 1), to: range.to },
      today()
    )
    if (from < daysBefore(to, MAX_DAYS - 1)) {
      throw badRequest('from', `expected at most ${MAX_DAYS} days, both ends included`)
    }
    const lookup = {
      series: await listSeries(database, pairs, banks),
      from,
      to,
      type,
      grouping: groupingOf({ group, stat, round })
    }
    const { rows, next } = await findSeriesPage(database, 'long', lookup, {
      cursor: cursor === undefined ? undefined : readCursor(cursor, true),
      limit: MAX_ROWS
    })
    if (rows.length === 0) {
      throw notFound(
        `none of these sources has a rate of these pairs from ${from} to ${to}: compare_banks lists the sources that have a pair`
      )
    }
    const rates = rows.rename({ rate_date: 'date', period: 'date' }).objects<Rate>()
    return {
      fields: {
        from,
        to,
        count: rates.length,
        truncated: next !== undefined,
        next_cursor: next ? writeCursor(next) : null,
        rates
      },
      text: listing(
        `${rates.length} rates from ${from} to ${to}${next ? '; more follow' : ''}:`,
        rates.map((it) => `${it.bank}, ${it.date}: ${rateLine(it)}${it.derived ? ', calculated' : ''}${partLine(it)}`)
      )
    }
  }
})
