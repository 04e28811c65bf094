import {
  atLeastOne,
  codeOf,
  excerpt,
  monthName,
  only,
  readDate,
  readDecimal,
  readSerial,
  requestedAt,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readPdf } from './kit/pdf.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError, type Http, type Publication, type Row, type Window } from './source.ts'

const DOCUMENTS = 'https://www.sbp.org.pk/assets/document'
const WORKBOOKS = ['BFER_Daily.xlsx', 'BFER_Daily_Arch.xlsx'] // a recent month, and all months

const READY = 'READY'
const FORWARD = /^\d+-(WEEK|MONTH|YEAR)$/

const FIRST_SHEET = '2025-08-27'
const LONG = 'mark-to-market-revaluation-exchange-rate-'
// The possible names of daily sheets up to a day; the sheets of one day may have any of several names.
const NAMES: Array<[last: string, names: (day: string) => string[]]> = [
  ['2026-05-31', (day) => [`${LONG}${writeDate(day, 'DD-MMM-YY')}`]],
  [
    '2026-07-02',
    (day) => [writeDate(day, 'DD-MMM-YY'), `${writeDate(day, 'DD-MMM-YY')}_1`, `${LONG}${writeDate(day, 'DD-MMM-YY')}`]
  ],
  [
    '9999-12-31',
    (day) => [`${LONG}${writeDate(day, 'DD')}-${monthName(day)}-${day.slice(0, 4)}`, writeDate(day, 'DD-MMM-YY')]
  ]
]
const FULL_YEAR = /-\d{4}\.pdf$/
// the publisher's answer, with status 200, for a document that does not exist
const HOME_PAGE = 'State Bank of Pakistan'

const TITLE = 'Exchange Rates for Mark to Market Revaluation by Authorized Dealers in Foreign Exchange'
const CODE = /^[A-Z]{3}$/
const NOTE = /^1?(Note:.*)?$/ // the first line below the table
const NO_RATE = '0.0000'

const NOTHING = ''
const HEADINGS = new Set([NOTHING, 'Country', 'Country / Monetary Union', 'Currency'])
const CONTACT = /^Contact person:$/i // the first line below the table
// prettier-ignore
const CURRENCIES = {
  'Australian Dollar': 'AUD', 'Bahraini Dinar': 'BHD', 'Canadian Dollar': 'CAD', 'Chinese Yuan': 'CNY',
  'Danish Krone': 'DKK', 'Euro': 'EUR', 'Hong Kong Dollar': 'HKD', 'Hongkong Dollar': 'HKD', 'Japanese Yen': 'JPY',
  'Japnese Yen': 'JPY', 'Kuwaiti Dinar': 'KWD', 'Malaysian Ringgit': 'MYR', 'New Zealand Dollar': 'NZD',
  'Norwegian Krone': 'NOK', 'Omani Riyal': 'OMR', 'Qatari Riyal': 'QAR', 'Saudi Arabian Riyal': 'SAR',
  'Singapore Dollar': 'SGD', 'Singaporian Dollar': 'SGD', 'Swedish Krone': 'SEK', 'Swedish Krona': 'SEK',
  'Swiss Franc': 'CHF', 'Thai Baht': 'THB', 'Thai Bhat': 'THB', 'Turkish Lira': 'TRY', 'U.A.E. Dirham': 'AED',
  'UAE Dirham': 'AED', 'U.K. Pound Sterling': 'GBP', 'UK Pound Sterling': 'GBP', 'U.S. Dollar': 'USD'
}

async function* sheets({ from, to }: Window, http: Http) {
  for (const day of weekdaysIn({ from: from > FIRST_SHEET ? from : FIRST_SHEET, to })) {
    const [, names] = NAMES.find(([last]) => day <= last)!
    for (const name of names(day)) {
      const answer = await http.find(`${DOCUMENTS}/${name}.pdf`)
      if (answer && !(answer.mediaType === 'text/html' && readHtml(answer).one('title').text === HOME_PAGE)) {
        yield answer
      }
    }
  }
}

