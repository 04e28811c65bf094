import { badRequest, type HttpError } from './errors.ts'

/** Names that other services use for the same parameters. */
const MEANINGS: Record<string, readonly string[]> = {
  source: ['base', 'base_currency', 'from', 'from_currency', 'currency'],
  // prettier-ignore
  target: [
    'quote', 'quotes', 'quote_currency', 'symbols', 'symbol', 'currencies', 'to', 'to_currency', 'target_currency',
    'targets'
  ],
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

/**
 * The error for an unknown parameter. It names the parameter that was probably meant, or repeats the advice in
 * `elsewhere`.
 */
export function unknownParameter(
  name: string,
  names: readonly string[],
  elsewhere: Readonly<Record<string, string>> = {}
): HttpError {
  return badRequest(
    shown(name),
    `this endpoint has no such parameter; ${Object.hasOwn(elsewhere, name) ? elsewhere[name] : advice(name, names)}`,
    'unknown_parameter'
  )
}

function advice(name: string, names: readonly string[]): string {
  const meant = names.find((it) => MEANINGS[it]?.includes(name)) ?? names.find((it) => isAlike(it, name))
  if (meant) return `use ${meant}`
  return names.length === 0 ? 'it takes none' : `it takes ${[...names].sort().join(', ')}`
}

/**
 * True if two names differ only in case, in underscores and hyphens, or in a single letter that is missing, added or
 * mistyped.
 */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((it) => it.toLowerCase().replaceAll(/[_-]/g, '')) as [string, string]
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return a === b
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  return [
    [1, 1],
    [1, 0],
    [0, 1]
  ].some(([skipA, skipB]) => a.slice(start + skipA!) === b.slice(start + skipB!))
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
