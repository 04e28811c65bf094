import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import tenders from './tenders.json' with { type: 'json' } // by: npm run regions

// CLDR writes the ends of a span as dates, and the text 'false' for currencies that were never legal tender.
interface Span {
  _from?: string
  _to?: string
  _tender?: 'false'
}

// The currencies of each region, in CLDR's order.
const REGIONS = tenders as unknown as Record<string, Array<[currency: string, span: Span]>>
const UNKNOWN_REGION = 'ZZ' // the region code under which CLDR lists metals and units of account

// A code that ISO 4217 still lists is in use, even if another currency is legal tender, as the US dollar is besides
// SVC.
const LISTED = new Set(ISO_4217.filter(({ withdrawn }) => withdrawn === null).map(({ code }) => code))
const WITHDRAWN = new Set(ISO_4217.filter(({ withdrawn }) => withdrawn !== null).map(({ code }) => code))
const SPANS = new Map<string, Span[]>()
for (const [currency, span] of Object.values(REGIONS).flat()) {
  SPANS.set(currency, [...SPANS.get(currency) ?? [], span])
}

/** True for the code of a country or territory (ISO 3166-1 and XK, as in CLDR). */
export function isRegion (code: string): boolean {
  return code !== UNKNOWN_REGION && Object.hasOwn(REGIONS, code)
}

/**
 * The legal tender of a region on a day. If there are several, it is the one whose code begins with that of the region,
 * unless it is being replaced; otherwise the first in CLDR's order. Undefined if there is none.
 */
export function currencyOf(region: string, day: string): string | undefined {
  const tenders = (REGIONS[region] ?? []).filter(
    ([, span]) => isTender(span) && (span._from ?? '') <= day && !isOver(span, day)
  )
  const own = tenders.find(([currency, { _to: end }]) => currency.startsWith(region) && end === undefined)
  return (own ?? tenders[0])?.[0]
}

/** The currencies in use in some region on a day: legal tenders, and the others that ISO 4217 lists for a region. */
export function currenciesOn (day: string): Set<string> {
  const entries = Object.entries(REGIONS).filter(([region]) => region !== UNKNOWN_REGION).flatMap(([, its]) => its)
  const isInUse = ([currency, span]: [string, Span]) =>
    (span._from ?? '') <= day && (!isOver(span, day) || LISTED.has(currency))
  return new Set(entries.filter(isInUse).map(([currency]) => currency))
}

/**
 * True if ISO 4217 no longer lists a currency and it is no longer legal tender anywhere, by CLDR, or by ISO 4217 if
 * CLDR does not list it. A currency that was never legal tender, such as gold, is historical once no region uses it.
 */
export function isHistorical (currency: string, day: string): boolean {
  if (LISTED.has(currency)) return false
  const spans = SPANS.get(currency)
  if (!spans) return WITHDRAWN.has(currency)
  const tenders = spans.filter(isTender)
  return (tenders.length > 0 ? tenders : spans).every((span) => isOver(span, day))
}

function isTender ({ _tender }: Span): boolean {
  return _tender !== 'false'
}

function isOver ({ _to }: Span, day: string): boolean {
  return _to !== undefined && _to < day
}
