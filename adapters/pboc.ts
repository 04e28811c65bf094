import { z } from 'zod'
import { partsOf, readCount, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const HISTORY = 'https://www.chinamoney.com.cn/ags/ms/cm-u-bk-ccpr/CcprHisNew'

const PAIR = /^(\d*)([A-Z]{3})\/([A-Z]{3})$/ // USD/CNY, 100JPY/CNY, CNY/THB
const NO_RATE = '---' // printed on the days before a pair was introduced

const Answer = z.object({
  head: z.object({ rep_code: z.literal('200') }),
  // For a refused request, such as one for a window that is too long, the reason is in flagMessage.
  data: z.object({ head: z.array(z.string()).min(1), pageTotal: z.coerce.number(), flagMessage: z.literal('') }),
  records: z.array(z.object({ date: z.iso.date(), values: z.array(z.string()) }))
})

function readPair(pair: string): { base: string; quote: string; unit: number } {
  const [unit = '', base = '', quote = ''] = partsOf(pair, PAIR, 'a pair like USD/CNY or 100JPY/CNY')
  return { base, quote, unit: readCount(unit || '1') }
}

function readDay(pairs: string[], date: string, values: string[]): Row[] {
  // The figures are in the order of the pairs. In a shorter record the pair of a figure is not certain.
  if (values.length !== pairs.length) throw new LayoutError(`${pairs.length} figures on ${date}`, `${values.length}`)
  return skip(
    pairs.map((pair, index) => ({ ...readPair(pair), printed: values[index]! })),
    'no rate',
    ({ printed }) => printed === NO_RATE
  ).map(({ base, quote, unit, printed }) => ({
    date,
    base,
    quote,
    type: 'reference',
    value: readDecimal(printed),
    unit
  }))
}

export default defineSource({
  code: 'pboc',
  name: "People's Bank of China",
  country: 'CN',
  homeCurrency: 'CNY',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[20, 30]],
  sourceUrl: 'https://www.chinamoney.com.cn/english/bmkcpr/',
  timezone: 'Asia/Shanghai',
  schedule: '20 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2006-01-04',
  dated: 'made',
  publishes: '09:15',
  notes:
    'The central parity of the renminbi, published on behalf of the bank by the China Foreign Exchange Trade ' +
    'System. Some pairs are printed against one unit of foreign currency, the others against one yuan.',
  verified: 'recording',

  requested: requestedBetween('startDate', 'endDate'),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 90)) {
      let pages = 1
      for (let page = 1; page <= pages; page += 1) {
        const answer = await http.post(
          `${HISTORY}?startDate=${from}&endDate=${to}&currency=&pageNum=${page}&pageSize=50`,
          { body: '' }
        )
        pages = readJson(answer, Answer).data.pageTotal
        yield answer
      }
    }
  },

  parse(publication) {
    const { data, records } = readJson(publication, Answer)
    return records.flatMap(({ date, values }) => readDay(data.head, date, values))
  }
})
