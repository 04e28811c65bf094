import {
  addMonths,
  atLeastOne,
  documentsFoundAt,
  monthsIn,
  readDate,
  readDecimal,
  recordsUnder,
  requestedAt,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://tulli.fi/en/about-us/materials/currency-conversion-rates'
const PERIOD = /(\d\d\.\d\d\.\d{4}) ?[-–] ?(\d\d\.\d\d\.\d{4})/
const HEADINGS = ['Currency', 'Currency code', 'Currency rate']

export default defineSource({
  code: 'fi_tulli',
  name: 'Finnish Customs (Tulli)',
  country: 'FI',
  homeCurrency: 'EUR',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[35, 75]],
  sourceUrl: PAGE,
  timezone: 'Europe/Helsinki',
  schedule: '0 9 20-31 * *',
  cadence: 'monthly',
  historyFrom: '2016-05-01',
  dated: 'effective',
  notes:
    'A rate is valid for a month. Notices from before May 2016 are left out, and so is August 2016, whose table ' +
    'has a second column of corrected rates. The adapter was written from the text of pages; their markup was not ' +
    'seen.',
  verified: 'description',

  requested: requestedAt(/\/cr\/(\d{4}-\d{1,2})$/, 'YYYY-M'),

  // A month's rates are published before it begins.
  fetch: documentsFoundAt((window) =>
    [...monthsIn(window), addMonths(window.to.slice(0, 7), 1)].map((month) => {
      return `${PAGE}/-/cr/${writeDate(`${month}-01`, 'YYYY-M')}`
    })
  ),

  parse(publication) {
    const page = readHtml(publication)
    const [, first = '', last = ''] = PERIOD.exec(page.text) ?? []
    const [date, validTo] = [readDate(first, 'DD.MM.YYYY'), readDate(last, 'DD.MM.YYYY')]
    return atLeastOne(recordsUnder(HEADINGS, page.one('table').rows), 'rate').map((rate) => ({
      date,
      base: 'EUR',
      quote: rate('Currency code'),
      type: 'customs',
      value: readDecimal(rate('Currency rate')),
      validFrom: date,
      validTo
    }))
  }
})
