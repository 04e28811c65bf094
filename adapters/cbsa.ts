import { z } from 'zod'
import { distinctRows, documentsAt, readDate, readDecimal, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const RATES = 'https://bcd-api-dca-ipa.cbsa-asfc.cloud-nuage.canada.ca/exchange-rate-lambda/exchange-rates'

// Printed with a Z, but the day is local.
const START = /T00:00:00\.000Z$/
const END = /T23:59:59\.000Z$/

const Currency = z.object({ Value: z.string() })
const Answer = z.object({
  ForeignExchangeRates: z.array(
    z.object({
      Rate: z.string(),
      ExchangeRateEffectiveTimestamp: z.string(),
      ExchangeRateExpiryTimestamp: z.string(),
      FromCurrency: Currency,
      ToCurrency: Currency
    })
  )
})

export default defineSource({
  code: 'cbsa',
  name: 'Canada Border Services Agency, exchange rates',
  country: 'CA',
  homeCurrency: 'CAD',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[1, 165]],
  sourceUrl: 'https://www.cbsa-asfc.gc.ca/eservices/api/er-tc-api-eng.html',
  timezone: 'America/Toronto',
  schedule: '15 0 * * *',
  cadence: 'daily',
  historyFrom: '2021-10-22',
  dated: 'effective',
  notes:
    'Rates from the Bank of Canada are valid for a day, those that the agency sets for longer; each is stored ' +
    'once, with its validity.',
  unread: {
    '$.ForeignExchangeRates.ExchangeRateId': 'numbers of records'
  },
  verified: 'description',

  fetch: documentsAt((window) => spansOf(window, 31).map(({ from, to }) => `${RATES}?startDate=${from}&endDate=${to}`)),

  parse(publication) {
    return distinctRows(
      readJson(publication, Answer).ForeignExchangeRates.map((rate) => {
        const validFrom = readDate(rate.ExchangeRateEffectiveTimestamp.replace(START, ''), 'YYYY-MM-DD')
        const validTo = readDate(rate.ExchangeRateExpiryTimestamp.replace(END, ''), 'YYYY-MM-DD')
        return {
          date: validFrom,
          base: rate.FromCurrency.Value,
          quote: rate.ToCurrency.Value,
          type: 'customs',
          value: readDecimal(rate.Rate),
          validFrom,
          validTo
        }
      })
    )
  }
})
