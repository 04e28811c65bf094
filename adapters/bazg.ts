import {
  addDays,
  atLeastOne,
  endOfMonth,
  monthsIn,
  parameterOf,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  readText,
  requestedFor,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const DAILY = 'https://www.backend-rates.bazg.admin.ch/api/xmldaily'
const MONTHLY = 'https://www.backend-rates.bazg.admin.ch/api/xmlavgmonth'

const AMOUNT = /^(\d+) ([A-Z]{3})$/ // 100 EGP
const NO_RATE = ''

function readRates(document: XmlElement, day: Pick<Row, 'date' | 'type' | 'validFrom' | 'validTo'>): Row[] {
  const rates = atLeastOne(document.all('devise'), '<devise>').map((it) => ({
    amount: it.one('waehrung').text,
    printed: it.one('kurs').text
  }))
  return skip(rates, 'no rate', ({ printed }) => printed === NO_RATE).map(({ amount, printed }) => {
    const [unit = '', base = ''] = partsOf(amount, AMOUNT, 'an amount like 100 EGP')
    return { ...day, base, quote: 'CHF', value: readDecimal(printed), unit: readCount(unit) }
  })
}

/**
 * A table is valid on the day after it is set, and Friday's on the next three days. The rows are returned for each of
 * these days.
 */
function readDaily(publication: Publication): Row[] {
  const document = readXml(publication, 'wechselkurse')
  const [wanted, set] = [
    readDate(parameterOf(publication, 'd'), 'YYYYMMDD'),
    readDate(document.one('datum').text, 'DD.MM.YYYY')
  ]
  if (set > wanted) throw new LayoutError(`a table set on ${wanted} or before`, set)
  const dates = document
    .one('gueltigkeit')
    .text.split(',')
    .map((date) => readDate(date, 'DD.MM.YYYY'))
  return dates.flatMap((date) =>
    readRates(document, { date, type: 'reference', validFrom: dates[0], validTo: dates.at(-1) })
  )
}

function readMonthly(publication: Publication): Row[] {
  const document = readXml(publication, 'monatsmittelkurs')
  const date = readDate(document.one('monat').text, 'YYYY-MM')
  return readRates(document, { date, type: 'monthly_average', validFrom: date, validTo: endOfMonth(date.slice(0, 7)) })
}

export default defineSource({
  code: 'bazg',
  name: 'Federal Office for Customs and Border Security',
  country: 'CH',
  homeCurrency: 'CHF',
  kind: 'customs_authority',
  rateTypes: ['reference', 'monthly_average'],
  pairs: [[61, 80]],
  sourceUrl:
    'https://www.bazg.admin.ch/bazg/de/home/services/services-firmen/services-firmen_einfuhr-ausfuhr-durchfuhr/devisenkurse-verkauf.html',
  timezone: 'Europe/Zurich',
  schedule: '35 7 * * 1-5',
  cadence: 'daily',
  historyFrom: '2015-01-01',
  dated: 'effective',
  publishes: '07:30',
  notes:
    'Selling rates for customs values and VAT, for each day on which they are valid, and averages that may be ' +
    'used for a whole month, dated by its first day. The averages cover the month up to the 24th of the month before.',
  verified: 'recording',

  // For a day without a table, the publisher returns the previous table. A table is valid from the next day.
  requested: requestedFor('d', 'YYYYMMDD', { early: 14, late: 14 }),

  async *fetch({ from, to, today }, http) {
    // A table is set on the business day before it is valid. From the 25th, the newest averages are those of the
    // following month.
    const tables = weekdaysIn({ from: addDays(from, -6), to }).map(
      (day) => `${DAILY}?${writeDate(day, 'd=YYYYMMDD')}&locale=en`
    )
    const averages = monthsIn({ from, to }).map((month) => `${MONTHLY}?${writeDate(month, 'j=YYYY&m=MM')}`)
    const seen = new Set<string>() // for a day without a table, the publisher returns the previous one
    for (const address of [...tables, ...averages, ...(to === today ? [MONTHLY] : [])]) {
      // a month may have no averages
      const answer = await (address.startsWith(MONTHLY) ? http.find(address) : http.get(address))
      const text = answer && readText(answer)
      if (!text || seen.has(text)) continue
      seen.add(text)
      yield answer
    }
  },

  parse(publication) {
    return publication.request.url.startsWith(MONTHLY) ? readMonthly(publication) : readDaily(publication)
  }
})
