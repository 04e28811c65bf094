import {
  atLeastOne,
  codeOn,
  documentsAt,
  excerpt,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  ZERO
} from './kit/index.ts'
import { readXml, type XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError } from './source.ts'

const SERIES = 'https://sedlabanki.is/xmltimeseries/Default.aspx'

// The bank's numbers of the series of the official rates.
// prettier-ignore
const OFFICIAL = {
  ATS: '4051 4052 4053', USD: '4054 4055 4056', BEF: '4057 4058 4059', DKK: '4060 4061 4062', EUR: '4063 4064 4065',
  FIM: '4066 4067 4068', FRF: '4069 4070 4071', GRD: '4072 4073 4074', NLG: '4075 4076 4077', IEP: '4078 4079 4080',
  ITL: '4081 4082 4083', JPY: '4084 4085 4086', CAD: '4087 4088 4089', NOK: '4090 4091 4092', PTE: '4093 4094 4095',
  XDR: '4096 4097 4098', ESP: '4099 4100 4101', GBP: '4102 4103 4104', CHF: '4105 4106 4107', SEK: '4108 4109 4110',
  DEM: '4111 4112 4113'
}

// Currencies with a middle rate only.
// prettier-ignore
const OTHERS: Record<string, string> = {
  29: 'CNY', 30: 'RUB', 31: 'PLN', 32: 'EEK', 33: 'LVL', 34: 'LTL', 35: 'NGN', 36: 'TWD', 37: 'KRW', 38: 'SRD',
  39: 'AUD', 40: 'NZD', 41: 'HKD', 42: 'HUF', 43: 'ILS', 44: 'ZAR', 45: 'SGD', 46: 'MXN', 47: 'MTL', 48: 'TRY',
  49: 'HRK', 50: 'INR', 51: 'BGN', 52: 'CZK', 53: 'BRL', 74: 'THB', 288: 'JMD', 3503: 'SAR', 3504: 'VES', 19254: 'KWD'
}

const CODES: Record<string, string> = {
  ...OTHERS,
  ...Object.fromEntries(Object.entries(OFFICIAL).flatMap(([code, ids]) => ids.split(' ').map((id) => [id, code])))
}

const TYPES: Record<string, string> = { kaupgengi: 'buy', miðgengi: 'mid', sölugengi: 'sell' }
const DESCRIPTION = /, skráð (?<type>\p{L}+)\.$/u // Evra, skráð miðgengi.

const GROUPS = [9, 7]
const MIDNIGHT = / 12:00:00 AM$/

function readSeries(series: XmlElement): { base: string; type: string } {
  const [id, description] = [series.attribute('ID'), series.one('Description').text]
  const base = CODES[id]
  const type = TYPES[DESCRIPTION.exec(description)?.groups?.type ?? '']
  if (!base || !type) {
    throw new LayoutError('a known series of buying, middle or selling rates', `${id} ${excerpt(description)}`)
  }
  return { base, type }
}

// The bolívar has one series, which spans its redenominations.
const SWITCHED = { VEF: '2008-01-01', VES: '2018-08-20' }

export default defineSource({
  code: 'cbi',
  name: 'Central Bank of Iceland',
  country: 'IS',
  homeCurrency: 'ISK',
  kind: 'central_bank',
  rateTypes: ['mid', 'buy', 'sell'],
  pairs: [[1, 45]],
  sourceUrl: 'https://sedlabanki.is/hagtolur/opinbert-gengi/',
  timezone: 'Atlantic/Reykjavik',
  schedule: '5 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1981-01-01',
  dated: 'made',
  publishes: '16:00',
  notes:
    'Official reference rates of 21 currencies, and middle rates of 30 others since 2006. The series of buying ' +
    'and selling rates have no recent figures.',
  verified: 'recording',

  requested: requestedBetween('DagsFra', 'DagsTil'),
  fetch: documentsAt((window) =>
    spansOf(window, 366).flatMap(({ from, to }) => {
      return GROUPS.map((group) => `${SERIES}?DagsFra=${from}&DagsTil=${to}&GroupID=${group}&Type=xml`)
    })
  ),

  parse(publication) {
    return atLeastOne(readXml(publication, 'Group').all('TimeSeries'), 'TimeSeries').flatMap((series) => {
      const { base, type } = readSeries(series)
      const entries = series
        .one('TimeSeriesData')
        .only('Entry')
        .map((entry) => ({ day: entry.one('Date').text, value: entry.one('Value').text }))
      return skip(entries, 'no rate', ({ value }) => ZERO.test(value)).map(({ day, value }) => {
        const date = readDate(day.replace(MIDNIGHT, ''), 'M/D/YYYY')
        return { date, base: codeOn(base, date, SWITCHED), quote: 'ISK', type, value: readDecimal(value) }
      })
    })
  }
})
