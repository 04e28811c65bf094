import { z } from 'zod'
import {
  addDays,
  atLeastOne,
  endOfMonth,
  excerpt,
  parameterOf,
  readDate,
  readDecimal,
  readText,
  requestedBetween,
  skip,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readCsvRows } from './kit/csv.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Http, type Publication, type Row, type Window } from './source.ts'

const RELEASE =
  'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&filetype=csv&label=include&layout=seriescolumn&lastobs='
const FRED = 'https://api.stlouisfed.org/fred/series/observations'

// The names of a series in the release and in FRED, its base and its quote.
const SERIES: Array<[string, string, string, string]> = [
  ['RXI$US_N.B.AL', 'DEXUSAL', 'AUD', 'USD'],
  ['RXI$US_N.B.EU', 'DEXUSEU', 'EUR', 'USD'],
  ['RXI$US_N.B.NZ', 'DEXUSNZ', 'NZD', 'USD'],
  ['RXI$US_N.B.UK', 'DEXUSUK', 'GBP', 'USD'],
  ['RXI_N.B.BZ', 'DEXBZUS', 'USD', 'BRL'],
  ['RXI_N.B.CA', 'DEXCAUS', 'USD', 'CAD'],
  ['RXI_N.B.CH', 'DEXCHUS', 'USD', 'CNY'],
  ['RXI_N.B.DN', 'DEXDNUS', 'USD', 'DKK'],
  ['RXI_N.B.HK', 'DEXHKUS', 'USD', 'HKD'],
  ['RXI_N.B.IN', 'DEXINUS', 'USD', 'INR'],
  ['RXI_N.B.JA', 'DEXJPUS', 'USD', 'JPY'],
  ['RXI_N.B.MA', 'DEXMAUS', 'USD', 'MYR'],
  ['RXI_N.B.MX', 'DEXMXUS', 'USD', 'MXN'],
  ['RXI_N.B.NO', 'DEXNOUS', 'USD', 'NOK'],
  ['RXI_N.B.SF', 'DEXSFUS', 'USD', 'ZAR'],
  ['RXI_N.B.SI', 'DEXSIUS', 'USD', 'SGD'],
  ['RXI_N.B.KO', 'DEXKOUS', 'USD', 'KRW'],
  ['RXI_N.B.SL', 'DEXSLUS', 'USD', 'LKR'],
  ['RXI_N.B.SD', 'DEXSDUS', 'USD', 'SEK'],
  ['RXI_N.B.SZ', 'DEXSZUS', 'USD', 'CHF'],
  ['RXI_N.B.TA', 'DEXTAUS', 'USD', 'TWD'],
  ['RXI_N.B.TH', 'DEXTHUS', 'USD', 'THB']
]
const BOLIVAR = 'RXI_N.B.VES' // only in the release
const BOLIVAR_FROM = '2018-08-20' // the first day of VES; the release does not name the unit of earlier figures

const MONTHLY = '.M.' // occurs in the file names of a package of monthly series
const POUND = /^RXI\$US_N\.[BM]\.UK$/
const OLD_BOLIVAR = /\.VE$/ // in a unit that the release does not state
const CENTS = new Set(['0.01', '0.00999999978']) // the unit printed up to 2020, although the figures are in dollars

const NO_DATA = 'ND'
const NO_OBSERVATION = '.'

async function* release(window: Window, http: Http) {
  // For a long range, the answer is an empty body.
  for (const { from, to } of spansOf(window, 366))
    yield await http.get(`${RELEASE}&from=${writeDate(from, 'MM/DD/YYYY')}&to=${writeDate(to, 'MM/DD/YYYY')}`)
}

async function* fred({ from, to }: Window, http: Http) {
  const key = http.credential('FRED_API_KEY')
  for (const [, series] of SERIES) {
    yield await http.get(
      `${FRED}?series_id=${series}&api_key=${key}&file_type=json&observation_start=${from}&observation_end=${to}`
    )
  }
}

function pairOf(name: string, date: string): Pick<Row, 'base' | 'quote'> {
  if (name === BOLIVAR && date >= BOLIVAR_FROM) return { base: 'USD', quote: 'VES' }
  const daily = name.replace(MONTHLY, '.B.')
  const [, , base = 'USD', quote = name] = SERIES.find(([release, fred]) => daily === release || name === fred) ?? []
  return { base, quote }
}

function rate(name: string, printedDate: string, printed: string): Row {
  const isMonthly = name.includes(MONTHLY)
  const date = isMonthly
    ? endOfMonth(readDate(printedDate, 'YYYY-MM').slice(0, 7))
    : readDate(printedDate, 'YYYY-MM-DD')
  return {
    date,
    ...pairOf(name, date),
    type: isMonthly ? 'monthly_average' : 'noon_buying',
    value: readDecimal(printed)
  }
}

