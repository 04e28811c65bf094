import { atLeastOne, distinctRows, monthsIn, readCount, readDate, readDecimal, requestedAt, skip } from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, LayoutError } from './source.ts'

const EURO = '2009-01-01' // earlier tables are in koruny
const UNPUBLISHED = '' // a month without a table has an empty first day and then an empty list
const NO_RATE = /^-?$/ // countries that use the euro

export default defineSource({
  code: 'sk_nbs',
  name: 'National Bank of Slovakia, exchange rates of selected foreign currencies',
  country: 'SK',
  homeCurrency: 'EUR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[60, 190]],
  sourceUrl: 'https://nbs.sk/statisticke-udaje/kurzovy-listok/kurzovy-listok-vybranych-cudzich-mien-voci-eur',
  timezone: 'Europe/Bratislava',
  schedule: '0 12 1-8 * *',
  cadence: 'monthly',
  historyFrom: '1996-01-01',
  dated: 'effective',
  terms: 'Distribution is allowed if the source is named.',
  notes:
    'The currencies that the European Central Bank does not quote, once a month: in units for one euro, before ' +
    '2009 in Slovak koruna (SKK). A currency that several countries share is printed for each. Files of 2002 and ' +
    '2003 were seen; of the present export only the layout was seen.',
  verified: 'description',
  pause: 6000,

  requested: requestedAt(/\/(\d{4}-\d\d)\/xml$/, 'YYYY-MM'),

  async *fetch(window, http) {
    for (const month of monthsIn(window)) {
      const table = await http.find(`https://nbs.sk/export/en/exchange-rate-foreign/${month}/xml`)
      if (table) yield table
    }
  },

  parse(publication) {
    const list = readXml(publication, 'nbsExtRateList')
    const day = list.one('validFrom').text
    if (day === UNPUBLISHED && list.one('rateList').all().length === 0) return []
    const date = readDate(day, 'YYYY-MM-DD')
    const rates = atLeastOne(list.one('rateList').only('rate'), '<rate>').map((rate) => ({
      code: rate.one('ccyCode').text,
      printed: rate.one('value').text,
      amount: readCount(rate.maybe('amount')?.text ?? '1')
    }))
    return distinctRows(
      skip(rates, 'no rate', ({ printed }) => NO_RATE.test(printed)).map(({ code, printed, amount }) => {
        const common = { date, type: 'reference', value: readDecimal(printed), validFrom: date }
        if (date < EURO) return { ...common, base: code, quote: 'SKK', unit: amount }
        if (amount !== 1) throw new LayoutError('a figure for one euro', `an amount of ${amount}`)
        return { ...common, base: 'EUR', quote: code }
      })
    )
  }
})
