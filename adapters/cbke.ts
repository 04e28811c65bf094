import { z } from 'zod'
import { answersAt, atLeastOne, codeOf, distinctRows, formPost, readCount, readDate, readDecimal } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const TABLE = 'https://www.centralbank.go.ke/wp-admin/admin-ajax.php?action=get_wdtable&table_id=193'
const ALL_ROWS: Array<[string, string]> = [
  ['draw', '1'],
  ['start', '0'],
  ['length', '-1']
]

// prettier-ignore
const NAMES = {
  'AE DIRHAM': 'AED', 'AUSTRALIAN $': 'AUD', 'BIF': 'BIF', 'CAN $': 'CAD', 'CHINESE YUAN': 'CNY', 'DAN KRONER': 'DKK',
  'EURO': 'EUR', 'HONGKONG DOLLAR': 'HKD', 'IND RUPEE': 'INR', 'JPY': 'JPY', 'NOR KRONER': 'NOK', 'RWF': 'RWF',
  'S FRANC': 'CHF', 'SA RAND': 'ZAR', 'SAUDI RIYAL': 'SAR', 'SINGAPORE DOLLAR': 'SGD', 'STG POUND': 'GBP',
  'SW KRONER': 'SEK', 'TSHS': 'TZS', 'US DOLLAR': 'USD', 'USHS': 'UGX'
}
const LABEL = /^(?<perShilling>KES \/ )?(?<name>.+?)(?: \((?<count>\d+)\))?$/ // KES / USHS, JPY (100)

const Table = z.object({ recordsTotal: z.string(), data: z.array(z.tuple([z.string(), z.string(), z.string()])) })

export default defineSource({
  code: 'cbke',
  name: 'Central Bank of Kenya',
  country: 'KE',
  homeCurrency: 'KES',
  kind: 'central_bank',
  rateTypes: ['mean'],
  pairs: [[17, 25]],
  sourceUrl: 'https://www.centralbank.go.ke/forex/',
  timezone: 'Africa/Nairobi',
  schedule: '30 11 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-01-05',
  dated: 'made',
  publishes: '11:30',
  notes:
    'The shillings of Uganda and Tanzania and the francs of Rwanda and Burundi are printed per Kenyan ' +
    'shilling. Earlier rates are in a separate table and left out, because its layout is not known.',
  verified: 'recording',
  backfillDays: 20_000, // the whole table is one answer

  fetch: answersAt(TABLE, () => [formPost(ALL_ROWS)]),

  parse(publication) {
    const { recordsTotal, data } = readJson(publication, Table)
    if (recordsTotal !== String(data.length)) throw new LayoutError(`${recordsTotal} rates`, String(data.length))
    // The table of 28 November 2025 repeats all rates.
    return distinctRows(
      atLeastOne(data, 'rate').map(([day, label, printed]) => {
        const { perShilling, name = '', count = '1' } = LABEL.exec(label)?.groups ?? {}
        const currency = codeOf(NAMES, name)
        const [base, quote] = perShilling ? ['KES', currency] : [currency, 'KES']
        return {
          date: readDate(day, 'DD/MM/YYYY'),
          base,
          quote,
          type: 'mean',
          value: readDecimal(printed),
          unit: readCount(count)
        }
      })
    )
  }
})
