import { atLeastOne, documentsAt, readDate, readDecimal } from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, type Row } from './source.ts'

const LISTS = 'https://www.bsi.si/_data/tecajnice'
const METALS = ['XAU', 'XAG', 'XPT', 'XPD'] // in euros per gram; all others are in units per euro

function pairOf(code: string): Pick<Row, 'base' | 'quote' | 'unit'> {
  return METALS.includes(code) ? { base: code, quote: 'EUR', unit: 'gram' } : { base: 'EUR', quote: code }
}

export default defineSource({
  code: 'bsi',
  name: 'Banka Slovenije',
  country: 'SI',
  homeCurrency: 'EUR',
  kind: 'central_bank',
  rateTypes: ['monthly'],
  pairs: [[106, 140]],
  sourceUrl: 'https://www.bsi.si/en/statistics/exchange-rates',
  timezone: 'Europe/Ljubljana',
  schedule: '0 12 28-31,1-3 * *',
  cadence: 'monthly',
  historyFrom: '2007-01-01',
  dated: 'effective',
  notes:
    'The monthly list of currencies that the European Central Bank does not quote. Metals are printed in euros ' +
    'per gram. The daily list is left out, because it repeats the rates of the European Central Bank.',
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  fetch: documentsAt(({ from, today }) => [
    `${LISTS}/${from.slice(0, 7) >= today.slice(0, 7) ? 'EksotTecBS' : 'EksotTecBS-l'}.xml`
  ]),

  parse(publication) {
    return atLeastOne(readXml(publication, 'EksotTecBS').only('tecajnica'), 'tecajnica').flatMap((list) => {
      const date = readDate(list.attribute('veljavnost'), 'YYYY-MM-DD')
      return atLeastOne(list.only('tecaj'), 'tecaj').map((rate) => ({
        date,
        ...pairOf(rate.attribute('oznaka')),
        type: 'monthly',
        value: readDecimal(rate.text)
      }))
    })
  }
})
