import { z } from 'zod'
import { badRequest, notFound } from '../../api/contract/errors.ts'
import * as fields from '../../api/contract/fields.ts'
import {
  groupFieldsOf,
  grouping,
  groupFields,
  groupingOf,
  period,
  periodFields,
  STATS,
  type Grouping
} from '../../api/contract/grouping.ts'
import { windowOf, type Pair } from '../../api/contract/parameters.ts'
import { FILE_COST, unitsOfFile } from '../../api/contract/prices.ts'
import { readCursor, seriesQuery, writeCursor } from './series-fields.ts'
import { doubtNotes } from '../../api/rates/bank-query.ts'
import type { CurrencyNote } from '../../api/sources/currencies-query.ts'
import { DISCLAIMER } from '../../api/contract/texts.ts'
import type { Answer, FieldsAnswer } from '../../api/formats/answer.ts'
import { FORMATS, type RequestedFormat } from '../../api/formats/index.ts'
import { ALL } from '../../api/server/cache.ts'
import { REVALIDATE } from '../../api/server/cache-control.ts'
import { answerFile } from '../../api/rates/history-file.ts'
import { route, type Context } from '../../api/server/route.ts'
import { Rows } from '../../api/formats/rows.ts'
import {
  asColumns,
  assertRestatable,
  columnOf,
  extentOfSeries,
  findSeriesPage,
  listSeries,
  readSeries,
  type Layout,
  type SeriesContent,
  type SeriesLookup
} from './series-query.ts'

const MAX_ROWS = 5000
const MAX_SERIES = 200
const PATH = '/api/v1/official/series'

export interface SeriesRequest extends RequestedFormat {
  banks?: string[]
  pairs: Pair[]
  from?: string
  to?: string
  shape: 'long' | 'wide'
  spread: 'true' | 'false'
  type?: string
  as_of?: string
  convert?: 'successor'
  fill?: 'previous'
  cursor?: string
  group?: Grouping['unit']
  stat?: Grouping['stat']
  round?: string
}

const common = {
  from: fields.day('The first requested date.'),
  to: fields.day('The last requested date.'),
  ...z.object(groupFields).partial().shape,
  count: fields.count,
  truncated: fields.truncated,
  next_cursor: z
    .string()
    .nullable()
    .meta({
      description: 'The cursor of the next page; null if there is none.',
      examples: ['ecb.EUR.USD.2026-03-17']
    })
}
const notes = fields.notes.optional()
const date = {
  date: fields.day('The day, with fill=previous.').optional(),
  rate_date: fields.rateDate.optional(),
  period: period.optional()
}
const columns = z
  .array(
    z.strictObject({
      column: z
        .string()
        .meta({ description: 'The name of the series in the rows.', examples: ['ecb_EUR_USD_reference'] }),
      bank: fields.bank,
      base: fields.base,
      quote: fields.quote,
      type: fields.type,
      derived: fields.derived,
      count: fields.count,
      first_date: fields.day('The first date with a rate.'),
      last_date: fields.day('The last date with a rate.')
    })
  )
  .meta({ description: 'The series, in the order of the columns.' })
const long = z.strictObject({
  bank: fields.bank,
  ...date,
  base: fields.base,
  quote: fields.quote,
  type: fields.type,
  value: fields.value,
  derived: fields.derived,
  method: z
    .enum([...fields.method.options, ...STATS])
    .meta({ description: fields.method.description, examples: ['published'] }),
  ...z.object(periodFields).omit({ derived: true, method: true }).partial().shape,
  ratio: fields.ratio.optional(),
  filled: fields.filled.optional(),
  printed: fields.beside.printed,
  note: fields.beside.note
})
// Fields besides those of the columns have no type in TypeScript.
const wide = z.record(z.string(), z.union([z.number(), z.string(), z.null()])).meta({
  description:
    'A date, as rate_date, period or, with fill=previous, date, and its rates by the names of the columns; ' +
    'null where a series has none. With group, `partial` names the figures of a part of the period, with the number ' +
    'of their dates and the first and the last of them.'
})
const spread = z.strictObject({
  ...date,
  base: fields.base,
  quote: fields.quote,
  banks_in_stats: fields.count,
  min: fields.rate,
  max: fields.rate,
  median: fields.rate,
  spread: z
    .number()
    .nonnegative()
    .meta({ description: 'The highest rate minus the lowest.', examples: [0.0012] }),
  spread_percent: z
    .number()
    .nonnegative()
    .meta({ description: 'The same in percent of the median, with six decimals.', examples: [0.11] }),
  partial: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'With group: the sources whose figure is of a part of the period, with the number of its dates and the first ' +
        'and the last of them; null if there is none.',
      examples: ['rba: 199 days, 2025-03-18 to 2025-12-31']
    })
})

