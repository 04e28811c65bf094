import { z } from 'zod'
import { readDecimal, readUnixTime } from '../kit/index.ts'
import { printedNumber, readTypedJson } from '../kit/json.ts'
import { defineFeed } from './feed.ts'

// The most traded currencies. Each pair of a request costs a credit, and a plan has a limit of credits per minute.
// prettier-ignore
const CURRENCIES = [
  'EUR', 'JPY', 'GBP', 'CNY', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD', 'SEK', 'KRW', 'NOK', 'NZD', 'INR', 'MXN', 'TWD',
  'ZAR', 'BRL', 'DKK', 'PLN', 'THB', 'ILS', 'IDR', 'CZK', 'AED', 'TRY', 'HUF', 'CLP', 'SAR', 'PHP'
]

const pairOf = (currency: string) => `USD/${currency}`

const Rates = z.object(
  Object.fromEntries(
    CURRENCIES.map((currency) => [
      pairOf(currency),
      z.object({ symbol: z.literal(pairOf(currency)), rate: printedNumber, timestamp: printedNumber })
    ])
  )
)

export default defineFeed({
  code: 'twelvedata',
  name: 'Twelve Data',
  class: 'interbank',
  sourceUrl: 'https://twelvedata.com/docs#exchange-rate',
  termsUrl: 'https://twelvedata.com/terms',
  credentials: [{ name: 'TWELVEDATA_API_KEY', where: 'https://twelvedata.com/account/api-keys' }],
  interval: 60,
  freshFor: 3600,

  fetch(http) {
    const headers = { authorization: `apikey ${http.credential('TWELVEDATA_API_KEY')}` }
    return http.get(`https://api.twelvedata.com/exchange_rate?symbol=${CURRENCIES.map(pairOf).join(',')}`, { headers })
  },

  parse(publication) {
    const rates = readTypedJson(publication, Rates)
    return CURRENCIES.map((currency) => {
      const { rate, timestamp } = rates[pairOf(currency)]!
      return { currency, rate: readDecimal(rate), time: readUnixTime(timestamp) }
    })
  }
})
