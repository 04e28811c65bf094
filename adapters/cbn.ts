import { z } from 'zod'
import { atLeastOne, codeOf, documentAt, figuresOf, readDate, readDecimal, skip, ZERO_OR_EMPTY } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

// prettier-ignore
const NAMES = {
  'CFA': 'XOF', 'DANISH KRONA': 'DKK', 'DANISH KRONER': 'DKK', 'EURO': 'EUR', 'JAPANESE YEN': 'JPY',
  'POUND STERLING': 'GBP', 'POUNDS STERLING': 'GBP', 'RIYAL': 'SAR', 'SDR': 'XDR', 'SOUTH AFRICAN RAND': 'ZAR',
  'SWISS FRANC': 'CHF', 'UAE DIRHAM': 'AED', 'US DOLLAR': 'USD', 'YEN': 'JPY', 'YUAN/RENMINBI': 'CNY'
}
const WEST_AFRICAN_UNIT_OF_ACCOUNT = 'WAUA' // it has no code

const TYPES = { centralrate: 'middle', buyingrate: 'buy', sellingrate: 'sell' }

const Rates = z.array(
  z.object({
    currency: z.string(),
    ratedate: z.string(),
    buyingrate: z.string().nullable(),
    centralrate: z.string().nullable(),
    sellingrate: z.string().nullable()
  })
)

export default defineSource({
  code: 'cbn',
  name: 'Central Bank of Nigeria',
  country: 'NG',
  homeCurrency: 'NGN',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[10, 15]],
  sourceUrl: 'https://www.cbn.gov.ng/rates/ExchRateByCurrency.html',
  termsUrl: 'https://www.cbn.gov.ng/Legal.html',
  timezone: 'Africa/Lagos',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-12-10',
  dated: 'made',
  publishes: '16:30',
  terms: 'Redistribution is allowed with attribution and unaltered.',
  notes: 'The West African unit of account (WAUA) has no ISO code and is left out.',
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one answer

  fetch: documentAt('https://www.cbn.gov.ng/api/GetAllExchangeRates'),

  parse(publication) {
    const rates = skip(
      atLeastOne(readJson(publication, Rates), 'rate'),
      'unit of account without a code',
      ({ currency }) => currency.trim() === WEST_AFRICAN_UNIT_OF_ACCOUNT
    )
    return rates.flatMap((rate) =>
      figuresOf(TYPES, (column) => rate[column]?.trim(), ZERO_OR_EMPTY).map(({ type, printed }) => ({
        date: readDate(rate.ratedate, 'YYYY-MM-DD'),
        base: codeOf(NAMES, rate.currency),
        quote: 'NGN',
        type,
        value: readDecimal(printed)
      }))
    )
  }
})
