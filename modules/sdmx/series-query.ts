import { notFound, type HttpError } from '../../api/contract/errors.ts'
import type { Database } from '../../sql/database.ts'
import { nameOfCurrency, nameOfType, type Catalogue, type Source } from './catalogue.ts'
import type { DataRequest } from './data-request.ts'
import { codeOfSource, codeOfType, ECB, EXR, EXR_ALL, FREQUENCIES, typeOf, type Flow } from './model.ts'
import { monthOf, MONTHS } from './periods.ts'
import type { Allowed, Key } from './references.ts'

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

const MAX_DECIMALS = 15

const SERIES =
  'select source, base, quote, type, first_date, last_date, decimals from sdmx_series($1, $2, $3, $4, $5, $6, $7)'

/** The series that a request selects, ordered by key. Throws 404 if there is none. */
export async function findSeries(
  database: Database,
  flow: Flow,
  catalogue: Catalogue,
  request: DataRequest,
  today: string
): Promise<Series[]> {
  const place = (id: string) => flow.structure.dimensions.findIndex((it) => it.id === id)
  const allowed = (id: string) => allowedAt(request, place(id))
  const sources = flow.source === undefined ? allowed('SOURCE')?.map((it) => it.toLowerCase()) : [flow.source]
  const types = allowed('EXR_TYPE')?.map((code) => typeOf(flow, code))
  // A monthly or longer figure belongs to the whole period, even if the window cuts it.
  const stored = await database.read<Stored>(SERIES, [
    sources ?? null,
    allowed('CURRENCY_DENOM') ?? null,
    allowed('CURRENCY') ?? null,
    flow === EXR ? ['reference'] : (types ?? null),
    request.from,
    request.to,
    request.attributes.size > 0
  ])
  const names = new Map(catalogue.sources.map((it) => [it.source, it]))
  const series = FREQUENCIES.flatMap(({ id, unit, timeFormat, variations }) =>
    variations.flatMap(({ suffix, stat }) =>
      stored
        .filter((it) => unit === undefined || isOver(unit, it.first_date, today))
        .map((it): Series => {
          const codes = [
            id,
            it.quote,
            it.base,
            codeOfType(flow, it.type),
            suffix,
            ...(flow.source === undefined ? [codeOfSource(it.source)] : [])
          ]
          const attributes = {
            TIME_FORMAT: timeFormat,
            COLLECTION: suffix,
            ...attributesOf(flow, it, names.get(it.source)!)
          }
          return {
            codes,
            attributes,
            source: it.source,
            base: it.base,
            quote: it.quote,
            type: it.type,
            unit,
            stat,
            frequency: id,
            first: it.first_date,
            last: it.last_date
          }
        })
    )
  )
  const found = series.filter(({ codes }) => isSelected(codes, request))
  if (found.length === 0) throw nothing()
  return found
}

export function nothing(): HttpError {
  return notFound('No results found: no series of this flow matches the key and has a figure in these periods')
}

function allowedAt({ keys }: DataRequest, place: number): string[] | undefined {
  const lists: Allowed[] = keys.map((key) => key[place])
  return lists.length === 0 || lists.includes(undefined) ? undefined : lists.flatMap((it) => [...it!])
}

function isSelected(codes: string[], { keys, accepts }: DataRequest): boolean {
  const isOf = (key: Key) => key.every((allowed, at) => allowed === undefined || allowed.has(codes[at]!))
  return (keys.length === 0 || keys.some(isOf)) && accepts(codes)
}

// True if the period of a day is over.
function isOver(unit: keyof typeof MONTHS, day: string, today: string): boolean {
  const placeOf = (it: string) => Math.floor(monthOf(it) / MONTHS[unit])
  return placeOf(day) < placeOf(today)
}

function attributesOf(
  flow: Flow,
  { source, base, quote, type, decimals }: Stored,
  { name, source_url: url, kind }: Source
): Record<string, string> {
  const pair = `${nameOfCurrency(quote)}/${nameOfCurrency(base)}`
  const isEcb = flow === EXR
  return {
    DOM_SER_IDS: `${source} ${base} ${quote} ${type}`,
    // Clients of SDMX-JSON read an absent attribute as its first value, so a message gives it to all series or to none.
    ...(kind === 'composite'
      ? { COMPILATION: 'Calculated by this service from the rates of other publishers' }
      : flow === EXR_ALL && { COMPILATION: 'As published' }),
    DECIMALS: String(Math.min(decimals ?? 0, MAX_DECIMALS)),
    ...(flow.source === 'ecb' && { SOURCE_AGENCY: '4F0' }),
    SOURCE_PUB: `${name}: ${url}`.slice(0, 350),
    TITLE: pair.slice(0, 200),
    TITLE_COMPL: isEcb
      ? `${ECB} reference exchange rate, ${pair}`
      : `${name}, ${nameOfType(type).toLowerCase()} rate, ${pair}`,
    UNIT: quote,
    UNIT_MULT: '0'
  }
}

/** The sources, bases, quotes and rate types of some series, in the form of the SQL functions. */
export function listsOf(series: Series[]): string[][] {
  return [
    series.map(({ source }) => source),
    series.map(({ base }) => base),
    series.map(({ quote }) => quote),
    series.map(({ type }) => type)
  ]
}
