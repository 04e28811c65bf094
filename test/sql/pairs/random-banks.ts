import fc from 'fast-check'
import type { Row } from '../../../adapters/source.ts'
import type { Listed } from '../../../pipelines/load/sources.ts'
import { identity } from '../../support/service.ts'

// Approximate values of one unit in dollars. Banks that agree within a few per cent are not quarantined.
const LEVELS: Record<string, number> = { USD: 1, EUR: 1.1, JPY: 0.0067, IDR: 0.000061, KWD: 3.26, XAU: 2431.7 }
export const TYPES = ['mid', 'buy', 'sell']
const GRAMS = 31.1034768 // in a troy ounce
const DIGITS = 6

export const CURRENCIES = Object.keys(LEVELS)
export const DAYS = ['2024-03-01', '2024-03-04', '2024-03-05', '2024-03-08', '2024-04-12', '2024-04-15']

interface Series {
  base: string
  quote: string
  type: number
  unit: number
  /** In hundredths of a per cent of the level; null if the table of the day has no rate. */
  values: Array<number | null>
  corrections: Array<number | null>
}

export interface RandomBank {
  source: Listed
  rows: Row[]
  /** Rows of a later document with corrections and new rates. */
  later: Row[]
}

const noise = fc.integer({ min: 9_700, max: 10_300 })
const currency = fc.constantFrom(...CURRENCIES)

function seriesOf(home: string, types: number) {
  const others = fc.constantFrom(...CURRENCIES.filter((it) => it !== home))
  const pair = fc.oneof(
    { weight: 4, arbitrary: others.map((other) => [home, other]) },
    { weight: 4, arbitrary: others.map((other) => [other, home]) },
    { weight: 1, arbitrary: fc.tuple(currency, currency).filter(([one, other]) => one !== other) }
  )
  return fc
    .record({
      pair,
      type: fc.nat(types - 1),
      unit: fc.constantFrom(1, 1, 10, 100),
      values: days(3),
      corrections: days(1)
    })
    .map(({ pair: [base, quote], ...rest }): Series => ({ base: base!, quote: quote!, ...rest }))
}

// A value on `share` of four days, on average.
function days(share: number) {
  const value = fc.oneof({ weight: share, arbitrary: noise }, { weight: 4 - share, arbitrary: fc.constant(null) })
  return fc.array(value, { minLength: DAYS.length, maxLength: DAYS.length })
}

function rowsOf(series: Series[], types: string[], which: 'values' | 'corrections'): Row[] {
  return series.flatMap(({ base, quote, type, unit, [which]: values }) =>
    DAYS.flatMap((date, day) => {
      const value = values[day]!
      if (value === null) return []
      const isGold = base === 'XAU'
      const printed = (((LEVELS[base]! / LEVELS[quote]!) * value) / 10_000) * (isGold ? 1 / GRAMS : unit)
      return { date, base, quote, type: types[type]!, value: decimalOf(printed), unit: isGold ? 'gram' : unit }
    })
  )
}

function decimalOf(value: number): string {
  return Number(value.toPrecision(DIGITS))
    .toFixed(16)
    .replace(/\.?0+$/, '')
}

/** A bank with a random home currency, rate types, pairs in both directions, gaps and corrections. */
export function randomBank(code: string): fc.Arbitrary<RandomBank> {
  return fc
    .record({
      home: fc.constantFrom('USD', 'EUR', 'KWD', 'JPY'),
      types: fc.shuffledSubarray(TYPES, { minLength: 1 }),
      cadence: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const)
    })
    .chain(({ home, types, cadence }) =>
      fc
        .uniqueArray(seriesOf(home, types.length), {
          minLength: 3,
          maxLength: 14,
          selector: ({ base, quote, type }) => `${base} ${quote} ${type}`
        })
        .map((series) => ({
          source: { ...identity(code, home, types), cadence },
          rows: rowsOf(series, types, 'values'),
          later: rowsOf(series, types, 'corrections')
        }))
    )
}
