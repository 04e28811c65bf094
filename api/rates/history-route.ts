import { z } from 'zod'
import { currentCode } from '../../adapters/kit/currencies.ts'
import { badRequest, notFound, type HttpError } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import {
  groupFields,
  groupFieldsOf,
  grouping,
  groupingOf,
  period,
  periodFields,
  type Grouping
} from '../contract/grouping.ts'
import * as parameters from '../contract/parameters.ts'
import { FILE_COST, priceNotAccepted, unitsOfFile } from '../contract/prices.ts'
import { NOTE_SEMANTICS } from '../contract/texts.ts'
import type { Answer, FieldsAnswer } from '../formats/answer.ts'
import { FORMATS, type RequestedFormat } from '../formats/index.ts'
import { Rows } from '../formats/rows.ts'
import { PRICE_FORMATS, type PriceFormat } from '../formats/price-directives.ts'
import { REVALIDATE } from '../server/cache-control.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { route, type Context } from '../server/route.ts'
import { currencyNotes, type CurrencyNote } from '../sources/currencies-query.ts'
import { assertIngested, assertSource, disclaimerOf, doubtNotes, type Bank } from './bank-query.ts'
import { answerFile, assertRowsFit } from './history-file.ts'
import { extentOfHistory, findHistory, readHistory, type HistoryLookup } from './history-query.ts'
import { availableDates, bankPair, readBank } from './calls.ts'
import { missingRate, pairNotCovered } from './missing.ts'

const MAX_ROWS = 5000
const MAX_DATES = 3700

const { bank, source, target, symbol, type, from, to, year, asOf, skip } = parameters
const disclaimer = fields.disclaimer
const notes = fields.notes.optional()

interface HistoryRequest extends RequestedFormat {
  bank: string
  symbol?: string
  source?: string
  target?: string
  from?: string
  to?: string
  type?: string
  as_of?: string
  skip?: number
  rows?: 'all'
  max_cost?: string
  convert?: 'successor'
  fill?: 'previous'
  group?: Grouping['unit']
  stat?: Grouping['stat']
  round?: string
}

const historyFields = {
  from: fields.day('The first requested date.'),
  to: fields.day('The last requested date.'),
  count: fields.count,
  truncated: fields.truncated
}

export const history = route({
  path: '/api/v1/central-bank/:bank/history',
  summary: `Get the history of a currency or of a pair, in pages of ${MAX_ROWS} rows or as a whole`,
  access: 'paid',
  cost: `a unit for a page, and with rows=all ${FILE_COST}`,
  params: { bank },
  query: {
    symbol: symbol.optional(),
    source: source.optional(),
    target: target.optional(),
    from: from.optional(),
    to: to.optional(),
    type: type.optional(),
    as_of: asOf.optional(),
    skip: skip.optional(),
    rows: parameters.allRows.optional(),
    convert: parameters.convert.optional(),
    fill: parameters.fill.optional(),
    ...grouping
  },
  examples: [
    { summary: 'A currency', request: { symbol: 'USD', from: '2026-03-02', to: '2026-03-18' } },
    { summary: 'One pair', request: { source: 'GBP', target: 'JPY', from: '2026-03-02', to: '2026-03-18' } },
    {
      summary: 'Monthly averages',
      request: { source: 'EUR', target: 'USD', from: '2026-02-17', to: '2026-03-18', group: 'month', round: '4' }
    }
  ],
  formats: [...FORMATS, ...PRICE_FORMATS],
  response: z.union([
    z.strictObject({
      bank: fields.bank,
      name: fields.name,
      symbol: fields.symbol,
      ...historyFields,
      rates: z.array(
        z.strictObject({
          date: fields.day('The day, with fill=previous.').optional(),
          rate_date: fields.rateDate,
          ...fields.printed.shape,
          filled: fields.filled.optional()
        })
      ),
      notes,
      disclaimer
    }),
    z.strictObject({
      bank: fields.bank,
      name: fields.name,
      source: fields.source,
      target: fields.target,
      ...historyFields,
      rates: z.array(
        z.strictObject({
          date: fields.rateDate,
          base: fields.source,
          quote: fields.target,
          type: fields.type,
          value: fields.rate,
          rate: fields.rate,
          rate_type: fields.type,
          derived: fields.derived,
          method: fields.method,
          ratio: fields.ratio.optional(),
          rate_date: fields.rateDate.optional(),
          filled: fields.filled.optional(),
          ...fields.beside
        })
      ),
      notes,
      disclaimer
    }),
    z.strictObject({
      bank: fields.bank,
      name: fields.name,
      symbol: fields.symbol.optional(),
      source: fields.source.optional(),
      target: fields.target.optional(),
      ...historyFields,
      ...groupFields,
      rates: z.array(
        z.strictObject({
          period,
          base: fields.base,
          quote: fields.quote,
          type: fields.type,
          value: fields.value,
          ...periodFields
        })
      ),
      notes,
      disclaimer
    })
  ]),
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: ({ bank, rows }) => (rows === undefined ? bank : undefined) },
  run: (request, context) => {
    const lookup = historyLookup(request, context.today)
    return request.rows === 'all' ? wholeHistory(request, lookup, context) : historyPage(request, lookup, context)
  }
})