async function readSheet(publication: Publication): Promise<Row[]> {
  const [[printed = '', title] = [], headings = [], ...lines] = await readPdf(publication)
  if (title !== TITLE || headings[0] !== 'CURRENCY' || headings[1] !== READY) {
    throw new LayoutError(`${TITLE}, with the columns CURRENCY and READY`, excerpt(`${title} ${headings.join(' ')}`))
  }
  const date = readDate(printed, 'D-MMM-YY')
  const end = lines.findIndex(([first = '']) => !CODE.test(first))
  if (end < 1 || !NOTE.test(lines[end]![0]!)) {
    throw new LayoutError('lines of a currency, and a note below them', excerpt((lines[end] ?? []).join(' ')))
  }
  const cells = lines
    .slice(0, end)
    .flatMap(([base = '', ...figures]) =>
      figures.map((printed, column) => ({ base, printed, heading: headings[column + 1] ?? '' }))
    )
  const ready = skip(cells, 'forward rate', ({ heading }) => FORWARD.test(heading))
  return skip(
    only(ready, READY, ({ heading }) => heading === READY),
    'no rate',
    ({ printed }) => printed === NO_RATE
  ).map(({ base, printed }) => ({ date, base, quote: 'PKR', type: 'reference', value: readDecimal(printed) }))
}

function readAverages(publication: Publication): Row[] {
  const rows = readWorkbook(publication, 'xlsx')[0]!.rows
  const [top, end] = [
    rows.findIndex(([, name]) => name === 'Currency'),
    rows.findIndex(([label = '']) => CONTACT.test(label))
  ]
  const cells = (rows[top] ?? []).map((serial, column) => ({ serial, column }))
  const days = atLeastOne(
    skip(cells, 'headings', ({ serial }) => HEADINGS.has(serial)),
    'day in a heading row with the column Currency'
  ).map(({ serial, column }) => ({ date: readSerial(serial), column }))
  return atLeastOne(
    skip(rows.slice(top + 1, end), 'empty', ([, name]) => name === NOTHING),
    'currency above the contact'
  ).flatMap((cells) => {
    const base = codeOf(CURRENCIES, cells[1]!)
    return skip(days, 'no rate', ({ column }) => cells[column] === NOTHING).map(({ date, column }) => ({
      date,
      base,
      quote: 'PKR',
      type: 'average',
      value: readDecimal(cells[column]!)
    }))
  })
}

export default defineSource({
  code: 'sbp',
  name: 'State Bank of Pakistan',
  country: 'PK',
  homeCurrency: 'PKR',
  kind: 'central_bank',
  rateTypes: ['reference', 'average'],
  pairs: [
    [19, 26],
    [28, 40]
  ],
  sourceUrl: 'https://www.sbp.org.pk/economic-data/mark-to-market-revaluation-exchange-rate',
  termsUrl: 'https://www.sbp.org.pk/our-operations/disclaimer',
  timezone: 'Asia/Karachi',
  schedule: '15 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2013-07-02',
  dated: 'made',
  notes:
    'Reference rates, at which banks revalue their books, begin on 27 August 2025; forward rates are left out. ' +
    'Averages of the banks’ floating rates begin on 2 July 2013; the bank adds each month about three weeks after ' +
    'its end.',
  verified: 'recording',
  backfillDays: 1500, // the averages are all in one document

  requested(publication) {
    return FULL_YEAR.test(publication.request.url)
      ? requestedAt(/(\d\d-[a-z]+-\d{4})\.pdf$/, 'DD-MMM-YYYY')(publication)
      : requestedAt(/(\d\d-[a-z]{3}-\d\d)(?:_1)?\.pdf$/i, 'DD-MMM-YY')(publication)
  },

  async *fetch(window, http) {
    yield* sheets(window, http)
    for (const name of WORKBOOKS) {
      const workbook = await http.find(`${DOCUMENTS}/${name}`, { absent: [] })
      if (workbook) yield workbook
    }
  },

  parse(publication) {
    return publication.request.url.endsWith('.pdf') ? readSheet(publication) : readAverages(publication)
  }
})
