import {
  againstInverse,
  atLeastOne,
  parameterOf,
  readCount,
  readDate,
  readDecimal,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const PAGE = 'https://www.bnb.bg/Statistics/StExternalSector/StExchangeRates/StERForeignCurrencies/index.htm'
const BANK = /Българска народна банка|Bulgarian National Bank/i // on the page for a day without a table

const LEV = 'Лева (BGN)'
const NO_RATE = 'n/a'

function readRate(rate: XmlElement): Row {
  const [value, unit, inverse] = [
    readDecimal(rate.one('RATE').text),
    readCount(rate.one('RATIO').text),
    rate.one('REVERSERATE').text
  ]
  return {
    date: readDate(rate.one('CURR_DATE').text, 'DD.MM.YYYY'),
    base: rate.one('CODE').text,
    quote: 'BGN',
    type: 'reference',
    value,
    unit,
    contradicted: inverse === NO_RATE ? undefined : againstInverse(value, readDecimal(inverse), unit)
  }
}

function dayOf(publication: Pick<Publication, 'request'>): string {
  return readDate(
    ['firstYear', 'firstMonths', 'firstDays'].map((name) => parameterOf(publication, name)).join('-'),
    'YYYY-MM-DD'
  )
}

export default defineSource({
  code: 'bnb',
  name: 'Bulgarian National Bank',
  country: 'BG',
  homeCurrency: 'BGN',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[20, 37]],
  sourceUrl: PAGE,
  timezone: 'Europe/Sofia',
  schedule: '0 17 2 1 *',
  cadence: 'daily',
  historyFrom: '1999-07-05',
  ended: '2025-12-31',
  dated: 'effective',
  notes:
    'A closed series: Bulgaria has used the euro since 1 January 2026, and the bank now republishes the rates ' +
    'of the European Central Bank (source ecb). The euro, fixed at 1.95583 leva, is not in the table. The printed ' +
    'inverse rates are left out, because they are rounded. Gold is in leva per troy ounce.',
  unread: {
    '/ROWSET/ROW/REVERSERATE': 'the inverse of the rate, rounded'
  },
  verified: 'recording',

  requested(publication) {
    return { from: dayOf(publication), to: dayOf(publication) }
  },

  async *fetch(window, http) {
    for (const day of weekdaysIn(window)) {
      const date = `firstDays=${writeDate(day, 'DD')}&firstMonths=${writeDate(day, 'MM')}&firstYear=${writeDate(day, 'YYYY')}`
      const answer = await http.get(
        `${PAGE}?downloadOper=true&group1=first&${date}&search=true&showChart=false&showChartButton=false&type=XML`
      )
      if (answer.mediaType !== 'text/html' || !BANK.test(readHtml(answer).text)) yield answer
    }
  },

  parse(publication) {
    const [headings, ...rates] = readXml(publication, 'ROWSET').only('ROW')
    const home = headings?.one('RATE').text
    if (home !== LEV) throw new LayoutError(`rates in ${LEV}`, home ?? 'an empty table')
    return skip(atLeastOne(rates, 'rate'), 'no rate', (rate) => rate.one('RATE').text === NO_RATE).map(readRate)
  }
})
