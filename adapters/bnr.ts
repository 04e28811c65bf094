import { documentsAt, readCount, readDecimal, requestedAt, skip, yearsIn } from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const NO_RATE = '-' // in old files, the mark of a currency without a rate

export default defineSource({
  code: 'bnr',
  name: 'National Bank of Romania',
  country: 'RO',
  homeCurrency: 'RON',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[31, 42]],
  sourceUrl: 'https://www.bnr.ro/en/561-exchange-rates',
  timezone: 'Europe/Bucharest',
  schedule: '5 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '2005-01-03',
  dated: 'made',
  publishes: '13:00',
  notes: 'Gold is printed per gram and stored per troy ounce.',
  verified: 'recording',

  requested: requestedAt(/(\d{4})\.xml$/, 'YYYY'),
  fetch: documentsAt((window) =>
    yearsIn(window).map((year) => `https://curs.bnr.ro/files/xml/years/nbrfxrates${year}.xml`)
  ),

  parse(publication) {
    const body = readXml(publication, 'DataSet').one('Body')
    const quote = body.one('OrigCurrency').text
    return body.all('Cube').flatMap((day) =>
      skip(day.all('Rate'), 'no rate', (rate) => rate.text === NO_RATE).map((rate) => {
        const base = rate.attribute('currency')
        const unit = base === 'XAU' ? 'gram' : readCount(rate.attribute('multiplier', '1')) // gold is printed per gram
        return { date: day.attribute('date'), base, quote, type: 'reference', value: readDecimal(rate.text), unit }
      })
    )
  }
})