export const series = route({
  path: PATH,
  summary:
    'Get many series at once: any pairs at any sources, as rows, as columns, or as the spread of the sources ' +
    'on each date',
  access: 'paid',
  query: { ...seriesQuery, ...grouping },
  examples: [
    {
      summary: 'Two pairs at three sources',
      request: { banks: 'ecb,cnb,nbp', pairs: 'EUR/USD,GBP/USD', from: '2026-03-02', to: '2026-03-18' }
    },
    {
      summary: 'A column for each series',
      request: { banks: 'ecb,cnb,nbp', pairs: 'EUR/USD', from: '2026-03-02', to: '2026-03-18', shape: 'wide' }
    },
    {
      summary: 'The spread of the sources',
      request: { pairs: 'EUR/USD', from: '2026-03-02', to: '2026-03-18', spread: 'true' }
    }
  ],
  units: ({ pairs, format }) => (format === 'json' ? pairs.length : 1),
  cost: `a unit for each pair in a page of JSON, and for a file ${FILE_COST} of each source`,
  formats: FORMATS,
  response: z.union([
    z.strictObject({ ...common, rates: z.array(long), notes, disclaimer: fields.disclaimer }),
    z.strictObject({ ...common, series: columns, rates: z.array(wide), notes, disclaimer: fields.disclaimer }),
    z.strictObject({ ...common, spreads: z.array(spread), notes, disclaimer: fields.disclaimer })
  ]),
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: ({ format }) => (format === 'json' ? ALL : undefined) },
  run: async (request, context) => {
    const lookup = await lookupOf(request, context)
    return request.format === 'json' ? page(request, lookup, context) : file(request, lookup, context)
  }
})

/** The content and cost of a file. Throws 400 or 404 as the request itself does. */
export async function measureFile(
  request: SeriesRequest,
  context: Pick<Context, 'database' | 'today'>
): Promise<{ series: number; rows: number; units: number }> {
  const lookup = await lookupOf(request, context)
  const { series, count, ...content } = await extentOfSeries(context.database, lookup)
  if (count === 0) throw nothing(lookup)
  return { series: series.length, rows: count, units: unitsOfFile(content) }
}

async function lookupOf(
  request: SeriesRequest,
  { database, today }: Pick<Context, 'database' | 'today'>
): Promise<SeriesLookup> {
  const { from, to } = windowOf(request, today)
  const grouping = groupingOf(request)
  if (request.fill && (request.convert || grouping || layoutOf(request) !== 'long')) {
    throw badRequest(
      'fill',
      'expected neither convert, group nor spread, and not shape=wide, whose cells cannot name the table of a rate'
    )
  }
  if (request.convert) assertRestatable(request.pairs, grouping)
  const lookup = {
    series: await listSeries(database, request.pairs, request.banks),
    from,
    to,
    type: request.type,
    asOf: request.as_of,
    grouping,
    isRestated: request.convert !== undefined,
    filledUntil: request.fill && today
  }
  assertCountable(request, lookup)
  return lookup
}

/** Throws 400 for more series than can be counted before an answer begins. Rows of JSON need no count. */
function assertCountable(request: SeriesRequest, { series }: SeriesLookup): void {
  if (series.length <= MAX_SERIES || (request.format === 'json' && layoutOf(request) === 'long')) return
  throw badRequest(
    'pairs',
    `expected at most ${MAX_SERIES} series, and these are ${series.length} (each pair at each source that has it); name fewer pairs or sources`
  )
}

