import { loadSources } from '../../adapters/registry.ts'
import type { Row } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { registerSources } from '../../pipelines/runs/sources.ts'
import type { Database } from '../../sql/database.ts'
import { withDatabases } from './databases.ts'
import type { BenchOptions } from './options.ts'

const DAY = 86_400_000
const START = Date.UTC(1999, 0, 4)
const DIGITS = 5
const DAILY_MOVE = 0.006

const LEVELS: Record<string, number> = {
  USD: 1.18, JPY: 133, BGN: 1.95, CYP: 0.58, CZK: 35, DKK: 7.45, EEK: 15.6, GBP: 0.71, HUF: 251, LTL: 4.7, LVL: 0.67, PLN: 4.07, RON: 1.31,
  SEK: 9.47, SIT: 189, SKK: 42.9, CHF: 1.62, ISK: 81.5, NOK: 8.86, HRK: 7.31, RUB: 25.3, TRY: 0.37, AUD: 1.91, BRL: 1.46, CAD: 1.8, CNY: 9.8,
  HKD: 9.13, IDR: 9433, INR: 50.2, KRW: 1398, MXN: 11.6, ZAR: 6.94
}

/** Made-up daily rates of 32 currencies for this many working days from 1999-01-04, in the shape of the ECB's. */
export function dailyRates (days: number): Row[] {
  const random = randomFrom(1999)
  const levels = { ...LEVELS }
  const rows: Row[] = []
  for (const date of workingDays(days)) {
    for (const quote of Object.keys(levels)) {
      levels[quote]! *= 1 + (random() - 0.5) * DAILY_MOVE
      rows.push({ date, base: 'EUR', quote, type: 'reference', value: Number(levels[quote]!.toPrecision(DIGITS)).toString() })
    }
  }
  return rows
}

function * workingDays (days: number): Generator<string> {
  for (let time = START, count = 0; count < days; time += DAY) {
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

/** Runs work on a database with the daily rates loaded, for these dates. */
export async function withDailyRates (name: string, options: BenchOptions, work: (database: Database, dates: string[]) => Promise<void>): Promise<void> {
  await withDatabases(options, async ({ create, drop }) => {
    const database = await create(name)
    await loadRows(database, await prepareEcb(database), dailyRates(options.days))
    await database.write('vacuum analyze')
    await work(database, [...workingDays(options.days)])
    await drop(name)
  })
}

/** Registers every source and archives a document of the ECB for the rates to belong to. Returns its number. */
export async function prepareEcb (database: Database): Promise<number> {
  const sources = await loadSources()
  await registerSources(database, sources.map((it) => it.code === 'ecb' ? { ...it, restated: ['all'] } : it)) // the made-up rates are older than some of their codes
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
