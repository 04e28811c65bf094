import { z } from 'zod'
import {
  figuresOf,
  parameterOf,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://oapi.koreaexim.go.kr/site/program/financial/exchangeJSON'
const KEY = 'KOREAEXIM_API_KEY'

const FIGURES = { deal_bas_r: 'reference', tts: 'sell', ttb: 'buy' } as const // in the order of the source's rate types
const UNIT = /^([A-Z]{3})(?:\((\d+)\))?$/ // USD, JPY(100)
const HOME = 'KRW'
const NO_RATE = '0'
const OK = '1' // 2: wrong request, 3: refused key, 4: daily limit

const Table = z
  .array(
    z.object({
      result: z.literal(OK),
      cur_unit: z.string(),
      deal_bas_r: z.string(),
      tts: z.string(),
      ttb: z.string()
    })
  )
  .nonempty()
// Empty or null: no business day, or the table is not yet published.
const Answer = z.union([z.array(z.unknown()).max(0), z.null(), Table])

function unitOf(printed: string): { base: string; unit: number } {
  const [base = '', unit = '1'] = partsOf(printed, UNIT, 'a unit like USD or JPY(100)')
  return { base, unit: readCount(unit) }
}

export default defineSource({
  code: 'kr_exim',
  name: 'Export-Import Bank of Korea',
  country: 'KR',
  homeCurrency: 'KRW',
  kind: 'treasury',
  rateTypes: ['reference', 'sell', 'buy'],
  pairs: [[14, 30]],
  sourceUrl: 'https://www.koreaexim.go.kr/',
  termsUrl: 'https://www.data.go.kr/data/3068846/openapi.do',
  timezone: 'Asia/Seoul',
  schedule: '10 11 * * 1-5',
  cadence: 'daily',
  historyFrom: '2015-01-02',
  dated: 'made',
  publishes: '11:00',
  notes:
    'The basic rate of the won, republished, and the bank’s own rates for transfers. The answer does not name ' +
    'its day: a rate is dated by the day of the request. The adapter was written from public code and one answer of ' +
    'an unknown day; the first available day is not known.',
  unread: {
    '$.bkpr': 'the basic rate without its decimals',
    '$.kftc_bkpr': 'the basic rate without its decimals',
    '$.yy_efee_r': 'interest rates',
    '$.ten_dd_efee_r': 'interest rates'
  },
  verified: 'description',
  credentials: [{ name: KEY, where: 'https://www.data.go.kr/data/3068846/openapi.do' }],
  tls: [{ quirk: 'incomplete_chain', reason: 'The server has omitted intermediate certificates in some years.' }],

  async *fetch(window, http) {
    const key = encodeURIComponent(http.credential(KEY))
    for (const day of weekdaysIn(window)) {
      const answer = await http.get(`${API}?authkey=${key}&searchdate=${writeDate(day, 'YYYYMMDD')}&data=AP01`)
      if (readJson(answer, Answer)?.length) yield answer
    }
  },

  parse(publication) {
    const date = readDate(parameterOf(publication, 'searchdate'), 'YYYYMMDD')
    return skip(readJson(publication, Table), 'the won itself', ({ cur_unit: unit }) => unit === HOME).flatMap(
      ({ cur_unit: unit, ...line }) => {
        return figuresOf(FIGURES, (field) => line[field], NO_RATE).map(({ type, printed }) => {
          return { date, ...unitOf(unit), quote: HOME, type, value: readDecimal(printed) }
        })
      }
    )
  }
})
