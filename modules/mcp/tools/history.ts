import { z } from 'zod'
import { daysBefore } from '../../../api/contract/dates.ts'
import { badRequest, notFound } from '../../../api/contract/errors.ts'
import * as common from '../../../api/contract/fields.ts'
import { grouping, groupingOf, periodFields, STATS } from '../../../api/contract/grouping.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { absoluteUrl } from '../../../api/rates/bank-query.ts'
import { availableDates } from '../../../api/rates/calls.ts'
import { findHistory } from '../../../api/rates/history-query.ts'
import { declared } from '../kit/declared.ts'
import * as fields from '../kit/fields.ts'
import { namingList } from '../kit/lookups.ts'
import { bank, type, window } from '../kit/parameters.ts'
import { listing, partLine, rateLine, tool } from '../../tool.ts'

const MAX_DAYS = 366
const MAX_ROWS = 1000
const SAMPLE = 30 // without a key, the number of days and of rows

const dated = z.strictObject({
  date: common.rateDate,
  base: common.base,
  quote: common.quote,
  type: common.type,
  value: fields.value,
  derived: common.derived,
  method: z.enum([...common.method.options, ...STATS]).meta({ description: common.method.description }),
  ...fields.beside,
  days: periodFields.days.optional(),
  first_date: periodFields.first_date.optional(),
  last_date: periodFields.last_date.optional(),
  partial: periodFields.partial.optional()
})

type Dated = z.output<typeof dated>

/** A row from the history of a pair, or of a currency, whose rates are all published. */
type Row = Omit<Dated, 'date' | 'derived' | 'method'> & Partial<Dated> & { rate_date?: string; period?: string }

export const history = tool({
  name: 'history',
  title: 'History of a pair or a currency at a source',
  description: `Returns the rates of a pair (source and target), or every published rate of a currency (symbol), at one source over time, in ascending order. A call returns at most ${MAX_DAYS} days and ${MAX_ROWS} rows; if truncated is true, call again with from set to next_from. With group it returns one derived figure for each period, named by its first day. The default window is the year up to today; without a key it is the last ${SAMPLE} days, of at most ${SAMPLE} rows, and the other parameters of time need a key.`,
  access: ({ from, to, group, stat, round }) =>
    [from, to, group, stat, round].every((it) => it === undefined) ? 'keyless' : 'paid',
  input: {
    bank,
    source: parameters.source.optional(),
    target: parameters.target.optional(),
    symbol: parameters.symbol.optional(),
    ...window,
    type,
    ...grouping
  },
  output: {
    ...fields.bank,
    from: common.day('The first requested date.'),
    to: common.day('The last requested date.'),
    count: common.count,
    truncated: z.boolean().meta({ description: 'True if there are more rows than this answer contains.' }),
    next_from: z.iso.date().nullable().meta({ description: 'The date to continue from; null if nothing is left.' }),
    rates: z.array(dated),
    source_url: fields.attribution
  },
  run: async ({ bank, type, symbol, from, to, group, stat, round, ...input }, context) => {
    const pair = parameters.pairOf(input)
    if ((pair === undefined) === (symbol === undefined)) {
      throw badRequest('symbol', 'expected either symbol, or source and target')
    }
    const needed = context.refusalFor?.('paid')
    const [days, limit] = needed ? [SAMPLE, SAMPLE] : [MAX_DAYS, MAX_ROWS]
    const window = boundedWindow({ from, to }, context.today(), days)
    const periods = groupingOf({ group, stat, round })
    const lookup = { bank, of: pair ?? { symbol: symbol! }, ...window, type, grouping: periods, limit }
    const { bank: source, rows, next } = await namingList(findHistory(context.database, lookup))
    const what = pair ? `from ${pair.source} to ${pair.target}` : `of ${symbol}`
    const sample = needed ? `. These are only the last ${SAMPLE} days; for more, ${needed.message}` : ''
    if (rows.length === 0) {
      throw notFound(
        `${bank} has no rate ${what} from ${window.from} to ${window.to}: availability lists its dates, latest_table its currencies${sample}`
      )
    }
    const rates = rows.objects<Row>().map(datedOf)
    const more = `${next === undefined ? '' : `; more from ${next}`}${sample}`
    return {
      fields: {
        bank,
        name: source.name,
        ...window,
        count: rates.length,
        truncated: next !== undefined,
        next_from: next ?? null,
        rates,
        source_url: absoluteUrl(source.source_url, context.origin)
      },
      text: listing(
        `${source.name}, ${window.from} to ${window.to}, ${rates.length} rates${more}:`,
        rates.map((it) => `${it.date}: ${rateLine(it)}${it.derived ? ', calculated' : ''}${partLine(it)}`)
      )
    }
  }
})

function datedOf({
  rate_date: rateDate,
  period,
  date = rateDate ?? period!,
  base,
  quote,
  type,
  value,
  derived = false,
  method = 'published',
  valid_from,
  valid_to,
  printed,
  note,
  days,
  first_date,
  last_date,
  partial
}: Row): Dated {
  return {
    date,
    base,
    quote,
    type,
    value,
    derived,
    method,
    valid_from,
    valid_to,
    printed,
    note,
    days,
    first_date,
    last_date,
    partial
  }
}

/** The window of a history. Without `from` it is as long as allowed. */
function boundedWindow(
  range: { from?: string; to?: string },
  today: string,
  days: number
): { from: string; to: string } {
  const window = parameters.windowOf(range, today)
  const earliest = daysBefore(window.to, days - 1)
  if (range.from === undefined || window.from >= earliest) {
    return { ...window, from: window.from < earliest ? earliest : window.from }
  }
  throw badRequest(
    'from',
    `expected at most ${days} days, both ends included: ${earliest} or later for a window up to ${window.to}`
  )
}

export const availability = declared({
  name: 'availability',
  title: 'Dates on which a source has a table',
  description: `Lists the dates in a window on which a source has a table, in ascending order, at most the newest ${MAX_ROWS}. The default window is the year up to today. A missing date means that the source published no table for it, or that the table has not been ingested.`,
  access: () => 'key',
  input: { bank, ...window },
  output: {
    ...fields.bank,
    from: common.day('The first requested date.'),
    to: common.day('The last requested date.'),
    latest_date: z.iso.date().nullable().meta({ description: 'The date of the newest table of the source.' }),
    count: common.count,
    truncated: z.boolean(),
    dates: z.array(z.iso.date())
  },
  call: availableDates,
  values: (input, { today }) => ({ ...parameters.windowOf(input, today()), most: MAX_ROWS }),
  computed: {
    truncated: ({ head }) => head.next_date !== undefined,
    dates: ({ list }) => list.list('rate_date')
  },
  text: ({ name, from, to, latest_date: newest, dates }) =>
    listing(`${name}, ${dates.length} tables from ${from} to ${to}; newest table: ${newest ?? 'none yet'}`, dates)
})
