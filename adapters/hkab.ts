import { z } from 'zod'
import {
  atLeastOne,
  daysIn,
  documentsAt,
  partsOf,
  readDecimal,
  requestedAt,
  skip,
  weekday,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const SUNDAY = 0

const TYPES: Record<string, string> = { Selling: 'sell', BuyingTT: 'buy', BuyingOD: 'draft_buy' }
const FIELD = /^([A-Z]{3})(Selling|BuyingTT|BuyingOD)$/
const OTHER_FIELD = /^[a-z]|^RateDate$/ // holiday, updated_at
const CODES: Record<string, string> = { NTD: 'TWD', WON: 'KRW' }
const RETIRED = new Set(['ATS', 'BEF', 'DEM', 'ESP', 'FRF', 'IEP', 'ITL', 'NLG', 'PTE'])

const Holiday = z.object({ holiday: z.literal('1') })
const Table = z.object({ holiday: z.literal('0'), RateDate: z.iso.date() }).catchall(z.string().nullable())

export default defineSource({
  code: 'hkab',
  name: 'Hong Kong Association of Banks',
  country: 'HK',
  homeCurrency: 'HKD',
  kind: 'commercial_bank',
  rateTypes: ['sell', 'buy', 'draft_buy'],
  pairs: [[15, 30]],
  sourceUrl: 'https://www.hkab.org.hk/en/rates/exchange-rates',
  timezone: 'Asia/Hong_Kong',
  schedule: '0 12 * * 1-6',
  cadence: 'daily',
  historyFrom: '2010-01-04',
  dated: 'made',
  publishes: '12:00',
  notes:
    'Opening counter rates of the member banks, from Monday to Saturday; the buying rate is for telegraphic transfers. The answers print ' +
    'no unit: figures are for 100, those of the pound sterling for one. Currencies that became the euro are left ' +
    'out. Two figures of the yuan were seen, but no whole answer; the first day of the history is not known.',
  verified: 'description',
  pause: 1000,
  backfillDays: 60, // one request a day

  requested: requestedAt(/\/(\d{4}-\d\d-\d\d)$/),
  fetch: documentsAt((window) =>
    daysIn(window)
      .filter((day) => weekday(day) !== SUNDAY)
      .map((day) => `https://www.hkab.org.hk/api/member/public/getExrate/${day}`)
  ),

  parse(publication) {
    const answer = readJson(publication, z.union([Holiday, Table]))
    if (answer.holiday === '1') return []
    const { RateDate: date, ...fields } = answer
    const figures = skip(Object.entries(fields), 'fields about the answer', ([name]) => OTHER_FIELD.test(name)).map(
      ([name, printed]) => {
        const [code = '', kind = ''] = partsOf(name, FIELD, 'fields like USDSelling')
        return { code, type: TYPES[kind]!, printed: printed ?? '' }
      }
    )
    const quoted = skip(atLeastOne(figures, 'figure'), 'no rate', ({ printed }) => ZERO_OR_EMPTY.test(printed))
    return skip(quoted, 'a retired currency, whose unit is not known', ({ code }) => RETIRED.has(code)).map(
      ({ code, type, printed }) => {
        return {
          date,
          base: CODES[code] ?? code,
          quote: 'HKD',
          type,
          value: readDecimal(printed),
          unit: code === 'GBP' ? 1 : 100
        }
      }
    )
  }
})
