import { z } from 'zod'
import {
  checkSubject,
  documentsAt,
  parameterOf,
  readCount,
  readDecimal,
  requestedBetween,
  spansOf
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://connect.bcm.mr/api/cours_change_reference'
const PAGE = 'https://www.bcm.mr/money-rate-table'

// prettier-ignore
const CURRENCIES = [
  'AED', 'CAD', 'CHF', 'CNY', 'DKK', 'DZD', 'EUR', 'GBP', 'JPY', 'KWD', 'LYD', 'MAD', 'NOK', 'SAR', 'SEK', 'TND',
  'USD', 'XDR', 'XOF'
]
const SDR: Record<string, string> = { DTS: 'XDR', SDR: 'XDR' }

// Absent if the unit is one.
const Rates = z.array(
  z.object({
    date: z.iso.date(),
    currency: z.string().toUpperCase(),
    value: z.string(),
    weight: z.string().default('1')
  })
)

export default defineSource({
  code: 'bcm',
  name: 'Banque Centrale de Mauritanie',
  country: 'MR',
  homeCurrency: 'MRU',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 27]],
  sourceUrl: PAGE,
  timezone: 'Africa/Nouakchott',
  schedule: '0 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '2023-12-01',
  dated: 'made',
  notes: 'History before December 2023 has not been tried.',
  verified: 'description',
  tls: [
    {
      quirk: 'incomplete_chain',
      reason:
        'Public programs that read the service switch the check of its certificate off, so the chain seems to ' +
        'be incomplete.'
    }
  ],

  requested: requestedBetween('from', 'to'),
  fetch: documentsAt(
    (window) =>
      spansOf(window, 365).flatMap(({ from, to }) => {
        return CURRENCIES.map((currency) => `${API}?from=${from}&to=${to}&currency=${currency}`)
      }),
    { headers: { accept: 'application/json', referer: PAGE } }
  ),

  parse(publication) {
    const wanted = parameterOf(publication, 'currency')
    return readJson(publication, Rates).map(({ date, currency, value, weight }) => {
      const base = SDR[currency] ?? currency
      checkSubject(wanted, base)
      return { date, base, quote: 'MRU', type: 'reference', value: readDecimal(value), unit: readCount(weight) }
    })
  }
})
