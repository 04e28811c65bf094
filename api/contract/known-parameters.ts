import { badRequest } from './errors.ts'

/** The parameters that may hold a key; they mean the same. */
export const KEY_PARAMETERS = ['api_key', 'key', 'apiKey', 'apikey', 'access_key'] as const

/** The names under which callers know our parameters from elsewhere. */
const MEANINGS: Record<string, readonly string[]> = {
  source: ['base', 'base_currency', 'from', 'from_currency', 'currency'],
  target: ['quote', 'quotes', 'quote_currency', 'symbols', 'symbol', 'currencies', 'to', 'to_currency', 'target_currency', 'targets'],
  symbol: ['currency', 'source', 'target', 'symbols', 'base', 'quote'],
  symbols: ['target', 'targets', 'currencies', 'symbol', 'quote', 'quotes'],
  base: ['source', 'base_currency'],
  from: ['start', 'start_date', 'start_at', 'date_from', 'from_date', 'since'],
  to: ['end', 'end_date', 'end_at', 'date_to', 'to_date', 'until'],
  start_at: ['from', 'start', 'start_date'],
  end_at: ['to', 'end', 'end_date'],
  start_date: ['from', 'start', 'start_at'],
  end_date: ['to', 'end', 'end_at'],
  date: ['day', 'rate_date', 'on', 'time'],
  time: ['date', 'timestamp', 'at'],
  type: ['rate_type', 'rateType'],
  group: ['interval', 'granularity', 'frequency', 'step'],
  stat: ['aggregate', 'aggregation', 'function', 'method'],
  round: ['places', 'decimals', 'precision'],
  amount: ['value', 'quantity'],
  places: ['round', 'decimals', 'precision'],
  format: ['output', 'fmt', 'as'],
  as_of: ['asOf', 'asof', 'known_at'],
  api_key: ['app_id', 'token']
}

/** What an endpoint for the newest table answers to a date. */
export const NEWEST_ONLY = { date: 'the table of a past date is at /api/v1/central-bank/{bank}/{date}, and needs the key of a paid plan' }

/** The parameters that an endpoint takes. */
export interface KnownParameters {
  names: readonly string[]
  /** Taken without effect. */
  ignored?: readonly string[]
  /** Where to find what this endpoint does not do, by the name of the parameter. */
  elsewhere?: Readonly<Record<string, string>>
}

/** Throws 400 for a parameter that the endpoint does not take, and names the one that was probably meant: an ignored parameter gives a plausible answer to another question. */
export function assertKnown (query: URLSearchParams, { names, ignored = [], elsewhere = {} }: KnownParameters): void {
  for (const name of query.keys()) {
    if (names.includes(name) || ignored.includes(name)) continue
    throw badRequest(shown(name), `this endpoint has no such parameter; ${Object.hasOwn(elsewhere, name) ? elsewhere[name] : advice(name, names)}`, 'unknown_parameter')
  }
}

function advice (name: string, names: readonly string[]): string {
  const meant = names.find((it) => MEANINGS[it]?.includes(name)) ?? names.find((it) => isAlike(it, name))
  if (meant) return `use ${meant}`
  return names.length === 0 ? 'it takes none' : `it takes ${[...names].sort().join(', ')}`
}

/** True if two names differ in case, in underscores and hyphens, or in a single letter that is missing, added or mistyped. */
function isAlike (one: string, other: string): boolean {
  const [a, b] = [one, other].map((it) => it.toLowerCase().replaceAll(/[_-]/g, '')) as [string, string]
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return a === b
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  return [[1, 1], [1, 0], [0, 1]].some(([skipA, skipB]) => a.slice(start + skipA!) === b.slice(start + skipB!))
}

function shown (name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
