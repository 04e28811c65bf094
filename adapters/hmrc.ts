import {
  addMonths,
  atLeastOne,
  codeOn,
  distinctRows,
  documentsFoundAt,
  inWords,
  type KnownError,
  monthsIn,
  readDate,
  readDecimal,
  requestedAt,
  withoutKnownErrors,
  writeDate
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const FILES = 'https://www.trade-tariff.service.gov.uk/uk/api/exchange_rates/files'
const OLD_FILES = 'http://www.hmrc.gov.uk/softwaredevelopers/rates'
const FIRST_OF_NEW_SERVICE = '2021-01'

// Currencies that are printed under another code. Ecuador and Liberia use the US dollar, and Suriname's dollar has
// replaced the guilder.
const MISPRINTED: Record<string, string> = {
  'ECS Dollar': 'USD',
  'LRD Dollar (US)': 'USD',
  'SRG Dollar': 'SRD',
  'ZIG Zimbabwe Gold': 'ZWG'
}

const ERRORS: KnownError[] = [
  {
    code: 'TOP',
    from: '2014-02-01',
    to: '2023-09-30',
    like: 'AUD',
    reason: 'the figure is that of the Australian dollar'
  },
  { code: 'CUP', to: '2022-09-30', reason: 'the figure is that of the US dollar' },
  { code: 'SLE', from: '2022-11-01', to: '2022-11-30', is: 'SLL', reason: 'the figure is for the old leone' },
  {
    code: 'HRK',
    from: '2023-01-01',
    to: '2024-05-31',
    like: 'EUR',
    reason: 'the figure is that of the euro, which replaced the kuna'
  },
  {
    code: 'VEF',
    from: '2021-10-01',
    to: '2025-12-31',
    reason: 'the figure is 100,000 times that of the digital bolivar, which is no unit of money'
  }
]

// The first months in which an old code denotes the new unit.
const SWITCHED = { BYN: '2016-08-01', MRU: '2018-01-01', SLE: '2023-02-01' }

function addressOf(month: string): string {
  const day = `${month}-01`
  return month < FIRST_OF_NEW_SERVICE
    ? `${OLD_FILES}/exrates-monthly-${writeDate(day, 'MMYY')}.XML`
    : `${FILES}/monthly_xml_${writeDate(day, 'YYYY-M')}.xml`
}

export default defineSource({
  code: 'hmrc',
  name: 'HM Revenue & Customs',
  country: 'GB',
  homeCurrency: 'GBP',
  kind: 'tax_authority',
  rateTypes: ['monthly'],
  pairs: [[118, 158]],
  sourceUrl: 'https://www.trade-tariff.service.gov.uk/exchange_rates',
  timezone: 'Europe/London',
  schedule: '0 9 * * 4',
  cadence: 'monthly',
  historyFrom: '2015-01-01',
  dated: 'effective',
  notes:
    'A rate is valid for a whole month. Spot rates and yearly averages are in the source hmrc_avg. The host ' +
    'for months before 2021 is retired and may not answer. Three wrong codes in ' +
    'old files are corrected: ECS, and LRD for countries that use the US dollar, are stored as USD; SRG is stored ' +
    'as SRD. Files from August 2016 call the new Belarusian rouble BYR, from 2018 the new ouguiya MRO and in ' +
    'February 2023 the new leone SLL; ' +
    `the months in which these began are not verified. ZIG, of June and July 2024, is stored as ZWG. ${inWords(ERRORS)}`,
  verified: 'recording',

  requested(publication) {
    return publication.request.url.startsWith(OLD_FILES)
      ? requestedAt(/(\d{4})\.XML$/, 'MMYY')(publication)
      : requestedAt(/(\d{4}-\d{1,2})\.xml$/, 'YYYY-M')(publication)
  },

  // A month's rates are published before it begins.
  fetch: documentsFoundAt((window) => [...monthsIn(window), addMonths(window.to.slice(0, 7), 1)].map(addressOf), {
    absent: [404, 410]
  }),

  parse(publication) {
    const list = readXml(publication, 'exchangeRateMonthList')
    const [start = '', end = ''] = list.attribute('Period').split(' to ')
    const [date, validTo] = [readDate(start, 'DD/MMM/YYYY'), readDate(end, 'DD/MMM/YYYY')]
    const rates = atLeastOne(list.only('exchangeRate'), '<exchangeRate>').map((rate) => {
      const code = rate.one('currencyCode').text
      const quote = MISPRINTED[`${code} ${rate.one('currencyName').text}`] ?? codeOn(code, date, SWITCHED)
      return {
        date,
        base: 'GBP',
        quote,
        type: 'monthly',
        value: readDecimal(rate.one('rateNew').text),
        validFrom: date,
        validTo
      }
    })
    return distinctRows(withoutKnownErrors(rates, ERRORS))
  }
})
