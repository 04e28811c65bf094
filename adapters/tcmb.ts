import { z } from 'zod'
import {
  addDays,
  atLeastOne,
  checkStart,
  dayIn,
  figuresOf,
  readCount,
  readDate,
  readDecimal,
  readUnixTime,
  requestedAt,
  skip,
  spansOf,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Http, type Publication, type Row, type Window } from './source.ts'

const BULLETINS = 'https://www.tcmb.gov.tr/kurlar'
const EVDS = 'https://evds3.tcmb.gov.tr/igmevdsms-dis'

const TYPES = {
  ForexBuying: 'forex_buy',
  ForexSelling: 'forex_sell',
  BanknoteBuying: 'banknote_buy',
  BanknoteSelling: 'banknote_sell'
}
// The base of a cross: the dollar if the figure is in units per dollar, or the currency itself if it is in dollars.
const CROSSES = { CrossRateUSD: 'USD', CrossRateOther: undefined }
const NO_RATE = '' // a currency whose banknotes are not traded; the selling rate of the SDR
const NEW_LIRA = '2005-01-01' // earlier bulletins are in old lira

// prettier-ignore
const CURRENCIES = [
  'AED', 'AUD', 'AZN', 'CAD', 'CHF', 'CNY', 'DKK', 'EUR', 'GBP', 'JPY', 'KRW', 'KWD', 'KZT', 'NOK', 'PKR', 'QAR',
  'RON', 'RUB', 'SAR', 'SEK', 'USD'
]
const SERIES = CURRENCIES.flatMap((currency) => [`TP.DK.${currency}.A.YTL`, `TP.DK.${currency}.S.YTL`]).join('-')
const SERIES_TYPES: Record<string, string> = { A: 'forex_buy', S: 'forex_sell' }
const SERIES_UNITS: Record<string, number> = { JPY: 100 } // EVDS does not print the unit
// In this zone, every midnight in Turkey falls on its own day, including winter days before 2016.
const MIDNIGHTS = 'Etc/GMT-3'
const EVDS_MOST = 140 // an answer may be limited to its last 150 days
const EVDS_GAP = 14 // days, in case EVDS omits those of a holiday
const NO_BULLETIN = 'null' // a day on which no bulletin came into force

const EVDS_DAYS = z.object({
  items: z.array(
    z
      .object({ Tarih: z.string(), UNIXTIME: z.object({ $numberLong: z.string() }) })
      .catchall(z.string().nullable().transform(String))
  )
})

type Figures = Array<[series: string, printed: string]>

async function* bulletins(window: Window, http: Http) {
  for (const day of weekdaysIn(window)) {
    // For a day without a bulletin, the answer is 404.
    const bulletin = await http.find(`${BULLETINS}/${writeDate(day, 'YYYYMM')}/${writeDate(day, 'DDMMYYYY')}.xml`)
    if (bulletin) yield bulletin
  }
}

async function* evds(window: Window, http: Http) {
  const headers = { key: http.credential('TCMB_API_KEY') }
  for (const { from, to } of spansOf(window, EVDS_MOST)) {
    yield await http.get(
      `${EVDS}/series=${SERIES}&startDate=${writeDate(from, 'DD-MM-YYYY')}&endDate=${writeDate(to, 'DD-MM-YYYY')}&type=json&frequency=1`,
      { headers }
    )
  }
}

function readCurrency(date: string, currency: XmlElement): Row[] {
  const quote = date < NEW_LIRA ? 'TRL' : 'TRY'
  const unit = readCount(currency.one('Unit').text)
  return figuresOf(TYPES, (element) => currency.one(element).text, NO_RATE).map(({ type, printed }) => {
    return { date, base: currency.attribute('CurrencyCode'), quote, type, value: readDecimal(printed), unit }
  })
}

/** The rates against the dollar, which old bulletins do not print. */
function readCrosses(date: string, currency: XmlElement): Row[] {
  const code = currency.attribute('CurrencyCode')
  const crosses = Object.entries(CROSSES).map(([element, base]) => ({
    base: base ?? code,
    printed: currency.maybe(element)?.text ?? NO_RATE
  }))
  const printed = skip(crosses, 'no rate', ({ printed }) => printed === NO_RATE)
  return skip(printed, 'the dollar against itself', () => code === 'USD').map(({ base, printed }) => {
    return { date, base, quote: base === code ? 'USD' : code, type: 'arbitrage', value: readDecimal(printed) }
  })
}