function layoutOf({ shape, spread }: SeriesRequest): Layout {
  return spread === 'true' ? 'spread' : shape
}

async function page(request: SeriesRequest, lookup: SeriesLookup, { database, origin }: Context): Promise<Answer> {
  const layout = layoutOf(request)
  const cursor = request.cursor === undefined ? undefined : readCursor(request.cursor, layout === 'long')
  const { rows, next } = await findSeriesPage(database, layout, lookup, { cursor, limit: MAX_ROWS })
  if (rows.length === 0) throw nothing(lookup)
  const content = layout === 'wide' ? await extentOfSeries(database, lookup) : undefined
  const shown = content ? await pivot(rows, content) : rows
  const answer = answerOf(layout, lookup, {
    rows: shown,
    count: shown.length,
    next: next && writeCursor(next),
    content,
    notes: await notesOn(lookup, database)
  })
  return { ...answer, headers: next && { Link: `<${addressOf(origin, request, writeCursor(next))}>; rel="next"` } }
}

/** The doubts of the rates of the series as known now. */
async function notesOn(
  { series, from, to, asOf }: SeriesLookup,
  database: Context['database']
): Promise<CurrencyNote[] | undefined> {
  return asOf === undefined
    ? doubtNotes(database, ...series.map(({ bank, base, quote }) => ({ bank, codes: [base, quote], from, to })))
    : undefined
}

async function pivot({ columns, cells }: Rows, { series }: SeriesContent): Promise<Rows> {
  async function* once() {
    yield { cells }
  }
  const wide = asColumns({ columns, batches: once() }, series)
  const all: unknown[][] = []
  for await (const batch of wide.batches) all.push(...batch.cells)
  return new Rows(wide.columns, all)
}

async function file(request: SeriesRequest, lookup: SeriesLookup, { database }: Context): Promise<Answer> {
  const layout = layoutOf(request)
  const content = await extentOfSeries(database, lookup)
  if (content.count === 0) throw nothing(lookup)
  const rows = readSeries(database, layout, lookup, content)
  return answerFile(
    answerOf(layout, lookup, { rows: undefined, content }),
    { ...content, ...rows, isRepeated: false },
    request
  )
}

interface SeriesAnswer {
  rows: Rows | undefined
  count?: number
  next?: string
  content?: SeriesContent
  notes?: CurrencyNote[]
}

function answerOf(
  layout: Layout,
  { from, to, grouping }: SeriesLookup,
  { rows, count, next, content, notes }: SeriesAnswer
): FieldsAnswer {
  const list = layout === 'spread' ? 'spreads' : 'rates'
  return {
    fields: {
      from,
      to,
      ...(grouping && groupFieldsOf(grouping)),
      count,
      truncated: next !== undefined,
      next_cursor: next ?? null,
      series: layout === 'wide' ? content!.series.map((it) => ({ column: columnOf(it), ...it })) : undefined,
      [list]: rows,
      notes,
      disclaimer: DISCLAIMER
    },
    rows: { list, beside: [] },
    fileName: `${layout === 'spread' ? 'spreads' : 'series'}-${from}-${to}`
  }
}

function nothing({ from, to, type }: SeriesLookup) {
  return notFound(
    `none of these sources has a rate of these pairs${type === undefined ? '' : ` of type ${type}`} from ${from} to ${to}`
  )
}

function addressOf(
  origin: string,
  { banks, pairs, cursor: _before, format: _json, shape, spread, ...query }: SeriesRequest,
  cursor: string
): string {
  const all = {
    banks: banks?.join(),
    pairs: pairs.map(({ source, target }) => `${source}/${target}`).join(),
    shape: shape === 'long' ? undefined : shape,
    spread: spread === 'false' ? undefined : spread,
    ...query,
    cursor
  }
  const given = Object.entries(all).filter(([, value]) => value !== undefined) as Array<[string, string]>
  return `${origin}${PATH}?${new URLSearchParams(given)}`
}
