import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addDays } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'
import { Batch } from '../../modules/applicable/batch/batch.ts'
import { answerFile, checkFile } from '../../modules/applicable/batch/file.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { registerRules } from '../../modules/applicable/register.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import { loadRules } from '../../modules/applicable/rules/registry.ts'
import type { Database } from '../../sql/database.ts'
import { documentOf } from '../../test/support/database.ts'
import { openPlainJoin } from './applicable-plain.ts'
import { fillSummaries, withDatabases, type BenchOptions } from './databases.ts'
import { compareTimes, inTurns, print, progress, timed, type Finding } from './measure.ts'

const ROUNDS = 9
const AIM = '≤ 2'
const INVOICES_A_DAY = 15
const MAX_INVOICES = 100_000
const SPANS = [30, 365, 990] // days; in the longest, hardly two invoices need the same rate
const RATE_DAYS = 750
const NEWEST = '2026-10-30'
const SCATTER = 2_654_435_761 // 2^32 divided by the golden ratio: spreads consecutive invoices over the days
const MARGIN = 60 // days of rates before the first invoice, for rules that look back
// prettier-ignore
const CURRENCIES = [
  'USD', 'GBP', 'JPY', 'CHF', 'TWD', 'AUD', 'NZD', 'CNY', 'HKD', 'INR', 'IDR', 'MYR', 'PHP', 'SGD', 'THB', 'ILS',
  'AED', 'SAR', 'KWD', 'EGP', 'ZAR', 'BRL', 'MXN', 'ISK', 'MDL', 'BAM', 'AZN', 'UZS', 'COP', 'ARS'
]
/** Twenty jurisdictions, each with a purpose and the series of its rule. */
// prettier-ignore
const PLACES = [
  'PL vat nbp:mid', 'CZ vat cnb:fixing', 'SK vat ecb:reference', 'RO vat bnr:reference', 'FR vat ecb:reference',
  'IT vat bdi:reference', 'ES vat ecb:reference', 'IE vat ecb:reference', 'SE vat riksbank:mid',
  'DK vat dnb:official', 'NO vat norges:middle', 'RS vat nbs:middle', 'TR vat tcmb:forex_buy', 'KR vat bok:reference',
  'HU customs mnb:official', 'DE customs ecb:reference', 'CA income boc:average', 'RU vat cbr:official',
  'GE income nbg:official', 'CL vat bcch:reference'
].map((it) => it.split(/[ :]/) as [string, string, string, string])

/**
 * CSV files of invoices, answered with the applicable rate of each row, against a plain SQL join of the same rows (see
 * `openPlainJoin`).
 */
export async function benchApplicable(options: BenchOptions): Promise<void> {
  await withDatabases(options, async ({ create }) => {
    const database = await create('applicable')
    const days = Math.min(options.days, RATE_DAYS)
    const count = Math.min(MAX_INVOICES, options.days * INVOICES_A_DAY)
    progress('applicable: rates')
    await fillRates(database, days)
    const findings: Finding[] = []
    for (const span of SPANS.map((it) => Math.max(1, Math.min(it, Math.floor((days * 7) / 5) - MARGIN)))) {
      progress(`applicable: ${count} invoices of ${span} days`)
      const path = join(options.folder, 'invoices.csv')
      await pipeline(Readable.from(invoices(count, span)), createWriteStream(path))
      await answer(database, path)
      const plain = await openPlainJoin(database.url, path, `${path}.answered`)
      const [ours, against] = (await inTurns(options.rounds ?? ROUNDS, [
        () => timed(() => answer(database, path)),
        () => timed(plain.run)
      ])) as [number[], number[]]
      await plain.close()
      findings.push(
        compareTimes(
          `${count} invoices of ${span} days, ${CURRENCIES.length} currencies, ${PLACES.length} jurisdictions`,
          ours,
          against,
          AIM
        )
      )
    }
    print(
      'CSV files of invoices, answered with the applicable rate of each row, against COPY into a table, a join to ' +
        'the newest rate in time, and COPY out',
      findings
    )
  })
}

async function answer(database: Database, path: string): Promise<void> {
  const batch = await Batch.open(database, {}, { at: Date.now(), withUnsure: false })
  await checkFile(batch, path, 'csv')
  await pipeline(
    Readable.from(answerFile(batch, path, 'csv'), { objectMode: false }),
    createWriteStream(`${path}.answered`)
  )
}

/**
 * Rates of all currencies at each publisher on each weekday. The ECB quotes units per euro; the others quote units of
 * their home currency per foreign unit.
 */
async function fillRates(database: Database, days: number): Promise<void> {
  const sources = await loadSources()
  await registerSources(database, sources)
  await registerRules(database, loadRules())
  await database.write('select make_partitions($1::date - $2::integer * 2, $1::date)', [NEWEST, days])
  for (const [code, type] of new Map(PLACES.map(([, , code, type]) => [code, type]))) {
    const { homeCurrency } = sources.find((it) => it.code === code)!
    const { id } = await archive(database, documentOf(code, 'rates'))
    await database.write(
      `
      insert into rates (source, base, quote, type, date, value, unit, publication_id)
      select $1, case when $2 = 'EUR' then $2 else currency end, case when $2 = 'EUR' then currency else $2 end, $3, day::date, round((place + extract(doy from day) / 1000)::numeric, 4), '1', $7
      from unnest($4::text[]) with ordinality it (currency, place)
      cross join generate_series($5::date - $6::integer * 7 / 5, $5::date, interval '1 day') day
      where extract(isodow from day) < 6
      order by currency, day`,
      [code, homeCurrency, type, CURRENCIES, NEWEST, days, id]
    )
  }
  await fillSummaries(database)
}

function* invoices(count: number, days: number): Generator<string> {
  yield 'number,date,currency,amount,jurisdiction,purpose\n'
  for (let number = 1; number <= count; number++) {
    const [jurisdiction, purpose] = PLACES[Math.floor(number / CURRENCIES.length) % PLACES.length]!
    yield `${number},${addDays(NEWEST, -((Math.imul(number, SCATTER) >>> 0) % days))},${CURRENCIES[number % CURRENCIES.length]},${((number * 37) % 1_000_000) / 100},${jurisdiction},${purpose}\n`
  }
}
