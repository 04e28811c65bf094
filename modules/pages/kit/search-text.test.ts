import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../../adapters/kit/currencies.ts'
import { currenciesNamed } from './search-text.ts'

const CODES = Object.keys(CURRENCIES).sort()

describe('a search for a currency', () => {
  it.each([
    ['dollar', ['USD', 'AUD', 'CAD', 'HKD', 'SGD']],
    ['pound', ['GBP', 'EGP']],
    ['peso', ['MXN', 'CLP', 'PHP', 'COP', 'ARS']],
    ['$', ['USD', 'AUD', 'CAD', 'HKD', 'SGD']],
    ['zł', ['PLN']],
    ['€', ['EUR']]
  ])('lists the most used first: %s', (text, first) => {
    expect(currenciesNamed(text, CODES).slice(0, first.length)).toEqual(first)
  })

  it('lists all currencies of a name', () => {
    expect(currenciesNamed('dollar', CODES)).toEqual(expect.arrayContaining(['BBD', 'FJD', 'JMD', 'NAD', 'TTD', 'XCD']))
  })

  it.each(['', ' ', '-', 'xyzzy'])('finds none for %j', (text) => {
    expect(currenciesNamed(text, CODES)).toEqual([])
  })
})
