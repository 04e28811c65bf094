import {
  atLeastOne,
  daysIn,
  documentsAt,
  readCount,
  readDate,
  readDecimal,
  requestedFor,
  skip,
  ZERO
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

export default defineSource({
  code: 'nbt',
  name: 'National Bank of Tajikistan',
  country: 'TJ',
  homeCurrency: 'TJS',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[30, 41]],
  sourceUrl: 'https://www.nbt.tj/en/kurs/',
  timezone: 'Asia/Dushanbe',
  schedule: '5 9 * * *',
  cadence: 'daily',
  historyFrom: '2001-01-01',
  dated: 'effective',
  publishes: '09:00',
  terms: 'The publisher asks to be named as the source.',
  notes: 'Every calendar day has rates; weekends and holidays repeat the last table.',
  verified: 'recording',
  pause: 200,
  backfillDays: 60, // one request a day

  requested: requestedFor('date'),
  fetch: documentsAt((window) =>
    daysIn(window).map((day) => `https://www.nbt.tj/en/kurs/export_xml.php?date=${day}&export=xmlout`)
  ),

  parse(publication) {
    const table = readXml(publication, 'ValCurs')
    // For a day without a table, the archive returns today's table with today's date.
    const date = readDate(table.attribute('Date'), 'YYYY-MM-DD')
    return skip(atLeastOne(table.only('Valute'), 'Valute'), 'no rate', (it) => ZERO.test(it.one('Value').text)).map(
      (it) => {
        return {
          date,
          base: it.one('CharCode').text,
          quote: 'TJS',
          type: 'official',
          value: readDecimal(it.one('Value').text),
          unit: readCount(it.one('Nominal').text)
        }
      }
    )
  }
})
