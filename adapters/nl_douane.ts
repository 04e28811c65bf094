import {
  addMonths,
  atLeastOne,
  daysIn,
  distinctRows,
  documentsFoundAt,
  monthsIn,
  onlyOne,
  readDate,
  readDecimal,
  requestedAt,
  skip,
  writeDate
} from './kit/index.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource } from './source.ts'

const FILES = 'https://www.belastingdienst.nl/data/douane_wisselkoersen/wks.douane.wisselkoersen.dd'
const OPTIONS = { charset: 'iso-8859-1' }
const CHANGE = /\.dd(\d{8})\.xml$/
const ANY_DAY = /[1-9]/
const DAY = /^(?<iso>\d{4}-\d{2}-\d{2})(?:T[\d:.]+Z?)?$/
const NO_RATE = ''

/**
 * The day of a change, if an entry has one: many contain a blank, zeros or words. Text with other digits is read as a
 * date; if it is none, the row goes to quarantine.
 */
function dayOf(rate: XmlElement): string | undefined {
  const text = rate.maybe('wijzigingsDatum')?.text ?? ''
  return ANY_DAY.test(text) ? text.replace(DAY, '$<iso>') : undefined
}

export default defineSource({
  code: 'nl_douane',
  name: 'Customs Administration of the Netherlands (Douane)',
  country: 'NL',
  homeCurrency: 'EUR',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[1, 130]],
  sourceUrl: 'https://www.belastingdienst.nl/rekenhulpen/wisselkoersen/',
  timezone: 'Europe/Amsterdam',
  schedule: '0 9 * * 1-5',
  cadence: 'monthly',
  historyFrom: '2013-01-01',
  dated: 'effective',
  notes:
    'A rate is valid for a month; a large change within the month has a file of its own. The adapter was ' +
    'written from public code; no file was seen. How the file of a change names its day, and the first available ' +
    'month, are not known.',
  unread: {
    '/publicerenKoersen/douaneMaandwisselkoers/tariefInEuro': 'the inverse of the rate, rounded'
  },
  verified: 'description',

  requested: requestedAt(/\.dd(\d{6})(?:\d{2})?\.xml$/, 'YYYYMM'),
  fetch: documentsFoundAt((window) => {
    // A month's rates are published before it begins; changes have files with their own days.
    const months = [...monthsIn(window), addMonths(window.to.slice(0, 7), 1)].map((month) => month.replace('-', ''))
    return [...months, ...daysIn(window).map((day) => writeDate(day, 'YYYYMMDD'))].map((part) => `${FILES}${part}.xml`)
  }, OPTIONS),

  parse(publication) {
    const root = readXml(publication, 'publicerenKoersen')
    const levels = [root, ...root.all()] // the entries may be in an element of their own
    const update = onlyOne(
      levels.flatMap((level) => level.all('update')),
      '<update>'
    )
    const month = `${update.one('jaar').text}-${update.one('maand').text.padStart(2, '0')}-01`
    const [, day] = CHANGE.exec(publication.request.url) ?? []
    const first = day === undefined ? month : readDate(day, 'YYYYMMDD')
    const rates = atLeastOne(
      levels.flatMap((level) => level.all('douaneMaandwisselkoers')),
      '<douaneMaandwisselkoers>'
    )
    return distinctRows(
      skip(rates, 'no rate', (rate) => rate.one('tariefInVreemdeValuta').text === NO_RATE).map((rate) => ({
        date: dayOf(rate) ?? first,
        base: 'EUR',
        quote: rate.one('muntCode').text,
        type: 'customs',
        value: readDecimal(rate.one('tariefInVreemdeValuta').text, ',')
      }))
    )
  }
})
