import { addMonths, askedAt, atLeastOne, daysIn, distinctRows, documentsFoundAt, leaveOut, monthsIn, onlyOne, readDecimal, writeDate } from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const FILES = 'https://www.belastingdienst.nl/data/douane_wisselkoersen/wks.douane.wisselkoersen.dd'
const OPTIONS = { charset: 'iso-8859-1' }
const NO_RATE = ''

export default defineSource({
  code: 'nl_douane',
  name: 'Customs Administration of the Netherlands (Douane)',
  country: 'NL',
  homeCurrency: 'EUR',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  sourceUrl: 'https://www.belastingdienst.nl/rekenhulpen/wisselkoersen/',
  timezone: 'Europe/Amsterdam',
  schedule: '0 9 * * 1-5',
  cadence: 'monthly',
  historyFrom: '2013-01-01',
  dated: 'effective',
  notes: 'A rate is valid for a month; a large change within the month has a file of its own. The adapter was written from public code; no file was seen. How the file of a change names its day, and the first available month, are not known.',
  verified: 'description',

  asked: askedAt(/\.dd(\d{6})(?:\d{2})?\.xml$/, 'YYYYMM'),
  fetch: documentsFoundAt((window) => {
    // A month's rates are out before it begins; changes have files of their own days.
    const months = [...monthsIn(window), addMonths(window.to.slice(0, 7), 1)].map((month) => month.replace('-', ''))
    return [...months, ...daysIn(window).map((day) => writeDate(day, 'YYYYMMDD'))].map((part) => `${FILES}${part}.xml`)
  }, OPTIONS),

  parse (publication) {
    const root = readXml(publication, 'publicerenKoersen')
    const levels = [root, ...root.all()] // the entries may be in an element of their own
    const update = onlyOne(levels.flatMap((level) => level.all('update')), '<update>')
    const month = `${update.one('jaar').text}-${update.one('maand').text.padStart(2, '0')}-01`
    const rates = atLeastOne(levels.flatMap((level) => level.all('douaneMaandwisselkoers')), '<douaneMaandwisselkoers>')
    return distinctRows(leaveOut(rates, 'no rate', (rate) => rate.one('tariefInVreemdeValuta').text === NO_RATE).map((rate) => ({
      date: rate.maybe('wijzigingsDatum')?.text || month, base: 'EUR', quote: rate.one('muntCode').text, type: 'customs', value: readDecimal(rate.one('tariefInVreemdeValuta').text, ',')
    })))
  }
})
