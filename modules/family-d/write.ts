import type { Rate } from './query.ts'
import type { Wanted } from './request.ts'

/** Rates in the formats of family d. */

export type Format = 'json' | 'csv' | 'ndjson'

export const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson'
}

/** The fields of each row that describe its origin. */
export interface Origin {
  source: string
  attribution: string
}

/** Batches of rates including the base itself on each of their dates; with `isNewest` only on the newest. */
export async function* withBase(
  batches: AsyncIterable<Rate[]>,
  { base, quotes, isNewest }: Wanted
): AsyncGenerator<Rate[]> {
  const isShown = quotes === undefined || quotes.includes(base)
  const isAlone = quotes !== undefined && quotes.every((it) => it === base)
  const held: Rate[] = []
  for await (const rates of batches) {
    if (isNewest) held.push(...rates)
    else
      yield [...new Set(rates.map(({ date }) => date))].flatMap((date) =>
        complete(
          rates.filter((it) => it.date === date),
          date
        )
      )
  }
  if (held.length > 0)
    yield complete(
      held,
      held
        .map(({ date }) => date)
        .sort()
        .at(-1)!
    )

  function complete(rates: Rate[], date: string): Rate[] {
    const own: Rate[] = isShown ? [{ date, quote: base, rate: '1.0', derived: false }] : []
    return [...(isAlone ? [] : rates), ...own].sort((one, other) => (one.quote < other.quote ? -1 : 1))
  }
}

/** Writes batches of rates. An empty CSV answer for a single day does not even have a header. */
export async function* write(
  batches: AsyncIterable<Rate[]>,
  form: Format,
  wanted: Wanted,
  origin: Origin
): AsyncGenerator<string> {
  const header = `date,base,quote,rate${wanted.hasProviders ? ',providers' : ''}\n`
  let before = form === 'json' ? '[' : form === 'csv' ? header : ''
  if (form === 'csv' && !wanted.isNewest) {
    yield header
    before = ''
  }
  for await (const rates of batches) {
    const lines = rates.map((rate) => (form === 'csv' ? csvOf(rate, wanted) : jsonOf(rate, wanted, origin)))
    if (lines.length === 0) continue
    yield before + (form === 'json' ? lines.join(',') : lines.map((it) => `${it}\n`).join(''))
    before = form === 'json' ? ',' : ''
  }
  if (form === 'json') yield before === '[' ? '[]' : ']'
}

/** A rate as an object. */
export function jsonOf(
  { date, quote, rate, derived, providers }: Rate,
  { base, hasProviders }: Wanted,
  { source, attribution }: Origin
): string {
  const figures =
    hasProviders && providers
      ? `,"providers":[${providers.map(({ key, date, rate, excluded }) => `{"key":"${key}","date":"${date}","rate":${numberOf(String(rate))}${excluded ? ',"excluded":true' : ''}}`).join()}]`
      : ''
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${numberOf(rate)}${figures},"source":${JSON.stringify(source)},"attribution":${JSON.stringify(attribution)},"derived":${derived}}`
}

function csvOf({ date, quote, rate, providers }: Rate, { base, hasProviders }: Wanted): string {
  const figures = (providers ?? [])
    .map(({ key, rate, excluded }) => `${key}:${numberOf(String(rate))}${excluded ? '*' : ''}`)
    .join('|')
  return `${date},${base},${quote},${numberOf(rate)}${hasProviders ? `,${figures}` : ''}`
}

const WHOLE_FROM = 5000

// Writes a whole figure as a decimal, except above 5000, where family_d_rounded removes the decimals.
function numberOf(text: string): string {
  return text.includes('.') || Number(text) > WHOLE_FROM ? text : `${text}.0`
}