/** The pair or symbol of a request for a history. Throws 400 for none; with a pair, `symbol` is ignored. */
function historyLookup(request: HistoryRequest, today: string): HistoryLookup {
  const pair = parameters.pairOf(request)
  if (pair === undefined && request.symbol === undefined) {
    throw badRequest('symbol', 'expected either symbol, or source and target')
  }
  if (request.skip !== undefined && request.rows) throw badRequest('skip', "can't be combined with rows=all")
  const grouping = groupingOf(request)
  if (request.convert && (!pair || grouping)) throw badRequest('convert', 'expected source and target, and no group')
  if (request.fill && (request.convert || grouping)) throw badRequest('fill', 'expected neither convert nor group')
  if (request.fill && PRICE_FORMATS.includes(request.format as PriceFormat)) {
    throw badRequest(
      'fill',
      `not accepted: programs that read ${request.format} look up the price before a date themselves`
    )
  }
  const { bank, symbol, type, as_of: asOf, convert } = request
  const filledUntil = request.fill && today
  return {
    bank,
    of: pair ?? { symbol: symbol! },
    ...parameters.windowOf(request, today),
    type,
    asOf,
    grouping,
    isRestated: convert !== undefined,
    filledUntil
  }
}

/** The first rows, with a link to the next page. */
async function historyPage(
  request: HistoryRequest,
  lookup: HistoryLookup,
  { database, origin }: Context
): Promise<Answer> {
  const page = { ...lookup, limit: MAX_ROWS, skip: request.skip ?? 0 }
  const [{ bank, rows, next, given }, notes] = await Promise.all([
    findHistory(database, page),
    notesOn(lookup, database)
  ])
  if (rows.length === 0) throw await noHistory(database, lookup, bank)
  assertRowsFit(rows, request)
  const answer = historyAnswer(lookup, bank, { count: rows.length, truncated: next !== undefined, rates: rows, notes })
  return next === undefined
    ? answer
    : {
        ...answer,
        headers: headersOfPage(addressOf(origin, { ...request, from: next, to: lookup.to, skip: given || undefined }))
      }
}

/** The headers of an answer that does not contain all rows; a file has no other place for this information. */
function headersOfPage(next: string): Record<string, string> {
  return { Link: `<${next}>; rel="next"`, 'X-Truncated': 'true' }
}

/** All rows, with the same fields as in pages. Throws 409 if the request does not accept the cost. */
async function wholeHistory(request: HistoryRequest, lookup: HistoryLookup, { database }: Context): Promise<Answer> {
  const { bank, extent } = await extentOfHistory(database, lookup)
  if (extent.count === 0) throw await noHistory(database, lookup, bank)
  const units = unitsOfFile(extent)
  if (units > Number(request.max_cost ?? 1)) {
    throw priceNotAccepted(units, request.max_cost === undefined ? `${FILE_COST}` : 'more than max_cost')
  }
  const answer = historyAnswer(lookup, bank, { count: extent.count, truncated: false, rates: undefined })
  return answerFile(answer, { ...extent, ...readHistory(database, lookup, extent) }, request)
}

/**
 * The new units of the currencies within a history, which has only the rates of the requested codes, and the doubts of
 * its rates as known now.
 */
async function notesOn(
  { bank, of, from, to, asOf }: HistoryLookup,
  database: Context['database']
): Promise<CurrencyNote[] | undefined> {
  const codes = Object.values(of)
  const [units, doubts = []] = await Promise.all([
    currencyNotes(database, codes, from, to),
    asOf === undefined ? doubtNotes(database, { bank, codes, from, to }) : undefined
  ])
  const found = [...units.filter(({ kind }) => kind === 'redenomination' || kind === 'unit'), ...doubts]
  return found.length > 0 ? found : undefined
}

