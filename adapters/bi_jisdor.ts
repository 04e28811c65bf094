import {
  partsOf,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  spansOf,
  withHeaders,
  writeDate
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://www.bi.go.id/id/statistik/informasi-kurs/jisdor/default.aspx'

const MIDNIGHT = /^(\d{1,2}\/\d{1,2}\/\d{4}) 12:00:00 AM$/ // the month comes first, unlike on the page

export default defineSource({
  code: 'bi_jisdor',
  name: 'Bank Indonesia, Jakarta Interbank Spot Dollar Rate (JISDOR)',
  country: 'ID',
  homeCurrency: 'IDR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'Asia/Jakarta',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2013-05-20',
  dated: 'made',
  publishes: '16:15',
  notes:
    'The US dollar only; the other currencies are in source bi. Rows of the exported workbook were seen in ' +
    'public code; neither a whole workbook nor the page was seen.',
  verified: 'description',
  pause: 1000,

  requested: requestedBetween('$TextBoxFrom', '$TextBoxDateTo', 'DD/MM/YYYY'),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 31)) {
      const visit = http.session()
      const form = readForm(await visit.get(PAGE), 'form#aspnetForm')
      const [first, last] = [writeDate(from, 'DD/MM/YYYY'), writeDate(to, 'DD/MM/YYYY')]
      const post = form.submit([
        [form.nameOf('$TextBoxFrom'), first],
        [form.nameOf('$HiddenFieldDateFrom'), first],
        [form.nameOf('$TextBoxDateTo'), last],
        [form.nameOf('$HiddenFieldDateTo'), last],
        [form.nameOf('$ButtonExport'), 'Unduh']
      ])
      yield await visit.post(form.url, withHeaders(post, { referer: PAGE }))
    }
  },

  parse(publication) {
    const rows = readWorkbook(publication, 'xlsx').flatMap((sheet) => sheet.rows)
    return recordsUnder(['NO', 'Tanggal', 'Kurs'], rows).map((record) => {
      const [day = ''] = partsOf(record('Tanggal'), MIDNIGHT, 'a day like 8/7/2026 12:00:00 AM')
      return {
        date: readDate(day, 'M/D/YYYY'),
        base: 'USD',
        quote: 'IDR',
        type: 'reference',
        value: readDecimal(record('Kurs'))
      }
    })
  }
})
