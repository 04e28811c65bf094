import { HttpError, notFound } from '../../api/contract/errors.ts'
import type { Database } from '../../sql/database.ts'
import { nameOfCurrency, nameOfType, type Catalogue, type Source } from './catalogue.ts'
import type { DataRequest } from './data-request.ts'
import { codeOfSource, codeOfType, ECB, EXR, FREQUENCIES, typeOf, type Flow } from './model.ts'
import { monthsBetween } from './periods.ts'
import type { Allowed } from './references.ts'

/** A series of a flow. */
export interface Series {
  /** The codes of its key, in the order of the dimensions. */
  codes: string[]
  /** The values of its attributes. */
  attributes: Record<string, string>
  source: string
  base: string
  quote: string
  type: string
  unit?: 'month' | 'quarter' | 'year'
  stat?: 'average' | 'end'
  frequency: string
  first: string
  last: string
}

interface Stored {
  source: string
  base: string
  quote: string
  type: string
  first_date: string
  last_date: string
  decimals: number | null
}

/** The most figures of one answer. */
export const MAX_FIGURES = 1_000_000
const DAYS_OF_MONTH = 23
const MAX_DECIMALS = 15

const SERIES =
  'select source, base, quote, type, first_date, last_date, decimals from sdmx_series($1, $2, $3, $4, $5, $6, $7)'

/** The series that a request selects, ordered by key. Throws 404 if there is none. */
export async function findSeries (
  database: Database, flow: Flow, catalogue: Catalogue, request: DataRequest, today: string
): Promise<Series[]> {
  const place = (id: string) => flow.structure.dimensions.findIndex((it) => it.id === id)
  const allowed = (id: string) => allowedAt(request, place(id))
  const sources = flow.source === undefined ? allowed('SOURCE')?.map((it) => it.toLowerCase()) : [flow.source]
  const types = allowed('EXR_TYPE')?.map((code) => typeOf(flow, code))
  // A monthly or longer figure belongs to the whole period, although the window cuts it.
  const stored = await database.read<Stored>(SERIES, [
    sources ?? null, allowed('CURRENCY_DENOM') ?? null, allowed('CURRENCY') ?? null,
    flow === EXR ? ['reference'] : types ?? null,
    request.from, request.to, request.attributes.size > 0
  ])
  const names = new Map(catalogue.sources.map((it) => [it.source, it]))
  const series = FREQUENCIES.flatMap(({ id, unit, timeFormat, variations }) =>
    variations.flatMap(({ suffix, stat }) => stored
      .filter((it) => unit === undefined || isOver(unit, it.first_date, today))
      .map((it): Series => {
        const codes = [
          id, it.quote, it.base, codeOfType(flow, it.type), suffix,
          ...flow.source === undefined ? [codeOfSource(it.source)] : []
        ]
        const attributes = {
          TIME_FORMAT: timeFormat, COLLECTION: suffix, ...attributesOf(flow, it, names.get(it.source)!)
        }
        return {
          codes, attributes, source: it.source, base: it.base, quote: it.quote, type: it.type, unit, stat,
          frequency: id, first: it.first_date, last: it.last_date
        }
      })))
  const found = series.filter(({ codes }) => isSelected(codes, request))
  if (found.length === 0) throw nothing()
  return found
}

export function nothing (): HttpError {
  return notFound('No results found: no series of this flow matches the key and has a figure in these periods')
}

function allowedAt ({ keys }: DataRequest, place: number): string[] | undefined {
  const lists: Allowed[] = keys.map((key) => key[place])
  return lists.length === 0 || lists.includes(undefined) ? undefined : lists.flatMap((it) => [...it!])
}

function isSelected (codes: string[], { keys, accepts }: DataRequest): boolean {
  return (keys.length === 0 ||
    keys.some((key) => key.every((allowed, at) => allowed === undefined || allowed.has(codes[at]!)))) && accepts(
    codes
  )
}

const MONTHS = { month: 1, quarter: 3, year: 12 }

// True if the period of a day is over.
function isOver (unit: keyof typeof MONTHS, day: string, today: string): boolean {
  const placeOf = (it: string) => Math.floor((Number(it.slice(0, 4)) * 12 + Number(it.slice(5, 7)) - 1) / MONTHS[unit])
  return placeOf(day) < placeOf(today)
}

function attributesOf (
  flow: Flow, { source, base, quote, type, decimals }: Stored, { name, source_url: url, kind }: Source
): Record<string, string> {
  const pair = `${nameOfCurrency(quote)}/${nameOfCurrency(base)}`
  const isEcb = flow === EXR
  return {
    DOM_SER_IDS: `${source} ${base} ${quote} ${type}`,
    ...kind === 'composite' && { COMPILATION: 'Calculated by this service from the rates of other publishers' },
    DECIMALS: String(Math.min(decimals ?? 0, MAX_DECIMALS)),
    ...source === 'ecb' && { SOURCE_AGENCY: '4F0' },
    SOURCE_PUB: `${name}: ${url}`.slice(0, 350),
    TITLE: pair.slice(0, 200),
    TITLE_COMPL: isEcb
      ? `${ECB} reference exchange rate, ${pair}`
      : `${name}, ${nameOfType(type).toLowerCase()} rate, ${pair}`,
    UNIT: quote,
    UNIT_MULT: '0'
  }
}