function heading(rows: string[][], label: string): string[] {
  const row = rows.find(([first]) => first === label)
  if (!row) throw new LayoutError(`a row ${label}`, excerpt(rows.slice(0, 6).flat().join(', ')))
  return row
}

// The unit is `Currency` or names the base: `Currency:_Per_EUR`.
function checkUnit(name: string, unit = '', multiplier = '') {
  if (OLD_BOLIVAR.test(name)) return
  const expected = ['Currency', `Currency:_Per_${pairOf(name, BOLIVAR_FROM).base}`]
  const isCents = POUND.test(name) && CENTS.has(multiplier)
  if (!expected.includes(unit) || (multiplier !== '1' && !isCents)) {
    throw new LayoutError(`${expected.join(' or ')} × 1 for ${name}`, excerpt(`${unit} × ${multiplier}`))
  }
}

function readRelease(publication: Publication): Row[] {
  // The file ends without a line break, but every figure has four decimals.
  const end = readText(publication).slice(-40)
  if (!/,(?:ND|\d*\.\d{4})\s*$/.test(end)) throw new LayoutError('a last figure of four decimals', excerpt(end))
  const rows = readCsvRows(publication, { lastLineOpen: true })
  const [units, multipliers, names] = [
    heading(rows, 'Unit:'),
    heading(rows, 'Multiplier:'),
    heading(rows, 'Time Period')
  ]
  const columns = [...names.entries()].slice(1)
  for (const [index, name] of columns) checkUnit(name, units[index], multipliers[index])
  return atLeastOne(rows.slice(rows.indexOf(names) + 1), 'day').flatMap((day) => {
    if (day.length !== names.length) throw new LayoutError(`a day of ${names.length} cells`, excerpt(day.join(', ')))
    const figures = columns.map(([index, name]) => ({ name, printed: day[index]! }))
    const printed = skip(figures, 'no rate', (it) => it.printed === NO_DATA)
    return skip(printed, 'bolívar of an unnamed unit', ({ name }) => OLD_BOLIVAR.test(name)).map((it) =>
      rate(it.name, day[0]!, it.printed)
    )
  })
}

const Observations = z.object({
  units: z.literal('lin'),
  observations: z.array(z.object({ date: z.string(), value: z.string() }))
})

function readFred(publication: Publication): Row[] {
  const series = parameterOf(publication, 'series_id')
  return skip(readJson(publication, Observations).observations, 'no rate', (it) => it.value === NO_OBSERVATION).map(
    (it) => rate(series, it.date, it.value)
  )
}

export default defineSource({
  code: 'fed',
  name: 'Board of Governors of the Federal Reserve System (H.10)',
  country: 'US',
  homeCurrency: 'USD',
  kind: 'central_bank',
  rateTypes: ['noon_buying', 'monthly_average'],
  pairs: [
    [1, 1],
    [16, 28]
  ],
  sourceUrl: 'https://www.federalreserve.gov/releases/h10/current/',
  termsUrl: 'https://www.federalreserve.gov/disclaimer.htm',
  timezone: 'America/New_York',
  schedule: '30 16 * * 1',
  cadence: 'weekly',
  historyFrom: '1971-01-04',
  dated: 'made',
  publishes: '16:30',
  notes:
    'The release has the daily rates of the previous week. FRED is read only if the release does not answer and ' +
    'FRED_API_KEY is set. The dollar indexes are left out. The bolívar begins on 20 August 2018, because the release ' +
    'does not state the unit of earlier figures; FRED does not have it. FRED was checked against a recorded answer, ' +
    'the release was not.',
  verified: 'description',
  credentials: [{ name: 'FRED_API_KEY', where: 'https://fredaccount.stlouisfed.org/apikeys', optional: true }],

  requested(publication) {
    return publication.request.url.startsWith(FRED)
      ? requestedBetween('observation_start', 'observation_end')(publication)
      : requestedBetween('from', 'to', 'MM/DD/YYYY')(publication)
  },

  fetch(window, http) {
    // The release is up to a week late, and after a holiday it is published on a Tuesday. A request that begins a week
    // earlier always has days.
    const wanted = { ...window, from: addDays(window.from, -7) }
    return http.firstOf(
      () => release(wanted, http),
      () => fred(wanted, http)
    )
  },

  parse(publication) {
    return publication.request.url.startsWith(FRED) ? readFred(publication) : readRelease(publication)
  }
})
