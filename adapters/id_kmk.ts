import {
  atLeastOne,
  documentsAt,
  excerpt,
  partsOf,
  readDate,
  readDecimal,
  recordsUnder,
  requestedFor,
  weeksIn
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://fiskal.kemenkeu.go.id/informasi-publik/kurs-pajak'
const WEDNESDAY = 3

const HEADINGS = ['No', 'Mata Uang', 'Nilai', 'Perubahan']
const PERIOD = /Tanggal berlaku: (\d{1,2} \p{L}+ \d{4}) - (\d{1,2} \p{L}+ \d{4})/iu
const YEN_PER_100 = 'untuk JPY adalah Nilai Rupiah per 100'
const NAME = /(?:^|[^A-Z])([A-Z]{3})$/ // Dolar Amerika Serikat (USD) USD

export default defineSource({
  code: 'id_kmk',
  name: 'Ministry of Finance of Indonesia (Kurs Pajak)',
  country: 'ID',
  homeCurrency: 'IDR',
  kind: 'tax_authority',
  rateTypes: ['tax'],
  pairs: [[18, 32]],
  sourceUrl: PAGE,
  timezone: 'Asia/Jakarta',
  schedule: '0 9 * * 3',
  cadence: 'weekly',
  historyFrom: '2005-01-05',
  dated: 'effective',
  notes:
    'A weekly decree sets the rates, which are valid from Wednesday to Tuesday. The adapter was written from ' +
    'the text of a page; the first available week is not known.',
  unread: {
    'column "Perubahan"': 'the change, whose sign is an image'
  },
  verified: 'description',

  // The week of a day begins at most six days before it; a decree for fewer or more days moves that day.
  requested: requestedFor('date', 'YYYY-MM-DD', { early: 13 }),
  fetch: documentsAt((window) => weeksIn(window, WEDNESDAY).map((day) => `${PAGE}?date=${day}`)),

  parse(publication) {
    const page = readHtml(publication)
    const [, first = '', last = ''] = PERIOD.exec(page.text) ?? []
    const [date, validTo] = [readDate(first, 'D MMM YYYY', 'id'), readDate(last, 'D MMM YYYY', 'id')]
    if (!page.text.includes(YEN_PER_100)) throw new LayoutError('a note that the yen is per 100', excerpt(page.text))
    const lines = recordsUnder(HEADINGS, page.one('div.table-responsive table').rows)
    return atLeastOne(lines, 'rate').map((line) => {
      const [base = ''] = partsOf(line('Mata Uang'), NAME, 'a name that ends with a code')
      return {
        date,
        base,
        quote: 'IDR',
        type: 'tax',
        value: readDecimal(line('Nilai'), ','),
        unit: base === 'JPY' ? 100 : 1,
        validFrom: date,
        validTo
      }
    })
  }
})
