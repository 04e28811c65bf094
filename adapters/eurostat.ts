import { documentsAt, only, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { readSdmxCsv } from './kit/sdmx.ts'
import { defineSource } from './source.ts'

const API = 'https://ec.europa.eu/eurostat/api/dissemination/sdmx/2.1/data'

// Currencies outside the euro, and former currencies of its members, with the last day on which one of them was legal
// tender.
const FLOWS = [
  { flow: 'ert_bil_eur_d', key: 'D.AVG.NAC' },
  { flow: 'ert_h_eur_d', key: 'D.AVG.NAT', last: '2025-12-31' }
]
const KEYS = FLOWS.map(({ key }) => key)
// Days without a rate. Each request also covers days with rates, so an absent flow is an error.
const LONGEST_GAP = 10
const EURO = '1999-01-01' // earlier figures are for one ECU
const NO_RATE = '' // confidential or missing

export default defineSource({
  code: 'eurostat',
  name: 'Eurostat, exchange rates of the ECU and the euro',
  country: 'EU',
  homeCurrency: 'EUR',
  kind: 'international',
  rateTypes: ['reference'],
  pairs: [[1, 55]],
  sourceUrl: 'https://ec.europa.eu/eurostat/databrowser/view/ert_bil_eur_d',
  termsUrl: 'https://ec.europa.eu/eurostat/about-us/policies/copyright',
  timezone: 'Europe/Luxembourg',
  schedule: '30 11 * * 1-5',
  cadence: 'daily',
  historyFrom: '1974-01-02',
  dated: 'made',
  terms: 'Reuse is allowed under CC BY 4.0.',
  notes:
    'The European Commission’s daily rates of the ECU (XEU) from 1974 to 1998; from 1999 the reference rates of ' +
    'the European Central Bank (source ecb). Two figures were seen in public documentation; no whole answer was ' +
    'seen.',
  verified: 'description',
  pause: 1000,

  requested: requestedBetween('startPeriod', 'endPeriod'),
  fetch: documentsAt((window) =>
    spansOf(window, 366, LONGEST_GAP).flatMap(({ from, to }) => {
      const published = FLOWS.filter(({ last = to }) => from <= last)
      return published.map(
        ({ flow, key }) => `${API}/${flow}/${key}.?format=SDMX-CSV&startPeriod=${from}&endPeriod=${to}`
      )
    })
  ),

  parse(publication) {
    const observations = readSdmxCsv(publication).map((it) => ({
      key: [it('freq'), it('statinfo'), it('unit')].join('.'),
      date: it('TIME_PERIOD'),
      quote: it('currency'),
      printed: it('OBS_VALUE')
    }))
    return skip(
      only(observations, `figures with the key ${KEYS.join(' or ')}`, ({ key }) => KEYS.includes(key)),
      'no rate',
      ({ printed }) => printed === NO_RATE
    ).map(({ date, quote, printed }) => ({
      date,
      base: date < EURO ? 'XEU' : 'EUR',
      quote,
      type: 'reference',
      value: readDecimal(printed)
    }))
  }
})
