import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import { HttpError } from '../../api/contract/errors.ts'
import { bank as sourceCode, date as isoDay } from '../../api/contract/parameters.ts'

/** The requests of family d: their paths, parameters and errors. */

export type Kind = 'root' | 'description' | 'rates' | 'rate' | 'currencies' | 'currency' | 'providers' | 'provider'

export interface Address {
  /** Undefined for a path that the family does not have. */
  kind?: Kind
  /** The parts after the name. */
  rest: string[]
  /** The code of the source below which the path is. */
  bank?: string
  isCsv: boolean
}

const NAMES: Record<string, { kind: Kind; parts: number }> = {
  rates: { kind: 'rates', parts: 0 },
  rate: { kind: 'rate', parts: 2 },
  currencies: { kind: 'currencies', parts: 0 },
  currency: { kind: 'currency', parts: 1 }
}

/**
 * The resource and the parts that a path below the family names. A known extension at its end is removed, and further
 * parts are ignored.
 */
export function addressOf(path: string): Address {
  const [, cut = '', extension] = /^(.*?)(?:\.(json|xml|html|csv))?\/?$/.exec(path)!
  const isCsv = extension === 'csv'
  const given = cut.split('/').filter((it) => it !== '')
  const [name = '', ...rest] = given[0] === 'v2' ? given.slice(1) : given
  if (name === '') return { kind: 'root', rest, isCsv }
  if (name === 'openapi' && rest.length === 0) return { kind: 'description', rest, isCsv }
  if (name === 'providers') return belowProviders(rest, isCsv)
  const known = NAMES[name]
  return { kind: known && rest.length >= known.parts ? known.kind : undefined, rest, isCsv }
}

/** The list of sources, one source, or its rates: what a path below `providers` asks for. */
function belowProviders([key, ...rest]: string[], isCsv: boolean): Address {
  if (key === undefined) return { kind: 'providers', rest, isCsv }
  const bank = bankOf(key)
  if (!isCode(bank)) return { rest, isCsv }
  if (rest.length === 0) return { kind: 'provider', rest, bank, isCsv }
  const [name, ...parts] = rest
  const isRates = name === 'rates' && parts.length === 0
  return {
    kind: isRates ? 'rates' : name === 'rate' && parts.length === 2 ? 'rate' : undefined,
    rest: parts,
    bank,
    isCsv
  }
}

/** The code of the source with a key, in any case. The data sets of one publisher have a point: `CNB.OTHER`. */
function bankOf(key: string): string {
  return key.toLowerCase().replaceAll('.', '_')
}

const isCode = (text: string) => sourceCode.safeParse(text).success

/**
 * The data sets whose rates are stored with those of another source (see `family_d_sources`), with the code of that
 * source.
 */
const PARTS: Record<string, string> = { nbp_b: 'nbp' }

/** The source under which the rates of a source or data set are stored. */
export function holderOf(bank: string): string {
  return PARTS[bank] ?? bank
}

/**
 * The codes of the sources with keys that are separated by commas. No source has a key that is not a code. A source
 * contains its data sets, whose figures would count twice.
 */
export function banksOf(keys: string): string[] {
  const banks = new Set(keys.split(',').map(bankOf).filter(isCode))
  return [...banks].filter((bank) => !banks.has(PARTS[bank] ?? ''))
}

/** The parameters of a request for rates, as they were sent. */
export interface Parameters {
  base?: string
  quotes?: string
  providers?: string
  date?: string
  from?: string
  to?: string
  group?: string
  expand?: string
}

const PARAMETERS = ['base', 'quotes', 'providers', 'date', 'from', 'to', 'group', 'expand']

export interface Wanted {
  base: string
  /** Undefined for all. */
  quotes?: string[]
  /** The codes of the sources; undefined for all. */
  banks?: string[]
  from: string
  to: string
  /** True for the newest row of each quote, false for every row of a range. */
  isNewest: boolean
  /** True if the answer does not depend on the day of the request. */
  isFixed: boolean
  unit?: 'week' | 'month'
  hasProviders: boolean
}

