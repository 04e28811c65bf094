import { atLeastOne, distinctRows, documentAt, readDate, readDecimal, skip } from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const HOME = 'USD' // a row of 1 for each country that uses the dollar

export default defineSource({
  code: 'un',
  name: 'United Nations Treasury',
  country: 'XX',
  homeCurrency: 'USD',
  kind: 'international',
  rateTypes: ['operational'],
  pairs: [[1, 166]],
  sourceUrl: 'https://treasury.un.org/operationalrates/OperationalRates.php',
  timezone: 'America/New_York',
  schedule: '0 12 * * *',
  cadence: 'monthly',
  historyFrom: '2026-10-01',
  dated: 'effective',
  notes:
    'Units of a currency per dollar, set at the end of a month for the next one and amended within it. The ' +
    'document has only the current table, so the history begins with the first run.',
  verified: 'recording',

  fetch: documentAt('https://treasury.un.org/operationalrates/xsql2XML.php'),

  parse(publication) {
    const rates = readXml(publication, 'UN_OPERATIONAL_RATES_DATASET').all('UN_OPERATIONAL_RATES')
    return distinctRows(
      skip(atLeastOne(rates, 'rate'), 'the dollar in dollars', (rate) => rate.one('f_curr_code').text === HOME).map(
        (rate) => {
          return {
            date: readDate(rate.one('eff_date').text, 'D MMM YYYY'),
            base: HOME,
            quote: rate.one('f_curr_code').text,
            type: 'operational',
            value: readDecimal(rate.one('rate').text)
          }
        }
      )
    )
  }
})
