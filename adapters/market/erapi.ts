import { z } from 'zod'
import { atLeastOne, readDecimal, readUnixTime, skip } from '../kit/index.ts'
import { printedNumber, readTypedJson } from '../kit/json.ts'
import { defineFeed } from './feed.ts'

// Not in ISO 4217: the notes of the Faroes, Guernsey, Man, Jersey, Kiribati and Tuvalu, which are Danish kroner, pounds
// sterling and Australian dollars.
const NOT_CURRENCIES = new Set(['FOK', 'GGP', 'IMP', 'JEP', 'KID', 'TVD'])

const Latest = z.object({
  result: z.literal('success'),
  time_last_update_unix: printedNumber,
  base_code: z.literal('USD'),
  rates: z.record(z.string(), printedNumber)
})

export default defineFeed({
  code: 'erapi',
  name: 'ExchangeRate-API',
  class: 'official', // one rate a day for reference, not a rate at which the market deals
  sourceUrl: 'https://www.exchangerate-api.com/docs/free',
  termsUrl: 'https://www.exchangerate-api.com/terms',
  interval: 3600,
  freshFor: 172_800,

  fetch(http) {
    return http.get('https://open.er-api.com/v6/latest/USD')
  },

  parse(publication) {
    const { time_last_update_unix: updated, rates } = readTypedJson(publication, Latest)
    const time = readUnixTime(updated)
    const currencies = skip(Object.entries(rates), 'not a currency', ([currency]) => NOT_CURRENCIES.has(currency))
    return atLeastOne(
      currencies.map(([currency, rate]) => ({ currency, rate: readDecimal(rate), time })),
      'rate'
    )
  }
})
