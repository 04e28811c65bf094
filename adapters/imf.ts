import {
  addDays,
  atLeastOne,
  codeOf,
  documentsAt,
  endOfMonth,
  excerpt,
  monthsIn,
  partsOf,
  readDate,
  readDecimal,
  readText,
  requestedFor,
  skip,
  squeeze
} from './kit/index.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const REPORTS = 'https://www.imf.org/external/np/fin/data/rms_mth.aspx'
const FIRST_MONTH = '2003-04'

// The title of each report, and a check that its closing notes are there, so that it was not cut off.
const REPRESENTATIVE = {
  title: 'Representative Exchange Rates for Selected Currencies for ',
  isWhole: (text: string) => !text.includes('\t', text.lastIndexOf('U.S. dollars per currency unit'))
}
const SDR_PER_UNIT = {
  title: 'SDRs per Currency unit for ',
  isWhole: (text: string) => text.trimEnd().endsWith('IMF operations.')
}

// prettier-ignore
const NAMES = {
  'Algerian dinar': 'DZD', 'Australian dollar': 'AUD', 'Bahrain dinar': 'BHD', 'Botswana pula': 'BWP',
  'Brazilian real': 'BRL', 'Brunei dollar': 'BND', 'Canadian dollar': 'CAD', 'Chilean peso': 'CLP',
  'Chinese yuan': 'CNY', 'Colombian peso': 'COP', 'Czech koruna': 'CZK', 'Danish krone': 'DKK', 'Euro': 'EUR',
  'Hungarian forint': 'HUF', 'Icelandic krona': 'ISK', 'Indian rupee': 'INR', 'Iranian rial': 'IRR',
  'Israeli New Shekel': 'ILS', 'Japanese yen': 'JPY', 'Kazakhstani tenge': 'KZT', 'Korean won': 'KRW',
  'Kuwaiti dinar': 'KWD', 'Libyan dinar': 'LYD', 'Malaysian ringgit': 'MYR', 'Mauritian rupee': 'MUR',
  'Mexican peso': 'MXN', 'Nepalese rupee': 'NPR', 'New Zealand dollar': 'NZD', 'Norwegian krone': 'NOK',
  'Omani rial': 'OMR', 'Pakistani rupee': 'PKR', 'Peruvian sol': 'PEN', 'Philippine peso': 'PHP',
  'Polish zloty': 'PLN', 'Qatari riyal': 'QAR', 'Russian ruble': 'RUB', 'Saudi Arabian riyal': 'SAR',
  'Singapore dollar': 'SGD', 'South African rand': 'ZAR', 'Sri Lankan rupee': 'LKR', 'Swedish krona': 'SEK',
  'Swiss franc': 'CHF', 'Thai baht': 'THB', 'Trinidadian dollar': 'TTD', 'Tunisian dinar': 'TND',
  'U.A.E. dirham': 'AED', 'U.K. pound': 'GBP', 'U.S. dollar': 'USD', 'Uruguayan peso': 'UYU'
}

const CURRENCY = /^([^()]+)(\(1\))?$/ // (1) marks a line in dollars per unit; other lines are units per dollar
const NO_RATE = new Set(['NA', '']) // the rate of the day was not reported, or not yet

const SINGLE_CELL = 1 // titles, notes and blank lines have a single cell

/** The direction of a line in a report. */
function pairOf(label: string, report: typeof SDR_PER_UNIT): Pick<Row, 'base' | 'quote' | 'type'> {
  const [name = '', mark] = partsOf(label, CURRENCY, 'the name of a currency, with or without (1)')
  const code = codeOf(NAMES, name)
  if (report === SDR_PER_UNIT) return { base: code, quote: 'XDR', type: 'sdr_per_unit' }
  return mark
    ? { base: code, quote: 'USD', type: 'representative' }
    : { base: 'USD', quote: code, type: 'representative' }
}

/** A month is printed as two tables, one below the other, each with its own heading line of dates. */
function readTables(lines: string[][], report: typeof SDR_PER_UNIT): Row[] {
  let dates: string[] = []
  return skip(lines, 'titles and notes', (cells) => cells.length === SINGLE_CELL).flatMap(([label = '', ...cells]) => {
    if (label === 'Currency') {
      dates = cells.map((cell) => readDate(cell, 'MMM DD, YYYY'))
      return []
    }
    if (cells.length !== dates.length) throw new LayoutError(`${dates.length} figures of ${label}`, `${cells.length}`)
    const pair = pairOf(label, report)
    const figures = skip(
      cells.map((printed, index) => ({ date: dates[index]!, printed })),
      'the dollar in dollars',
      () => pair.base === pair.quote
    )
    return skip(figures, 'no rate', ({ printed }) => NO_RATE.has(printed)).map(({ date, printed }) => ({
      date,
      ...pair,
      value: readDecimal(printed)
    }))
  })
}

function readReport(publication: Publication): Row[] {
  const text = readText(publication)
  const report = [REPRESENTATIVE, SDR_PER_UNIT].find(({ title }) => text.startsWith(title))
  if (!report) throw new LayoutError(`${REPRESENTATIVE.title}… or ${SDR_PER_UNIT.title}…`, excerpt(text))
  if (!report.isWhole(text)) throw new LayoutError('a report that ends with its notes', excerpt(text.slice(-80)))
  return atLeastOne(
    readTables(
      text.split('\n').map((line) => line.split('\t').map(squeeze)),
      report
    ),
    'rate'
  )
}

export default defineSource({
  code: 'imf',
  name: 'International Monetary Fund',
  country: 'XX',
  homeCurrency: 'XDR',
  kind: 'international',
  rateTypes: ['representative', 'sdr_per_unit'],
  pairs: [[1, 44]],
  sourceUrl: 'https://www.imf.org/external/np/fin/data/param_rms_mth.aspx',
  termsUrl: 'https://www.imf.org/en/about/copyright-and-terms',
  timezone: 'America/New_York',
  schedule: '0 15,19 * * 1-5',
  cadence: 'daily',
  historyFrom: '2003-04-01',
  dated: 'made',
  notes:
    'Representative rates in currency units per dollar, some in dollars per unit, and SDRs per currency unit. ' +
    'Central banks report at different times, so a rate of a day may be added later. A past currency with a name ' +
    'that the adapter does not know goes to quarantine.',
  verified: 'recording',

  requested: requestedFor('SelectDate', 'YYYY-MM-DD', { early: 31 }), // the month of that day

  // The request covers some more weeks than the window, because a rate may be reported late.
  fetch: documentsAt(({ from, to }) =>
    monthsIn({ from: addDays(from, -20), to })
      .filter((month) => month >= FIRST_MONTH)
      .flatMap((month) => {
        return ['REP', 'SDRCV'].map(
          (report) => `${REPORTS}?SelectDate=${endOfMonth(month)}&reportType=${report}&tsvflag=Y`
        )
      })
  ),

  parse: readReport
})
