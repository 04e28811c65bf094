import { loadSources } from '../../adapters/registry.ts'
import type { Row } from '../../adapters/source.ts'
import { archive } from '../../pipelines/archive.ts'
import { registerSources } from '../../pipelines/sources.ts'
import type { Database } from '../../sql/database.ts'

const DAY = 86_400_000
const START = Date.UTC(1999, 0, 4)
const DAYS = 6_900
const DIGITS = 5
const DAILY_MOVE = 0.006

const LEVELS: Record<string, number> = {
  USD: 1.18, JPY: 133, BGN: 1.95, CYP: 0.58, CZK: 35, DKK: 7.45, EEK: 15.6, GBP: 0.71, HUF: 251, LTL: 4.7, LVL: 0.67, PLN: 4.07, RON: 1.31,
  SEK: 9.47, SIT: 189, SKK: 42.9, CHF: 1.62, ISK: 81.5, NOK: 8.86, HRK: 7.31, RUB: 25.3, TRY: 0.37, AUD: 1.91, BRL: 1.46, CAD: 1.8, CNY: 9.8,
  HKD: 9.13, IDR: 9433, INR: 50.2, KRW: 1398, MXN: 11.6, ZAR: 6.94
}

/** Daily rates since 1999 as the ECB publishes them, 220,800 rows made for the purpose: each currency goes its random way. */
export function dailyRates (): Row[] {
  const random = randomFrom(1999)
  const levels = { ...LEVELS }
  const rows: Row[] = []
  for (const date of workingDays()) {
    for (const quote of Object.keys(levels)) {
      levels[quote]! *= 1 + (random() - 0.5) * DAILY_MOVE
      rows.push({ date, base: 'EUR', quote, type: 'reference', value: Number(levels[quote]!.toPrecision(DIGITS)).toString() })
    }
  }
  return rows
}

function * workingDays (): Generator<string> {
  for (let time = START, count = 0; count < DAYS; time += DAY) {
    const day = new Date(time)
    if (day.getUTCDay() % 6 === 0) continue
    yield day.toISOString().slice(0, 10)
    count++
  }
}

// Numerical Recipes' generator: the same figures in every run.
function randomFrom (seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Registers every source, and archives the document of the ECB that the rows are said to come from. Returns its number. */
export async function prepareEcb (database: Database): Promise<number> {
  await registerSources(database, await loadSources())
  const { id } = await archive(database, {
    source: 'ecb',
    request: { method: 'GET', url: 'https://example.com/ecb/history.csv', headers: {} },
    mediaType: 'text/csv',
    charset: 'utf-8',
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: Buffer.from('made for the purpose')
  })
  return id
}
