import { createRequire } from 'node:module'
import { addDays } from '../adapters/kit/dates.ts'

interface Data {
  supplemental: { currencyData: { region: Record<string, Array<Record<string, { _to?: string }>>> } }
}

const REGIONS = (createRequire(import.meta.url)('cldr-core/supplemental/currencyData.json') as Data).supplemental.currencyData.region

// CLDR ends it where El Salvador took the dollar; ISO 4217 lists it to this day, and banks print it.
const STILL_LISTED = new Set(['SVC'])

// Publishers go on with a withdrawn currency's code for years: HMRC did with São Tomé's old dobra for three.
const DAYS_PRINTED_AFTER = 5 * 366

const LAST_DAYS = lastDays()

/** The last day on which each withdrawn currency was used anywhere, by CLDR, and the last on which it may still be printed. */
function lastDays (): Map<string, { used: string, printed: string }> {
  const uses = Object.values(REGIONS).flat().flatMap((currencies) => Object.entries(currencies))
  const inUse = new Set(uses.filter(([, { _to }]) => _to === undefined).map(([code]) => code))
  const days = new Map<string, { used: string, printed: string }>()
  for (const [code, { _to: used = '' }] of uses) {
    if (!inUse.has(code) && !STILL_LISTED.has(code) && used > (days.get(code)?.used ?? '')) days.set(code, { used, printed: addDays(used, DAYS_PRINTED_AFTER) })
  }
  return days
}

/** The last day on which a currency was used, where it was withdrawn long before a date; undefined otherwise. */
export function withdrawnBefore (date: string, code: string): string | undefined {
  const days = LAST_DAYS.get(code)
  return days && date > days.printed ? days.used : undefined
}
