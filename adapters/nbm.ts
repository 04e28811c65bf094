import {
  atLeastOne,
  documentsAt,
  readCount,
  readDate,
  readDecimal,
  requestedFor,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, LayoutError, type Unit } from './source.ts'

const SITE = 'https://www.bnm.md/en'
const LISTS = ['official_exchange_rates', 'official_metal_rates']

const NO_RATE = '0' // the unit of a currency that has no rate yet
const METAL = 'Metal'
const GRAM = /^Gram / // Gram gold

/** The unit of a metal is in its name. */
function unitOf(kind: string, nominal: string, name: string): Unit {
  if (kind !== METAL) return readCount(nominal)
  if (nominal !== '1' || !GRAM.test(name)) throw new LayoutError('a metal per gram', `${nominal} ${name}`)
  return 'gram'
}

export default defineSource({
  code: 'nbm',
  name: 'National Bank of Moldova',
  country: 'MD',
  homeCurrency: 'MDL',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [
    [1, 4],
    [33, 46]
  ],
  sourceUrl: 'https://www.bnm.md/en/official_exchange_rates',
  timezone: 'Europe/Chisinau',
  schedule: '5 0 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'effective',
  notes:
    'Each table is published on the working day before it is valid. Gold and silver are printed per gram and ' +
    'stored per troy ounce. Saturdays and Sundays are not fetched.',
  verified: 'recording',
  pause: 500,
  backfillDays: 30, // two requests a day

  requested: requestedFor('date', 'DD.MM.YYYY'),
  fetch: documentsAt((window) =>
    weekdaysIn(window).flatMap((day) => {
      return LISTS.map((list) => `${SITE}/${list}?get_xml=1&date=${writeDate(day, 'DD.MM.YYYY')}`)
    })
  ),

  parse(publication) {
    const list = readXml(publication, 'ValCurs', 'MetalPrice')
    const kind = list.name === 'MetalPrice' ? METAL : 'Valute'
    const date = readDate(list.attribute('Date'), 'DD.MM.YYYY')
    return skip(atLeastOne(list.only(kind), kind), 'no rate', (it) => it.one('Nominal').text === NO_RATE).map((it) => {
      const unit = unitOf(kind, it.one('Nominal').text, it.one('Name').text)
      return {
        date,
        base: it.one('CharCode').text,
        quote: 'MDL',
        type: 'official',
        value: readDecimal(it.one('Value').text),
        unit
      }
    })
  }
})
