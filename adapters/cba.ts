import { atLeastOne, codeOn, readCount, readDate, readDecimal, requestedBetween, spansOf } from './kit/index.ts'
import { readSoap, soapCall } from './kit/soap.ts'
import { defineSource, type Http } from './source.ts'

const SERVICE = 'https://api.cba.am/exchangerates.asmx'
const NAMESPACE = 'http://www.cba.am/'
const NEWEST = 'ExchangeRatesLatest'
const RANGE = 'ExchangeRatesByDateRangeByISO'
const METALS = new Set(['XAU', 'XAG']) // printed per gram

// The first days of new units that the bank prints under the old code.
const SWITCHED = { BYN: '2016-07-01', TJS: '2000-11-01' }
// before these days, the printed figure is for ten times the stated unit
const TENFOLD_UNTIL: Record<string, string> = { KZT: '2005-01-04', TJS: '2000-11-01' }

/** The codes of the newest table, which a request must name. */
async function currenciesOf(http: Http): Promise<string[]> {
  const newest = readSoap(await http.post(SERVICE, soapCall(NAMESPACE, NEWEST, {}, `${NAMESPACE}${NEWEST}`)), NEWEST)
  const rates = newest.one(`${NEWEST}Result`).one('Rates').only('ExchangeRate')
  return atLeastOne(rates, 'ExchangeRate').map((rate) => rate.one('ISO').text)
}

export default defineSource({
  code: 'cba',
  name: 'Central Bank of Armenia',
  country: 'AM',
  homeCurrency: 'AMD',
  kind: 'central_bank',
  rateTypes: ['average'],
  pairs: [[25, 34]],
  sourceUrl: 'https://www.cba.am/en/SitePages/ExchangeArchive.aspx',
  timezone: 'Asia/Yerevan',
  schedule: '30 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'made',
  publishes: '17:30',
  notes:
    'The currencies of the newest table. Gold and silver are printed per gram and stored per troy ounce. ' +
    'Currencies that are no longer quoted are left out. Before November 2000 the Tajik rate is of roubles (TJR); it ' +
    'and that of the tenge before 4 January 2005 are for ten times as many units as printed.',
  verified: 'recording',

  requested: requestedBetween('DateFrom', 'DateTo'),

  async *fetch(window, http) {
    const ISOCodes = (await currenciesOf(http)).join(',')
    for (const { from, to } of spansOf(window, 365)) {
      yield await http.post(
        SERVICE,
        soapCall(NAMESPACE, RANGE, { ISOCodes, DateFrom: from, DateTo: to }, `${NAMESPACE}${RANGE}`)
      )
    }
  },

  parse(publication) {
    // Days without a table have no element.
    const days = readSoap(publication, RANGE)
      .one(`${RANGE}Result`)
      .one('diffgram')
      .only('DocumentElement')
      .flatMap((days) => days.only('ExchangeRatesByRange'))
    return days.map((rate) => {
      const [base, amount, day] = ['ISO', 'Amount', 'RateDate'].map((name) => rate.one(name).text) as [
        string,
        string,
        string
      ]
      const date = readDate(day.slice(0, 10), 'YYYY-MM-DD')
      const unit =
        METALS.has(base) && amount === '1' ? 'gram' : readCount(amount) * (date < (TENFOLD_UNTIL[base] ?? '') ? 10 : 1)
      return {
        date,
        base: codeOn(base, date, SWITCHED),
        quote: 'AMD',
        type: 'average',
        value: readDecimal(rate.one('Rate').text),
        unit,
        change: readDecimal(rate.maybe('Diff')?.text ?? '')
      }
    })
  }
})