/** True if a request is for a date or a range. */
export function isDated({ date, from }: Parameters): boolean {
  return date !== undefined || from !== undefined
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_parameter', message)
}

/**
 * The meaning of a request for rates. Throws the errors of the family, in its order. `names` are those of all
 * parameters.
 */
export function readWanted(given: Parameters, names: readonly string[], today: string): Wanted {
  const unknown = [...new Set(names)].filter((name) => !PARAMETERS.includes(name))
  if (unknown.length > 0) throw invalid(`unknown parameter: ${unknown.join(', ')}`)
  const [date, from, to] = [given.date, given.from, given.to].map((text) => (text === undefined ? text : dayIn(text)))
  if (date !== undefined && (from ?? to) !== undefined) throw invalid('conflicting params')
  const unit = given.group?.toLowerCase()
  if (unit !== undefined && unit !== 'week' && unit !== 'month') throw invalid('invalid group')
  const expand =
    given.expand
      ?.toLowerCase()
      .split(',')
      .filter((it) => it !== '') ?? []
  const strange = expand.filter((it) => it !== 'providers')
  if (strange.length > 0) throw invalid(`invalid expand: ${strange.join(',')}`)
  const base = (given.base ?? 'EUR').toUpperCase()
  const quotes = given.quotes === undefined || given.quotes === '' ? undefined : listIn(given.quotes)
  const wrong = [base, ...(quotes ?? [])].filter((code) => !isCurrency(code))
  if (wrong.length > 0) throw invalid(`invalid currency: ${wrong.join(',')}`)
  const window = windowOf({ date, from, to }, today)
  const wanted: Wanted = {
    base,
    quotes: given.quotes === '' ? [] : quotes,
    banks: given.providers === undefined ? undefined : banksOf(given.providers),
    ...window,
    unit: window.isNewest ? undefined : unit,
    hasProviders: expand.length > 0
  }
  assertShort(wanted, today)
  return wanted
}

// The newest rows include those of tomorrow, because some official rates are published a day before they apply.
function windowOf(
  { date, from, to }: { date?: string; from?: string; to?: string },
  today: string
): Pick<Wanted, 'from' | 'to' | 'isNewest' | 'isFixed'> {
  if (from !== undefined) return { from, to: to ?? today, isNewest: false, isFixed: to !== undefined }
  const day = date ?? addDays(today, 1)
  return { from: day, to: day, isNewest: true, isFixed: date !== undefined }
}

function listIn(text: string): string[] {
  const list = text.toUpperCase().split(',')
  return list.at(-1) === '' ? list.slice(0, -1) : list
}

// Codes of the Crown dependencies, which ISO 4217 does not list.
const AT_PAR = ['GGP', 'IMP', 'JEP']

/** True for the code of a currency, in use or not. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(CURRENCIES, code) || AT_PAR.includes(code)
}

/** A date that exists, as YYYY-MM-DD. */
function dayIn(text: string): string {
  if (!isoDay.safeParse(text).success) throw invalid('invalid date')
  return text
}

const MAX_YEARS = 5
const FEW = 5
const TOO_LONG =
  'date range exceeds 5 years at daily granularity; filter with quotes= (5 currencies or fewer), ' +
  'aggregate with group=week or group=month, or split the range into shorter requests'

function assertShort({ banks, quotes, from, to, isNewest, unit, hasProviders }: Wanted, today: string): void {
  if (isNewest || unit !== undefined || banks?.length === 1 || (banks === undefined && !hasProviders)) return
  const end = to < today ? to : today
  const isLong = `${String(Number(from.slice(0, 4)) + MAX_YEARS).padStart(4, '0')}${from.slice(4)}` < end
  if (isLong && !(banks && banks.length <= FEW && quotes && new Set(quotes).size <= FEW)) throw invalid(TOO_LONG)
}
