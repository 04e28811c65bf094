import { afterAll, beforeAll, expect, it } from 'vitest'
import { ISO_4217 } from '../../../adapters/kit/currency-facts.ts'
import { MINOR_UNITS } from '../../../api/sources/symbols-query.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { money } from '../../pages/kit/figures.ts'
import { convertAmounts } from '../figures.ts'
import type { KnownRule } from '../rulebook.ts'
import { loadRules } from '../rules/registry.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

// List one of ISO 4217 of 2026-01-01; every other current code with decimals has two.
const OTHERS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW'
}
const WITHOUT = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'
// 1,234.56785 rounded half up
const ROUNDED: Record<number, string> = { 0: '1,235', 2: '1,234.57', 3: '1,234.568', 4: '1,234.5679' }

const current = ISO_4217.filter(({ withdrawn }) => withdrawn === null).map(({ code }) => code)
const decimalsOf = (code: string): number =>
  Number(Object.entries(OTHERS).find(([, codes]) => codes.split(' ').includes(code))?.[0] ?? 2)

it('rounds amounts in all currencies to the decimals of ISO 4217, in SQL and on pages', async () => {
  const rounded = current.filter((code) => !WITHOUT.split(' ').includes(code))
  expect(rounded).toHaveLength(165)
  const rule = loadRules().rules.find((it) => it.rounding === undefined) as KnownRule
  const amounts = await convertAmounts(
    test.database,
    rounded.map((target) => ({ target, amount: '1234.56785', factor: '1', divisor: '1', rule }))
  )
  rounded.forEach((code, at) => {
    const expected = ROUNDED[decimalsOf(code)]!
    expect([code, amounts[at], money('1234.56785', code)]).toEqual([code, expected.replace(',', ''), expected])
  })
})

it('gives the forint, the rupiah and the currencies of Colombia, Pakistan and Serbia two decimals', () => {
  // CLDR 48 (Node 20.20.2) gives the first four no decimals; other versions of Node differ.
  for (const code of ['HUF', 'IDR', 'COP', 'PKR', 'RSD']) expect([code, MINOR_UNITS.get(code)]).toEqual([code, 2])
})

it('rounds amounts in former currencies to their own decimals, and does not round metals', () => {
  expect([money('1234.56785', 'ITL'), money('1234.56785', 'DEM')]).toEqual(['1,235', '1,234.57'])
  for (const code of WITHOUT.split(' ')) expect(money('1234.56785', code)).toBe('1,234.56785')
})
