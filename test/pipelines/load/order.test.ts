import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { addDays } from '../../../adapters/kit/dates.ts'
import { checkRows } from '../../../pipelines/load/check.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

const BANK = {
  code: 'one',
  homeCurrency: 'EUR',
  name: 'one',
  country: 'XX',
  kind: 'central_bank',
  cadence: 'daily',
  rateTypes: ['reference'],
  sourceUrl: 'https://example.com/',
  timezone: 'UTC',
  schedule: '0 0 * * *',
  historyFrom: '1999-01-01',
  dated: 'made',
  verified: 'description'
} as const

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [{ ...BANK, rateTypes: [...BANK.rateTypes] }])
})
afterAll(() => test.drop())

const LEVELS = { USD: 1.08, GBP: 0.86, JPY: 163.1, CHF: 0.95, SEK: 11.2 }

/** Tables of ten days with some errors: jumps, text instead of a figure, and two values for one rate. */
const documents = fc
  .array(
    fc.record({
      day: fc.nat(9),
      quote: fc.constantFrom(...Object.keys(LEVELS)),
      slip: fc.constantFrom('100', '0.5', 'abc', '7.5')
    }),
    { maxLength: 6 }
  )
  .map((slips) => {
    const rows = Array.from({ length: 10 }, (_, day) =>
      Object.entries(LEVELS).map(([quote, level]): Row => {
        return {
          date: addDays('2026-03-02', day),
          base: 'EUR',
          quote,
          type: 'reference',
          value: (level * (1 + day / 500)).toFixed(4)
        }
      })
    ).flat()
    return [
      ...rows,
      ...slips.map(({ day, quote, slip }): Row => ({
        date: addDays('2026-03-02', day),
        base: 'EUR',
        quote,
        type: 'reference',
        value: slip
      }))
    ]
  })

async function load(rows: Row[], times: number): Promise<unknown> {
  await test.database.write('truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine')
  const request = { method: 'GET' as const, url: 'https://example.com/rates.csv', headers: {} }
  const { id } = await archive(test.database, {
    source: 'one',
    request,
    mediaType: 'text/csv',
    headers: {},
    body: Buffer.from('rates')
  })
  const { good, bad } = checkRows(rows, { ...BANK, rateTypes: [...BANK.rateTypes] }, '2026-03-31')
  for (let time = 0; time < times; time++) await loadRows(test.database, id, good, bad)
  return {
    rates: await test.database.read('select date, quote, value from rates order by date, quote'),
    quarantine: await test.database.read('select date, quote, value from quarantine order by date, quote, value')
  }
}

it('stores the same rows in any order of loading, and after repeated loads', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      async ([rows, shuffled]) => {
        const once = await load(rows, 1)
        expect(await load(shuffled, 1)).toEqual(once)
        expect(await load(shuffled, 2)).toEqual(once)
      }
    ),
    { numRuns: 12, seed: 9 }
  )
})
