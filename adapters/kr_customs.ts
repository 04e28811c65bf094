import {
  addDays,
  checkSubject,
  parameterOf,
  readDate,
  readDecimal,
  requestedFor,
  skip,
  weeksIn,
  writeDate
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource, LayoutError } from './source.ts'

const API = 'https://apis.data.go.kr/1220000/retrieveTrifFxrtInfo/getRetrieveTrifFxrtInfo'
const KEY = 'KR_CUSTOMS_API_KEY'
const TYPES: Record<string, string> = { 2: 'customs_import', 1: 'customs_export' }
const ITSELF = 'KRW'
const OK = '00'

// Every figure is for one unit. If the yen were printed per hundred, other currencies could be too.
const YEN_FOR_MORE = /^\d{3}/

export default defineSource({
  code: 'kr_customs',
  name: 'Korea Customs Service',
  country: 'KR',
  homeCurrency: 'KRW',
  kind: 'customs_authority',
  rateTypes: ['customs_import', 'customs_export'],
  pairs: [[35, 72]],
  sourceUrl: 'https://unipass.customs.go.kr/',
  termsUrl: 'https://www.data.go.kr/data/15101230/openapi.do',
  timezone: 'Asia/Seoul',
  schedule: '0 18 * * 5,6',
  cadence: 'weekly',
  historyFrom: '2014-12-28',
  dated: 'effective',
  notes: 'A rate is valid from Sunday to Saturday. History before 28 December 2014 has not been tried.',
  unread: {
    '/response/body/items/item/imexTp': '1 for exports and 2 for imports'
  },
  verified: 'description',
  credentials: [{ name: KEY, where: 'https://www.data.go.kr/data/15101230/openapi.do (the decoded form of the key)' }],

  requested: requestedFor('aplyBgnDt', 'YYYYMMDD'),

  async *fetch({ from, to, today }, http) {
    const key = encodeURIComponent(http.credential(KEY))
    // The rates of the next week are published on a Friday.
    for (const sunday of weeksIn({ from, to: to === today ? addDays(to, 6) : to }, 0)) {
      for (const type of Object.keys(TYPES))
        yield await http.get(
          `${API}?serviceKey=${key}&aplyBgnDt=${writeDate(sunday, 'YYYYMMDD')}&weekFxrtTpcd=${type}&numOfRows=500&pageNo=1`
        )
    }
  },

  parse(publication) {
    const response = readXml(publication, 'response')
    const code = response.one('header').one('resultCode').text
    if (code !== OK) throw new LayoutError(`an answer with the code ${OK}`, code)
    const wanted = parameterOf(publication, 'weekFxrtTpcd')
    return skip(
      response.one('body').one('items').only('item'),
      'the won in won',
      (item) => item.one('currSgn').text === ITSELF
    ).map((item) => {
      checkSubject(wanted, item.one('imexTp').text)
      const [base, value] = [item.one('currSgn').text, readDecimal(item.one('fxrt').text)]
      if (base === 'JPY' && YEN_FOR_MORE.test(value)) throw new LayoutError('a figure for one yen', value)
      const date = readDate(item.one('aplyBgnDt').text, 'YYYYMMDD')
      return { date, base, quote: 'KRW', type: TYPES[wanted]!, value, validFrom: date }
    })
  }
})