/** The error for a window without a rate. It names the date of a pair's last rate before the window. */
async function noHistory(
  database: Context['database'],
  { bank: code, of, from, to, type, asOf, isRestated }: HistoryLookup,
  bank: Bank
): Promise<HttpError> {
  assertIngested(bank)
  const when = `from ${from} to ${to}`
  if ('symbol' in of) return notFound(`${bank.code} has no rate of ${of.symbol} ${when}`)
  const [source, target] = [currentCode(of.source), currentCode(of.target)]
  if (isRestated && source === target) {
    return notFound(
      `restated in today's currencies, ${of.source} to ${of.target} is ${source} to ${target}, which is always 1; omit convert=successor for the rates of these codes`,
      'pair_not_covered'
    )
  }
  const values = { bank: code, ...of, wanted: to, type, as_of: asOf, with_crosses: true, today: to }
  const { head } = await readBank(bankPair, database, values)
  return pairNotCovered(bank, of, missingRate(head, when))
}

interface HistoryRows {
  count: number
  truncated: boolean
  rates: unknown
  notes?: CurrencyNote[]
}

function historyAnswer({ of, from, to, grouping }: HistoryLookup, bank: Bank, rows: HistoryRows): FieldsAnswer {
  const name = 'symbol' in of ? of.symbol : `${of.source}-${of.target}`
  return {
    fields: {
      bank: bank.code,
      name: bank.name,
      ...of,
      from,
      to,
      ...(grouping && groupFieldsOf(grouping)),
      ...rows,
      disclaimer: disclaimerOf(bank.code)
    },
    rows: { list: 'rates', beside: ['bank'] },
    fileName: `${bank.code}-history-${name}-${from}-${to}${grouping ? `-${grouping.unit}-${grouping.stat}` : ''}`
  }
}

function addressOf(origin: string, { bank, ...query }: HistoryRequest): string {
  return `${origin}/api/v1/central-bank/${bank}/history?${queryOf({ ...query })}`
}

function queryOf({ format, ...query }: RequestedFormat & Record<string, unknown>): URLSearchParams {
  const given = Object.entries({ ...query, format: format === 'json' ? undefined : format }).filter(
    ([, value]) => value !== undefined
  )
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}

interface AvailabilityRequest extends RequestedFormat {
  bank: string
  year?: string
  from?: string
  to?: string
}

function windowIn({ year, ...window }: AvailabilityRequest, today: string): { from: string; to: string } {
  return year === undefined ? parameters.windowOf(window, today) : { from: `${year}-01-01`, to: `${year}-12-31` }
}

export const availability = endpoint({
  path: '/api/v1/central-bank/:bank/availability',
  summary: `List the dates on which a source has a table, at most the newest ${MAX_DATES}`,
  access: 'key',
  params: { bank },
  query: { year: year.optional(), from: from.optional(), to: to.optional() },
  examples: [{ summary: 'The dates of a year', request: { year: '2026' } }],
  formats: FORMATS,
  failures: [404],
  cacheControl: REVALIDATE,
  cache: { of: (request) => request.bank },
  shapes: [
    shape({
      call: availableDates,
      values: (request: AvailabilityRequest, { today }) => ({ ...windowIn(request, today), most: MAX_DATES }),
      fields: z.strictObject({
        bank: fields.bank,
        name: fields.name,
        ...historyFields,
        dates: z
          .array(z.iso.date())
          .meta({ description: 'The dates, ascending.', examples: [['2026-03-16', '2026-03-17']] }),
        note_semantics: z.string().meta({ description: 'The meaning of a listed date and of a missing one.' })
      }),
      computed: {
        from: (_found, request, { today }) => windowIn(request, today).from,
        to: (_found, request, { today }) => windowIn(request, today).to,
        count: ({ list }) => list.length,
        truncated: ({ head }) => head.next_date !== undefined,
        dates: ({ list: { columns, cells } }) => new Rows(columns, cells, { isFlat: true }),
        note_semantics: () => NOTE_SEMANTICS
      },
      check: (found, request, { database }) => assertSource(database, found?.head, request),
      rest({ head: { bank, next_date: next } }, request, { today, origin }) {
        const { from, to } = windowIn(request, today)
        const { format, bom, delimiter, decimal } = request
        return {
          rows: { list: 'dates', beside: ['bank'] },
          fileName: `${bank}-availability-${from}-${to}`,
          headers:
            next === undefined
              ? undefined
              : headersOfPage(
                  `${origin}/api/v1/central-bank/${bank}/availability?${queryOf({ format, bom, delimiter, decimal, from, to: next })}`
                )
        }
      }
    })
  ]
})
