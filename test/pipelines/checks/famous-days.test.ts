import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Row } from '../../../adapters/source.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { documentOf, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

// Figures as central banks published them around days of extreme moves, or of none.
const PUBLISHED: Array<Row & { source: string }> = parse(
  readFileSync(new URL('famous-days.csv', import.meta.url), 'utf8'),
  { columns: true }
)

const DAYS: Array<[source: string, date: string, currency: string, value?: string]> = [
  ['ecb', '2008-12-18', 'USD', '1.4616'],
  ['ecb', '2014-12-16', 'RUB', '91.52'],
  ['ecb', '2009-02-11', 'GBP', '0.9'],
  ['ecb', '1999-07-14', 'USD', '1.0168'],
  ['ecb', '2015-01-15', 'CHF', '1.028'],
  ['ecb', '2016-06-24', 'GBP', '0.8075'],
  ['ecb', '2021-11-23', 'TRY', '14.1306'],
  ['ecb', '2021-12-17', 'TRY', '19.1155'],
  ['ecb', '2021-12-21', 'TRY', '14.7132'],
  ['ecb', '2022-02-28', 'RUB', '115.4842'],
  ['bcrd', '2004-02-03', 'DOP'],
  ['bcrd', '2004-02-09', 'DOP', '51.75'],
  ['bcrd', '2004-02-13', 'DOP', '47.28'],
  ['sbp', '2020-03-19', 'NOK'],
  ['boa', '2024-03-27', 'EUR', '104.63'],
  ['imf', '2026-03-31', 'SGD', '1.291300'],
  ['imf', '2026-03-31', 'BND', '1.291300'],
  ['bnr', '2026-08-19', 'EUR', '5.2452']
]

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  const codes = DAYS.map(([source]) => source)
  await seedSources(
    test.database,
    (await loadSources()).filter(({ code }) => codes.includes(code))
  )
})
afterAll(() => test.drop())
beforeEach(() =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
  )
)

/** Loads rows as a document that was fetched at a time. */
async function load(source: string, rows: Row[], fetched: string): Promise<void> {
  const { id, loaded } = await archive(test.database, documentOf(source, 'daily', rows))
  await test.database.write('update publications set last_fetched_at = $2 where id = $1', [id, fetched])
  if (loaded) await test.database.write('select confirm_publication($1)', [id])
  else await loadRows(test.database, id, rows)
}

async function expectServed(source: string, wanted: Row[]): Promise<void> {
  const found = await test.database.read<Row>(
    'select date, base, quote, type, value from rates where source = $1 and date = $2 order by base, quote, type',
    [source, wanted[0]!.date]
  )
  expect(found).toEqual(wanted.map(({ date, base, quote, type, value }) => ({ date, base, quote, type, value })))
}

describe.each(DAYS)('%s on %s, %s', (source, date, currency, value) => {
  const published = PUBLISHED.filter((it) => it.source === source)
  const table = published.filter((it) => it.date === date)

  it('is in the archive as published', async () => {
    if (value !== undefined) {
      expect(table.filter((it) => [it.base, it.quote].includes(currency)).map((it) => it.value)).toContain(value)
    }
    await load(source, published, '2026-04-13')
    await expectServed(source, table)
  })

  it('is served by the next morning if it arrived on its day', async () => {
    await load(
      source,
      published.filter((it) => it.date < date),
      date
    )
    await load(source, table, `${date} 17:00`)
    await load(source, table, new Date(Date.parse(`${date}T17:00Z`) + 13 * 3_600_000).toISOString())
    await expectServed(source, table)
  })
})
