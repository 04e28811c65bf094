import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { Batch } from '../batch/batch.ts'
import { checkFile } from '../batch/file.ts'
import { checkMethod, methodLines } from '../batch/method.ts'
import { registerRules } from '../register.ts'
import { loadRules } from '../rules/registry.ts'
import { runHere } from '../../../test/cli/run.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../../test/support/database.ts'

let test: TestDatabase
const nbp = (date: string, value: string): Row => ({ date, base: 'USD', quote: 'PLN', type: 'mid', value })
const ecb = (date: string, quote: string, value: string): Row => ({
  date,
  base: 'EUR',
  quote,
  type: 'reference',
  value
})

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database)
  await registerRules(test.database, loadRules())
  await seedRows(test.database, 'nbp', [nbp('2026-03-02', '3.6056'), nbp('2026-03-03', '3.6820')])
  await seedRows(test.database, 'ecb', [ecb('2026-03-02', 'USD', '1.1698'), ecb('2026-03-02', 'PLN', '4.2500')])
})
afterAll(() => test.drop())

async function linesOf(file: string, elected?: string): Promise<string[]> {
  const path = join(mkdtempSync(join(tmpdir(), 'ratebook-method-')), 'year.csv')
  writeFileSync(path, file)
  const defaults = { jurisdiction: 'PL', purpose: 'vat', rule: elected }
  const batch = await Batch.open(test.database, defaults, { at: Date.parse('2026-11-21T12:00:00Z'), withUnsure: false })
  await checkFile(batch, path, 'csv')
  return methodLines(await checkMethod(batch, path, 'csv', { elected }))
}

describe('the check of the method of a year', () => {
  it('names the rows whose rule or rate deviates from it', async () => {
    const lines = await linesOf(
      'date,currency,rule,rate\n2026-03-03,USD,,3.6056\n2026-03-03,USD,pl-vat-ecb,\n2026-03-04,USD,,3.6056\n2026-03-04,USD,,3.682\n'
    )
    expect(lines).toEqual([
      'row 3, 2026-03-03: uses pl-vat-ecb, not pl-vat',
      'row 4, 2026-03-04: has the rate 3.6056; pl-vat gives 3.6820',
      '2 of 4 rows depart from the method of their year',
      '2026: pl-vat; no duty to keep the method is recorded'
    ])
  })

  it('uses the elected rule as the method, and cites the law that makes it binding', async () => {
    const lines = await linesOf('date,currency,rule\n2026-03-03,USD,pl-vat\n2026-03-03,USD,\n', 'pl-vat-income')
    expect(lines).toMatchObject([
      'row 2, 2026-03-03: uses pl-vat, not pl-vat-income',
      '1 of 2 rows depart from the method of their year',
      expect.stringMatching(/^2026: pl-vat-income; .+ \(Ustawa o podatku od towarów i usług, /)
    ])
  })
})

describe('ratebook applicable FILE --check-method', () => {
  it('prints the rows that deviate and the binding law, and exits with 2', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'ratebook-method-')), 'year.csv')
    const args = ['applicable', path, '--jurisdiction', 'PL', '--purpose', 'vat', '--check-method']
    const environment = { DATABASE_URL: test.url, PATH: process.env.PATH! }
    writeFileSync(path, 'date,currency,rule,rate\n2026-03-03,USD,,3.6056\n2026-03-03,USD,pl-vat-ecb,\n')
    expect(await runHere(args, environment)).toMatchObject({
      code: 2,
      stdout:
        'row 3, 2026-03-03: uses pl-vat-ecb, not pl-vat\n1 of 2 rows depart from the method of their year\n' +
        '2026: pl-vat; no duty to keep the method is recorded\n'
    })
    writeFileSync(path, 'date,currency,rule,rate\n2026-03-03,USD,,3.6056\n2026-03-04,USD,,3.6820\n')
    expect(await runHere(args, environment)).toMatchObject({
      code: 0,
      stdout: '0 of 2 rows depart from the method of their year\n2026: pl-vat; no duty to keep the method is recorded\n'
    })
  })
})
