import { z } from 'zod'
import {
  againstCopy,
  documentsAt,
  excerpt,
  readCount,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  writeDate,
  ZERO
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const CODES: Record<string, string> = { ECU: 'XEU' }
const LIQUIDITY = 'LIQ' // an indicator of the market's liquidity, not a currency
const DAY = /^(\S+) 00:00:00$/
const UNIT = /^(\d+)\.0$/

// Despite its name, `usdMean` is in patacas; `bid` is a quotation against the dollar in either direction.
const Answer = z.object({
  message: z.literal('OK'),
  data: z.array(
    z.object({
      date: z.string(),
      currency: z.string(),
      unit: z.string(),
      usdMean: z.string(),
      usdMeanValue: z.string().optional()
    })
  )
})

function readPart(pattern: RegExp, printed: string): string {
  const [, part] = pattern.exec(printed) ?? []
  if (part === undefined) throw new LayoutError(`a text like ${pattern.source}`, excerpt(printed))
  return part
}

export default defineSource({
  code: 'amcm',
  name: 'Monetary Authority of Macao',
  country: 'MO',
  homeCurrency: 'MOP',
  kind: 'monetary_authority',
  rateTypes: ['middle'],
  pairs: [[14, 20]],
  sourceUrl: 'https://www.amcm.gov.mo/en/financial-information/interbank-midpoint',
  timezone: 'Asia/Macau',
  schedule: '0 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '1986-01-02',
  dated: 'made',
  publishes: '12:00',
  notes: 'Interbank middle rates. The quotations against the dollar in the same table are left out.',
  unread: {
    '$.data.bid': 'quotations of the market against the dollar, whose direction and unit the document does not state'
  },
  verified: 'recording',

  requested: requestedBetween('Begin', 'End', 'YYYYMMDD'),
  fetch: documentsAt((window) =>
    spansOf(window, 90).map(({ from, to }) => {
      return `https://www.amcm.gov.mo/api/v1.0/cms/financial_info?QueryType=1&Begin=${writeDate(from, 'YYYYMMDD')}&End=${writeDate(to, 'YYYYMMDD')}`
    })
  ),

  parse(publication) {
    const currencies = skip(
      readJson(publication, Answer).data,
      'indicator of liquidity',
      ({ currency }) => currency === LIQUIDITY
    )
    return skip(currencies, 'no rate', ({ usdMean }) => ZERO.test(usdMean)).map(
      ({ date, currency, unit, usdMean, usdMeanValue }) => ({
        date: readDate(readPart(DAY, date), 'YYYY-MM-DD'),
        base: CODES[currency] ?? currency,
        quote: 'MOP',
        type: 'middle',
        value: readDecimal(usdMean),
        unit: readCount(readPart(UNIT, unit)),
        contradicted: againstCopy(readDecimal(usdMean), usdMeanValue)
      })
    )
  }
})
