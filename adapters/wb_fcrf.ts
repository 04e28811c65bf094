import { z } from 'zod'
import { distinctRows, documentsAt, readDecimal, requestedAt, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://api.worldbank.org/v2/country/all/indicator'
const SERIES = 'PA.NUS.FCRF'

// The series is printed by country (ISO 3166); EMU is the euro area.
// prettier-ignore
const CURRENCIES_OF: Record<string, string> = {
  AFG: 'AFN', AGO: 'AOA', ALB: 'ALL', ARE: 'AED', ARG: 'ARS', ARM: 'AMD', ABW: 'AWG', ATG: 'XCD', AUS: 'AUD',
  AZE: 'AZN', BDI: 'BIF', BEN: 'XOF', BFA: 'XOF', BGD: 'BDT', BGR: 'BGN', BHR: 'BHD', BHS: 'BSD', BIH: 'BAM',
  BLR: 'BYN', BLZ: 'BZD', BMU: 'BMD', BOL: 'BOB', BRA: 'BRL', BRB: 'BBD', BRN: 'BND', BTN: 'BTN', BWA: 'BWP',
  CAF: 'XAF', CAN: 'CAD', CHE: 'CHF', CHI: 'GBP', CHL: 'CLP', CHN: 'CNY', CIV: 'XOF', CMR: 'XAF', COD: 'CDF',
  COG: 'XAF', COL: 'COP', COM: 'KMF', CPV: 'CVE', CRI: 'CRC', CUB: 'CUP', CYM: 'KYD', CZE: 'CZK', DJI: 'DJF',
  DMA: 'XCD', DNK: 'DKK', DOM: 'DOP', DZA: 'DZD', EGY: 'EGP', EMU: 'EUR', ERI: 'ERN', ETH: 'ETB', FJI: 'FJD',
  FRO: 'DKK', GAB: 'XAF', GBR: 'GBP', GEO: 'GEL', GHA: 'GHS', GIB: 'GIP', GIN: 'GNF', GMB: 'GMD', GNB: 'XOF',
  GNQ: 'XAF', GRD: 'XCD', GRL: 'DKK', GTM: 'GTQ', GUY: 'GYD', HKG: 'HKD', HND: 'HNL', HRV: 'HRK', HTI: 'HTG',
  HUN: 'HUF', IDN: 'IDR', IMN: 'GBP', IND: 'INR', IRN: 'IRR', IRQ: 'IQD', ISL: 'ISK', ISR: 'ILS', JAM: 'JMD',
  JOR: 'JOD', JPN: 'JPY', KAZ: 'KZT', KEN: 'KES', KGZ: 'KGS', KHM: 'KHR', KIR: 'AUD', KNA: 'XCD', KOR: 'KRW',
  KWT: 'KWD', LAO: 'LAK', LBN: 'LBP', LBR: 'LRD', LBY: 'LYD', LCA: 'XCD', LIE: 'CHF', LKA: 'LKR', LSO: 'LSL',
  MAC: 'MOP', MAR: 'MAD', MDA: 'MDL', MDG: 'MGA', MDV: 'MVR', MEX: 'MXN', MKD: 'MKD', MLI: 'XOF', MMR: 'MMK',
  MNG: 'MNT', MOZ: 'MZN', MRT: 'MRU', MUS: 'MUR', MWI: 'MWK', MYS: 'MYR', NAM: 'NAD', NCL: 'XPF', NER: 'XOF',
  NGA: 'NGN', NIC: 'NIO', NOR: 'NOK', NPL: 'NPR', NRU: 'AUD', NZL: 'NZD', OMN: 'OMR', PAK: 'PKR', PAN: 'PAB',
  PER: 'PEN', PHL: 'PHP', PNG: 'PGK', POL: 'PLN', PRK: 'KPW', PRY: 'PYG', PYF: 'XPF', QAT: 'QAR', ROU: 'RON',
  RUS: 'RUB', RWA: 'RWF', SAU: 'SAR', SDN: 'SDG', SEN: 'XOF', SGP: 'SGD', SLB: 'SBD', SLE: 'SLE', SOM: 'SOS',
  SRB: 'RSD', SSD: 'SSP', STP: 'STN', SUR: 'SRD', SWE: 'SEK', SWZ: 'SZL', SYC: 'SCR', SYR: 'SYP', TCD: 'XAF',
  TGO: 'XOF', THA: 'THB', TJK: 'TJS', TKM: 'TMT', TON: 'TOP', TTO: 'TTD', TUN: 'TND', TUR: 'TRY', TUV: 'AUD',
  TZA: 'TZS', UGA: 'UGX', UKR: 'UAH', URY: 'UYU', UZB: 'UZS', VCT: 'XCD', VEN: 'VES', VNM: 'VND', VUT: 'VUV',
  WSM: 'WST', YEM: 'YER', ZAF: 'ZAR', ZMB: 'ZMW'
}
const EURO_FROM: Record<string, string> = { HRV: '2023', BGR: '2026' } // EMU has the rates of the euro
// Countries whose figures are in several currencies: members of the euro area, users of the US dollar, and three others.
const MIXED_COUNTRIES = new Set(
  (
    'AND AUT BEL CYP DEU ESP EST FIN FRA GRC IRL ITA LTU LUX LVA MCO MLT MNE NLD PRT SMR SVK ' +
    'SVN XKX ASM ECU FSM GUM MHL MNP PLW PRI SLV TCA TLS USA VGB VIR CUW SXM ZWE'
  ).split(' ')
)
const NO_RATE = null

const Answer = z.tuple([
  z.object({ page: z.literal('1'), pages: z.literal('1') }),
  z.array(
    z.object({
      indicator: z.object({ id: z.literal(SERIES) }),
      countryiso3code: z.string(),
      date: z.string().regex(/^\d{4}$/),
      value: z.string().nullable()
    })
  )
])

export default defineSource({
  code: 'wb_fcrf',
  name: 'World Bank, official exchange rates (averages of years)',
  country: 'XX',
  homeCurrency: 'USD',
  kind: 'international',
  rateTypes: ['yearly_average'],
  pairs: [[60, 210]],
  sourceUrl: 'https://data.worldbank.org/indicator/PA.NUS.FCRF',
  termsUrl: 'https://datacatalog.worldbank.org/public-licenses',
  timezone: 'America/New_York',
  schedule: '0 12 1 1,4,7,10 *',
  cadence: 'yearly',
  historyFrom: '1960-12-31',
  dated: 'period',
  terms: 'Reuse is allowed under CC BY 4.0.',
  notes:
    'Averages of the year, which the bank takes from the statistics of the International Monetary Fund; dated ' +
    'by 31 December. All years are in the present currency: the figures of old years are converted. Countries whose ' +
    'figures are not in one currency are left out: members of the euro area before and after the euro (except ' +
    'Croatia and Bulgaria before it), users of the US dollar, Zimbabwe, Curaçao and Sint Maarten. Two figures were ' +
    'seen in public code; no whole answer was seen.',
  unread: {
    '$.sourceid': 'the number of the database'
  },
  verified: 'description',
  restated: ['all'],
  backfillDays: 30_000, // one request for any number of years

  requested: requestedAt(/&date=(\d{4}):(\d{4})$/, 'YYYY'),
  fetch: documentsAt(({ from, to }) => [
    `${API}/${SERIES}?format=json&per_page=20000&date=${from.slice(0, 4)}:${to.slice(0, 4)}`
  ]),

  parse(publication) {
    const [, figures] = readJson(publication, Answer)
    const printed = skip(
      skip(figures, 'no rate', ({ value }) => value === NO_RATE),
      'a country whose currency changed',
      ({ countryiso3code: country, date }) => {
        return MIXED_COUNTRIES.has(country) || date >= (EURO_FROM[country] ?? '9999')
      }
    )
    return distinctRows(
      printed.map(({ countryiso3code: country, date, value }) => {
        return {
          date: `${date}-12-31`,
          base: 'USD',
          quote: CURRENCIES_OF[country] ?? `of ${country}`,
          type: 'yearly_average',
          value: readDecimal(value ?? '')
        }
      })
    )
  }
})
