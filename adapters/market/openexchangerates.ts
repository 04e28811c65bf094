import { z } from 'zod'
import { atLeastOne, readDecimal, readUnixTime, skip } from '../kit/index.ts'
import { printedNumber, readTypedJson } from '../kit/json.ts'
import { defineFeed } from './feed.ts'

// Not in ISO 4217: Bitcoin, and the notes of Guernsey, Man and Jersey, which are pounds sterling.
const NOT_CURRENCIES = new Set(['BTC', 'GGP', 'IMP', 'JEP'])

const Latest = z.object({
  timestamp: printedNumber,
  base: z.literal('USD'),
  rates: z.record(z.string(), printedNumber)
})

export default defineFeed({
  code: 'openexchangerates',
  name: 'Open Exchange Rates',
  class: 'interbank',
  sourceUrl: 'https://docs.openexchangerates.org/reference/latest-json',
  termsUrl: 'https://openexchangerates.org/terms',
  credentials: [{ name: 'OPENEXCHANGERATES_APP_ID', where: 'https://openexchangerates.org/signup' }],
  interval: 3600, // its smallest plan has a thousand requests a month, and new rates every hour
  freshFor: 10_800,

  fetch(http) {
    return http.get(
      `https://openexchangerates.org/api/latest.json?app_id=${encodeURIComponent(http.credential('OPENEXCHANGERATES_APP_ID'))}&prettyprint=false`
    )
  },

  parse(publication) {
    const { timestamp, rates } = readTypedJson(publication, Latest)
    const time = readUnixTime(timestamp)
    const currencies = skip(Object.entries(rates), 'not a currency', ([currency]) => NOT_CURRENCIES.has(currency))
    return atLeastOne(
      currencies.map(([currency, rate]) => ({ currency, rate: readDecimal(rate), time })),
      'rate'
    )
  }
})
