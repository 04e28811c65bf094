import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountWith, plainDecimal } from '../../../api/contract/amounts.ts'

/** The value of a decimal text in units of 10^-120. */
function meant(text: string): bigint {
  const [mantissa, exponent = '0'] = text.toLowerCase().split('e') as [string, string?]
  const [whole, fraction = ''] = mantissa.replace('-', '').split('.') as [string, string?]
  const value = BigInt(whole + fraction) * 10n ** BigInt(120 + Number(exponent) - fraction.length)
  return mantissa.startsWith('-') ? -value : value
}

const digits = (min: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: 12 })

describe('a number in plain digits', () => {
  // prettier-ignore
  it.each([
    ['5e-3', '0.005'], ['1.5E3', '1500'], ['12.50', '12.50'], ['007', '7'], ['0.10e+1', '1.0'], ['-2.5e1', '-25'],
    ['0e5', '0'], ['.5', '0.5'], ['-.25e1', '-2.5']
  ])(
    'reads %s as %s',
    (text, plain) => {
      expect(plainDecimal(text)).toBe(plain)
    }
  )

  it('has the value of the number, without exponent or leading zeros', () =>
    fc.assert(
      fc.property(
        digits(0),
        fc.option(digits(1)),
        fc.option(fc.integer({ min: -99, max: 99 })),
        fc.boolean(),
        (whole, fraction, exponent, isNegative) => {
          fc.pre(whole !== '' || fraction !== null)
          const text = `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`
          const plain = plainDecimal(text)
          expect(plain).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
          expect(meant(plain)).toBe(meant(text))
        }
      )
    ))
})

describe('an amount', () => {
  const read = (text: string, isSigned = false) => amountWith({ whole: 4, decimals: 2, isSigned }).safeParse(text)

  it.each(['1', '.5', '.05e1', '9999.99', '1e3', '99.99e2', '1.5e-1'])('accepts %s', (text) =>
    expect(read(text).success).toBe(true)
  )
  it.each(['1e4', '0.001', '1e-3', '-1', '1e', 'e1', '', '1e999', '1,5', ' 1', '.', '5.', '.e1'])(
    'refuses %j, which is out of bounds or not a number',
    (text) => {
      expect(read(text).error!.issues[0]!.message).toBe(
        'expected a decimal number of at least 0 with at most 4 digits and 2 decimals, such as 1234.50 or 1.5e6'
      )
    }
  )
  it('may be negative only for parameters that allow it', () => expect(read('-1e2', true).data).toBe('-100'))
})