function readSeries(date: string, [series, printed]: Figures[number]): Row {
  const [, base = '', side = ''] = /^TP_DK_([A-Z]{3})_([AS])_YTL$/.exec(series) ?? []
  const type = SERIES_TYPES[side]
  if (!type) throw new LayoutError('a series TP_DK_<code>_<A or S>_YTL', JSON.stringify(series))
  return { date, base, quote: 'TRY', type, value: readDecimal(printed), unit: SERIES_UNITS[base] ?? 1 }
}

/** The day of a row, which is printed both as a date and as its midnight. */
function readDay(printed: string, midnight: string): string {
  const date = readDate(printed, 'DD-MM-YYYY')
  const other = dayIn(readUnixTime(midnight), MIDNIGHTS)
  if (other !== date) {
    throw new LayoutError(`a row whose UNIXTIME is on its day, ${date}`, `${midnight}, which is on ${other}`)
  }
  return date
}

const EVDS_REQUESTED_DAYS = /startDate=([\d-]{10})&endDate=([\d-]{10})/
const requestedOfEvds = requestedAt(EVDS_REQUESTED_DAYS, 'DD-MM-YYYY')

/**
 * EVDS dates a bulletin by the next business day, on which it comes into force. The bulletin's own day is certain if it
 * is the weekday before. A half day before a holiday is a business day without a bulletin, so the first row after a
 * holiday is skipped, and so is one that only repeats.
 */
function readEvds(publication: Publication): Row[] {
  const days = new Map<string, Figures>()
  for (const { Tarih, UNIXTIME, ...columns } of readJson(publication, EVDS_DAYS).items) {
    days.set(
      readDay(Tarih, UNIXTIME.$numberLong),
      skip(Object.entries(columns), 'no rate', ([, printed]) => printed === NO_BULLETIN)
    )
  }
  checkStart(requestedOfEvds(publication), [...days.keys()], EVDS_GAP)
  const bulletins = [...days].map(([date, figures]) => {
    const bulletin = weekdaysIn({ from: addDays(date, -3), to: addDays(date, -1) }).at(-1)!
    return { bulletin, figures, former: days.get(bulletin) ?? [] }
  })
  return skip(
    bulletins,
    'bulletin of an uncertain day',
    ({ figures, former }) => former.length === 0 || JSON.stringify(former) === JSON.stringify(figures)
  ).flatMap(({ bulletin, figures }) => figures.map((figure) => readSeries(bulletin, figure)))
}

export default defineSource({
  code: 'tcmb',
  name: 'Central Bank of the Republic of Türkiye',
  country: 'TR',
  homeCurrency: 'TRY',
  kind: 'central_bank',
  rateTypes: ['forex_buy', 'forex_sell', 'banknote_buy', 'banknote_sell', 'arbitrage'],
  pairs: [
    [17, 25],
    [33, 46]
  ],
  sourceUrl: 'https://www.tcmb.gov.tr/kurlar/today.xml',
  termsUrl: 'https://www.tcmb.gov.tr/wps/wcm/connect/EN/TCMB+EN/Bottom+Menu/Other/Disclaimer',
  timezone: 'Europe/Istanbul',
  schedule: '35 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '1996-04-16',
  dated: 'made',
  publishes: '15:30',
  notes:
    'The data service EVDS is read only if the bulletins do not answer and TCMB_API_KEY is set. EVDS dates a ' +
    'bulletin by the next business day; its rows after a holiday, and rows that repeat the row before, are left out, ' +
    'because the date of their bulletin is not certain. EVDS has no rates against the dollar. Bulletins before 2005 are in old lira (TRL).',
  restated: ['TRY'], // in EVDS
  unread: {
    '/Tarih_Date/Currency/@CrossOrder': 'the place of the currency among the cross rates'
  },
  verified: 'recording',
  credentials: [{ name: 'TCMB_API_KEY', where: 'https://evds3.tcmb.gov.tr', optional: true }],
  backfillDays: 30, // one request a day

  requested(publication) {
    // EVDS dates a bulletin by the next business day.
    if (publication.request.url.startsWith(EVDS)) {
      return requestedAt(EVDS_REQUESTED_DAYS, 'DD-MM-YYYY', { early: 3 })(publication)
    }
    return requestedAt(/(\d{8})\.xml$/, 'DDMMYYYY')(publication)
  },

  fetch(window, http) {
    return http.firstOf(
      () => bulletins(window, http),
      () => evds(window, http)
    )
  },

  parse(publication) {
    if (publication.request.url.startsWith(EVDS)) return readEvds(publication)
    const bulletin = readXml(publication, 'Tarih_Date')
    const date = readDate(bulletin.attribute('Tarih'), 'DD.MM.YYYY')
    return atLeastOne(bulletin.only('Currency'), '<Currency>').flatMap((currency) => [
      ...readCurrency(date, currency),
      ...readCrosses(date, currency)
    ])
  }
})
