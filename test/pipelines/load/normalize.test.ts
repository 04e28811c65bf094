import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expandExponent, readDecimal } from '../../../adapters/kit/numbers.ts'
import { isExactUnit, multiply, perOneUnit } from '../../../pipelines/load/normalize.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, decimals]) => {
    const text = digits.toString().padStart(decimals + 1, '0')
    return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
  })

/** A decimal as an exact fraction. */
function fraction(text: string): [bigint, bigint] {
  const [whole = '', part = ''] = text.split('.')
  return [BigInt(whole + part), 10n ** BigInt(part.length)]
}

function equal([a, b]: [bigint, bigint], [c, d]: [bigint, bigint]): boolean {
  return a * d === c * b
}

it('shifts the decimal point by the zeros of the unit', () => {
  expect(perOneUnit('24.170', 100)).toBe('0.24170')
  expect(perOneUnit('53.9256', 1_000_000)).toBe('0.0000539256')
  expect(perOneUnit('1570', 1)).toBe('1570')
  expect(perOneUnit('8', 5)).toBe('1.6')
})

it('converts a price per gram to one per troy ounce', () => {
  expect(perOneUnit('621.3365', 'gram')).toBe('19325.72541274320')
})

it('refuses a unit whose quotient is not a finite decimal', () => {
  expect(() => perOneUnit('1', 3)).toThrow(RangeError)
  expect([1, 2, 10, 1_000_000, 'gram' as const].every(isExactUnit)).toBe(true)
  expect([3, 7, 12].some(isExactUnit)).toBe(false)
})

it('converts exactly: value times unit is the printed figure', () => {
  fc.assert(
    fc.property(decimal, fc.constantFrom(1, 5, 10, 50, 100, 1000, 10_000, 1_000_000), (value, unit) => {
      const [digits, scale] = fraction(perOneUnit(value, unit))
      return equal([digits * BigInt(unit), scale], fraction(value))
    })
  )
})

it('multiplies exactly', () => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const [a, b] = fraction(one)
      const [c, d] = fraction(other)
      return equal(fraction(multiply(one, other)), [a * c, b * d])
    })
  )
})

it('reads every notation of a figure to the same decimal', () => {
  fc.assert(
    fc.property(decimal, (value) => {
      const [whole = '', part] = value.split('.')
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '|')
      expect(readDecimal(value)).toBe(value)
      expect(readDecimal(grouped.replaceAll('|', ',') + (part === undefined ? '' : `.${part}`))).toBe(value)
      expect(readDecimal(grouped.replaceAll('|', '\u00a0') + (part === undefined ? '' : `,${part}`), ',')).toBe(value)
      if (whole.length > 3) {
        expect(readDecimal(grouped.replaceAll('|', '.') + (part === undefined ? '' : `,${part}`), ',')).toBe(value)
      }
    })
  )
})

it('writes exponents out with all digits', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-15, max: 1e15, noNaN: true }),
      (value) => Number(expandExponent(String(value))) === value
    )
  )
  fc.assert(
    fc.property(decimal, fc.integer({ min: -9, max: 9 }), (value, exponent) => {
      const [digits, scale] = fraction(value)
      const shifted: [bigint, bigint] =
        exponent < 0 ? [digits, scale * 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), scale]
      return equal(fraction(expandExponent(`${value}E${exponent}`)), shifted)
    })
  )
})

it.each(['N/A', '-', '', '1,23', '1.2.3', '12,34,567', 'abc', '1e', '--1'])('returns %j unchanged', (printed) => {
  expect(readDecimal(printed)).toBe(printed)
})
