import { addDays, weekdaysIn } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Row } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import type { Database } from '../../sql/database.ts'
import { documentOf } from '../../test/support/database.ts'
import { randomFrom } from '../random.ts'
import { withDatabases, type BenchOptions } from './databases.ts'

const START = '1999-01-04'
const DIGITS = 5
const DAILY_MOVE = 0.006

// prettier-ignore
export const LEVELS: Record<string, number> = {
  USD: 1.18, JPY: 133, BGN: 1.95, CYP: 0.58, CZK: 35, DKK: 7.45, EEK: 15.6, GBP: 0.71, HUF: 251, LTL: 4.7, LVL: 0.67,
  PLN: 4.07, RON: 1.31, SEK: 9.47, SIT: 189, SKK: 42.9, CHF: 1.62, ISK: 81.5, NOK: 8.86, HRK: 7.31, RUB: 25.3,
  TRY: 0.37, AUD: 1.91, BRL: 1.46, CAD: 1.8, CNY: 9.8, HKD: 9.13, IDR: 9433, INR: 50.2, KRW: 1398, MXN: 11.6,
  ZAR: 6.94
}

/** Further sources, to which `copyRates` adds the same rates. */
export const COPIES = ['boc', 'boe', 'cnb', 'nbp']

/** Synthetic daily rates of 32 currencies on these working days from 1999-01-04, in the shape of the ECB's. */
export function dailyRates(days: number): Row[] {
  const random = randomFrom(1999)
  const levels = { ...LEVELS }
  return workingDays(days).flatMap((date) =>
    Object.keys(levels).map((quote) => {
      levels[quote]! *= 1 + (random() - 0.5) * DAILY_MOVE
      return { date, base: 'EUR', quote, type: 'reference', value: levels[quote]!.toPrecision(DIGITS) }
    })
  )
}

function workingDays(count: number): string[] {
  return weekdaysIn({ from: START, to: addDays(START, 2 * count) }).slice(0, count)
}

/** Runs work on a database with the daily rates, and passes it their dates. */
export async function withDailyRates(
  name: string,
  options: Pick<BenchOptions, 'server' | 'folder' | 'days'>,
  work: (database: Database, dates: string[]) => Promise<void>
): Promise<void> {
  await withDatabases(options, async ({ create }) => {
    const database = await create(name)
    await loadRows(database, await prepareEcb(database), dailyRates(options.days))
    await database.write('vacuum analyze')
    await work(database, workingDays(options.days))
  })
}

/** Registers every source and archives a document of the ECB. Returns the id of the document. */
export async function prepareEcb(database: Database): Promise<number> {
  const sources = await loadSources()
  // Lifts two checks of the source: some synthetic rates are older than their currency, and a table has more pairs than
  // the source states.
  await registerSources(
    database,
    sources.map((it) => (it.code === 'ecb' ? { ...it, restated: ['all'], pairs: undefined } : it))
  )
  return (await archive(database, documentOf('ecb', 'daily'))).id
}

/** Adds the rates of the ECB to further sources. */
export async function copyRates(database: Database): Promise<void> {
  await database.write("update sources set home_currency = 'EUR', rate_types = '{reference}' where code = any($1)", [
    COPIES
  ])
  for (const table of [
    'rates (base, quote, type, date, value, unit, publication_id, source)',
    'series (base, quote, type, first_date, last_date, source)',
    'series_months (base, quote, type, month, rates, whole, scale, has_validity, has_printed, source)',
    'tables (date, added_at, source)',
    'coverage (days, latest_date, source)'
  ]) {
    const columns = /\((.*), source\)/.exec(table)![1]!
    await database.write(
      `insert into ${table} select ${columns}, code from ${table.split(' ')[0]} cross join unnest($1::text[]) code where source = 'ecb'`,
      [COPIES]
    )
  }
  await database.write('vacuum analyze')
}
