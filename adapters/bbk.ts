import { documentsAt, excerpt, readCount, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { readSdmxCsv } from './kit/sdmx.ts'
import { defineSource, LayoutError } from './source.ts'

// the parts of the key: daily, any currency, in marks, Frankfurt fixing, middle rate
const SERIES = 'https://api.statistiken.bundesbank.de/rest/data/BBEX3/D..DEM.AA.AC.000'
const TITLE = / \/ ([\d ]+) ([A-Z]{3}) = ... DEM \/ / // Amtliche Devisenkurse / 1 000 ITL = ... DEM / Italien
const NO_FIXING = '.' // a weekend or a holiday

export default defineSource({
  code: 'bbk',
  name: 'Deutsche Bundesbank',
  country: 'DE',
  homeCurrency: 'DEM',
  kind: 'central_bank',
  rateTypes: ['fixing'],
  pairs: [[15, 21]],
  sourceUrl:
    'https://www.bundesbank.de/dynamic/action/en/statistics/time-series-databases/time-series-databases/745582/745582',
  termsUrl:
    'https://www.bundesbank.de/de/startseite/benutzerhinweise/nutzungsbedingungen-fuer-den-allgemeinen-gebrauch-der-website-763554',
  timezone: 'Europe/Berlin',
  schedule: '0 6 2 1 *',
  cadence: 'daily',
  historyFrom: '1948-06-21',
  ended: '1998-12-30',
  dated: 'made',
  terms: 'Cite as “Source: Deutsche Bundesbank”.',
  notes:
    'A closed series: the official fixings of the Frankfurt stock exchange, which ended with the mark. Early ' +
    'figures, until a day between 1949 and 1953 that depends on the currency, are conversion rates of the ' +
    'Bundesbank’s predecessor. Francs before 1960 are old francs, worth a hundredth of the new ones with the same ' +
    'code. LUF repeats BEF, and IEP repeats GBP until 12 March 1979.',
  unread: { 'column "BBK_DIFF"': 'the change from the day before, in percent' },
  verified: 'recording',
  backfillDays: 1826,

  requested: requestedBetween('startPeriod', 'endPeriod'),
  fetch: documentsAt((window) =>
    spansOf(window, 1826).map(({ from, to }) => {
      return `${SERIES}?format=sdmx_csv&startPeriod=${from}&endPeriod=${to}`
    })
  ),

  parse(publication) {
    return skip(
      readSdmxCsv(publication, { delimiter: ';' }),
      'no rate',
      (observation) => observation('OBS_VALUE') === NO_FIXING
    ).map((observation) => {
      const [base, quote] = [observation('BBK_STD_CURRENCY'), observation('BBK_ERX_PARTNER_CURRENCY')]
      const [, units = '', code] = TITLE.exec(observation('BBK_TITLE')) ?? []
      if (code !== base || quote !== 'DEM') {
        throw new LayoutError(`a title with the units of ${base} in DEM`, excerpt(observation('BBK_TITLE')))
      }
      return {
        date: observation('TIME_PERIOD'),
        base,
        quote,
        type: 'fixing',
        value: readDecimal(observation('OBS_VALUE')),
        unit: readCount(units)
      }
    })
  }
})
