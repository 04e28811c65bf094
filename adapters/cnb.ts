import { z } from 'zod'
import { codeOn, documentsAt, readCount, readDecimal, requestedFor, yearsIn } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

// The list of a year is empty before its first fixing.
const Year = z.object({
  rates: z.array(z.object({ currencyCode: z.string(), amount: z.string(), validFor: z.iso.date(), rate: z.string() }))
})

export default defineSource({
  code: 'cnb',
  name: 'Czech National Bank',
  country: 'CZ',
  homeCurrency: 'CZK',
  kind: 'central_bank',
  rateTypes: ['fixing'],
  pairs: [[26, 35]],
  sourceUrl:
    'https://www.cnb.cz/en/financial-markets/foreign-exchange-market/central-bank-exchange-rate-fixing/central-bank-exchange-rate-fixing/',
  termsUrl: 'https://www.cnb.cz/en/footer/general-terms-and-conditions/',
  timezone: 'Europe/Prague',
  schedule: '35 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '1991-01-01',
  dated: 'made',
  publishes: '14:30',
  notes:
    'The monthly table of other currencies is the source cnb_other. In January 1991 the Belgian franc is ' +
    'printed as BEC, and the dinar of 1990 (YUN) as YUD.',
  verified: 'recording',

  requested: requestedFor('year', 'YYYY'),
  fetch: documentsAt((window) =>
    yearsIn(window).map((year) => `https://api.cnb.cz/cnbapi/exrates/daily-year?lang=EN&year=${year}`)
  ),

  parse(publication) {
    return readJson(publication, Year).rates.map(({ currencyCode, amount, validFor, rate }) => {
      return {
        date: validFor,
        base: currencyCode === 'BEC' ? 'BEF' : codeOn(currencyCode, validFor, { YUN: '1990-01-01' }),
        quote: 'CZK',
        type: 'fixing',
        value: readDecimal(rate),
        unit: readCount(amount)
      }
    })
  }
})
