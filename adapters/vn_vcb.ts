import { z } from 'zod'
import { daysIn, documentsAt, figuresOf, readDecimal, requestedFor } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://www.vietcombank.com.vn/api/exchangerates'

// in the order of the source's rate types
const FIGURES = { transfer: 'transfer_buy', sell: 'sell', cash: 'cash_buy' } as const
const NO_RATE = /^(?:0\.00|-)?$/ // the bank does not trade the currency in this form
const MIDNIGHT = /T00:00:00$/

const Table = z.object({
  Date: z
    .string()
    .regex(MIDNIGHT)
    .transform((text) => text.replace(MIDNIGHT, ''))
    .pipe(z.iso.date()),
  UpdatedDate: z.string().optional(),
  Data: z
    .array(z.object({ currencyCode: z.string(), cash: z.string(), transfer: z.string(), sell: z.string() }))
    .nonempty()
})

export default defineSource({
  code: 'vn_vcb',
  name: 'Vietcombank',
  country: 'VN',
  homeCurrency: 'VND',
  kind: 'commercial_bank',
  rateTypes: ['transfer_buy', 'sell', 'cash_buy'],
  pairs: [[16, 24]],
  sourceUrl: 'https://www.vietcombank.com.vn/en/KHCN/Cong-cu-tien-ich/Ty-gia',
  timezone: 'Asia/Ho_Chi_Minh',
  schedule: '30 9,23 * * *',
  cadence: 'daily',
  historyFrom: '2020-01-01',
  dated: 'made',
  publishes: '08:30',
  notes:
    'Rates of a commercial bank. The table changes during the day; that of a past day is its last. The first ' +
    'available day is not known.',
  verified: 'recording',

  // For a day without a table, the answer is the previous table.
  requested: requestedFor('date', 'YYYY-MM-DD', { early: 14 }),
  fetch: documentsAt((window) => daysIn(window).map((day) => `${API}?date=${day}`)),

  parse(publication) {
    const { Date: date, UpdatedDate: updated = '', Data: currencies } = readJson(publication, Table)
    // the bank may have made a table on an earlier day
    const time = updated.startsWith(`${date}T`) ? updated.slice(11, 16) : undefined
    return currencies.flatMap((currency) =>
      figuresOf(FIGURES, (field) => currency[field], NO_RATE).map(({ type, printed }) => {
        return { date, base: currency.currencyCode, quote: 'VND', type, value: readDecimal(printed), time }
      })
    )
  }
})
