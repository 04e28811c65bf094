import { documentsAt, excerpt, readDate, readDecimal, requestedAt, skip, spansOf } from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, LayoutError } from './source.ts'

const SITE = 'http://www.smbs.biz/ExRate'

// prettier-ignore
const UNITS: Record<string, number> = {
  USD: 1, EUR: 1, JPY: 100, CNY: 1, GBP: 1, CAD: 1, CHF: 1, AUD: 1, NZD: 1, HKD: 1, SGD: 1
}
const WON_PER_100_YEN = /^(?:[5-9]\d\d|1\d{3})(?:\.\d+)?$/ // the document prints no unit
const ASKED = /arr_value=([A-Z]{3})_(\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d)$/
const NO_RATE = ''

export default defineSource({
  code: 'kr_smbs',
  name: 'Seoul Money Brokerage Services, market average rate of Korea',
  country: 'KR',
  homeCurrency: 'KRW',
  kind: 'treasury',
  rateTypes: ['reference'],
  pairs: [[1, 70]],
  sourceUrl: `${SITE}/StdExRate.jsp`,
  timezone: 'Asia/Seoul',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-01-02',
  dated: 'effective',
  publishes: '09:00',
  notes:
    'The basic rate of exchange of the Foreign Exchange Transactions Act: the average of the previous business ' +
    'day weighted by amount, and crosses of it for currencies other than the US dollar and the yuan. The documents ' +
    'print no unit: the yen is for 100 by its size, and currencies of smaller value are left out. Figures of the ' +
    'dollar were seen in public code; no whole document was seen.',
  verified: 'description',
  pause: 1000,
  backfillDays: 3650, // one request a currency

  requested: requestedAt(/_(\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d)$/),
  fetch: documentsAt(
    (window) =>
      spansOf(window, 3650).flatMap(({ from, to }) => {
        return Object.keys(UNITS).map((currency) => `${SITE}/StdExRate_xml.jsp?arr_value=${currency}_${from}_${to}`)
      }),
    { charset: 'euc-kr', headers: { referer: `${SITE}/StdExRate.jsp` } }
  ),

  parse(publication) {
    const [, base = ''] = ASKED.exec(publication.request.url) ?? []
    const unit = UNITS[base]
    if (unit === undefined) {
      throw new LayoutError('a request for a currency whose unit is known', excerpt(publication.request.url))
    }
    const days = readXml(publication, 'chart')
      .only('set')
      .map((set) => ({ label: set.attribute('label'), value: readDecimal(set.attribute('value')) }))
    return skip(days, 'no rate', ({ value }) => value === NO_RATE).map(({ label, value }) => {
      if (base === 'JPY' && !WON_PER_100_YEN.test(value)) throw new LayoutError('a figure for 100 yen', excerpt(value))
      return { date: readDate(label, 'YY.MM.DD'), base, quote: 'KRW', type: 'reference', value, unit }
    })
  }
})