/**
 * The price of the figures of some series: a unit for each series and calendar month, or for each figure of a longer
 * period, between its first and last date in the window.
 */
export function priceOf (series: Series[], request: DataRequest): number {
  return request.hasObservations
    ? series.reduce((sum, it) => sum + Math.min(lengthOf(it, request), most(request)), 0)
    : 1
}

/** The most figures that some series can have in the window. */
export function figuresOf (series: Series[], request: DataRequest): number {
  if (!request.hasObservations) return 0
  return series.reduce(
    (sum, it) => sum + Math.min(lengthOf(it, request) * (it.unit ? 1 : DAYS_OF_MONTH), most(request)), 0
  )
}

function most ({ firstN, lastN }: DataRequest): number {
  return firstN === undefined && lastN === undefined ? Infinity : (firstN ?? 0) + (lastN ?? 0)
}

function lengthOf ({ unit = 'month', first, last }: Series, { from, to }: DataRequest): number {
  const [start, end] = [first > from ? first : from, last < to ? last : to]
  return Math.max(1, Math.ceil(monthsBetween(start, end) / MONTHS[unit]))
}

/** Throws 413 for more figures than an answer may have. */
export function assertServable (series: Series[], request: DataRequest): void {
  const figures = figuresOf(series, request)
  if (figures <= MAX_FIGURES) return
  throw new HttpError(
    'answer_too_large',
    `these ${series.length} series have up to ${figures} figures, for ${priceOf(series, request)} units, and an answer has at most ${MAX_FIGURES}: name codes in the key, set startPeriod or c[TIME_PERIOD], or lastNObservations; detail=serieskeysonly lists the series`
  )
}

/**
 * The figures of a data set: rows of the place of a series, the first day of the period, the value, and the number of
 * rates behind it.
 */
export interface Part {
  action: 'Replace' | 'Delete'
  /** The instant at which the figures became known, or were withdrawn. */
  instant?: string
  rows: Array<[place: number, day: string, value: string, days: number]>
}

const BATCH = 2000
const VALUES =
  'select place, period, value, days from sdmx_observations($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)'
const BY_PERIOD = `${VALUES} order by period, place`
const WITHDRAWN = 'select place, period, value, 1 as days from sdmx_withdrawn($1, $2, $3, $4, $5, $6, $7)'
const HISTORY =
  'select place, period, value, 1 as days, instant, is_withdrawn from sdmx_history($1, $2, $3, $4, $5, $6, $7)'

type Row = Part['rows'][number]

/**
 * The figures of some series: data sets one after another, each in the order of the series, or of the periods first.
 */
export async function * readFigures (
  database: Database, series: Series[], request: DataRequest,
  { today, isByPeriod }: { today: string, isByPeriod: boolean }
): AsyncGenerator<Part> {
  const { from, to, firstN, lastN, since, hasHistory } = request
  const daily = series.map((it, at) => ({ ...it, at: at + 1 })).filter(({ unit }) => unit === undefined)
  const others = series.map((it, at) => ({ ...it, at: at + 1 })).filter(({ unit }) => unit !== undefined)
  const current = hasHistory ? others : [...daily, ...others].sort((one, other) => one.at - other.at)
  if (hasHistory && daily.length > 0) yield * versionsOf(database, daily, [from, to, since ?? null])
  if (current.length > 0) {
    const values = [
      ...listsOf(current), current.map(({ unit }) => unit ?? null), current.map(({ stat }) => stat ?? null), from, to,
      today, firstN ?? null, lastN ?? null, since ?? null
    ]
    for await (const { cells } of database.readBatches(isByPeriod ? BY_PERIOD : VALUES, values, BATCH)) yield {
      action: 'Replace', rows: placed(cells, current)
    }
  }
  if (hasHistory || since === undefined || daily.length === 0) return
  for await (const { cells } of database.readBatches(WITHDRAWN, [...listsOf(daily), from, to, since], BATCH)) yield {
    action: 'Delete', instant: since, rows: placed(cells, daily)
  }
}

async function * versionsOf (
  database: Database, daily: Array<Series & { at: number }>, window: unknown[]
): AsyncGenerator<Part> {
  for await (const { cells } of database.readBatches(HISTORY, [...listsOf(daily), ...window], BATCH)) {
    let part: Part | undefined
    for (const cell of cells) {
      const [instant, action] = [cell[4] as string, cell[5] ? 'Delete' as const : 'Replace' as const]
      if (part?.instant !== instant || part.action !== action) {
        if (part) yield part
        part = { action, instant, rows: [] }
      }
      part.rows.push(...placed([cell.slice(0, 4)], daily))
    }
    if (part) yield part
  }
}

/** The sources, bases, quotes and rate types of some series, as the SQL functions take them. */
export function listsOf (series: Series[]): string[][] {
  return [
    series.map(({ source }) => source), series.map(({ base }) => base), series.map(({ quote }) => quote),
    series.map(({ type }) => type)
  ]
}

function placed (cells: unknown[][], of: Array<{ at: number }>): Row[] {
  for (const cell of cells) cell[0] = of[cell[0] as number - 1]!.at - 1
  return cells as Row[]
}
