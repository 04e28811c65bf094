import { z } from 'zod'
import { documentAt, partsOf, readDate, readDecimal, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const LABEL = /([A-Z]{3})\/([A-Z]{3})$/ // units of the first for one of the second: 日圓JPY/USD
const CODES: Record<string, string> = { NTD: 'TWD' }
const NO_RATE = '-'

const Answer = z.object({
  data: z.object({
    dataSets: z.array(z.array(z.string())).nonempty(),
    structure: z.object({ Table1: z.array(z.object({ data: z.string() })).nonempty() })
  })
})

function readPair(label: string): { base: string; quote: string } {
  const [quote = '', base = ''] = partsOf(label, LABEL, 'a label that ends in two codes')
  return { base: CODES[base] ?? base, quote: CODES[quote] ?? quote }
}

export default defineSource({
  code: 'cbc',
  name: 'Central Bank of the Republic of China (Taiwan)',
  country: 'TW',
  homeCurrency: 'TWD',
  kind: 'central_bank',
  rateTypes: ['spot'],
  pairs: [[1, 27]],
  sourceUrl: 'https://www.cbc.gov.tw/en/lp-4237-2.html',
  timezone: 'Asia/Taipei',
  schedule: '30 16 1-10 * *',
  cadence: 'monthly',
  historyFrom: '1993-01-05',
  dated: 'made',
  notes:
    'Interbank rates at 16:00 on business days; the rates of a month are published together early in the next. ' +
    'All other currencies are quoted against the US dollar.',
  verified: 'recording',
  backfillDays: 20000, // one document holds the whole history

  fetch: documentAt('https://cpx.cbc.gov.tw/API/DataAPI/Get?FileName=BP01D01'),

  parse(publication) {
    const { dataSets, structure } = readJson(publication, Answer).data
    const pairs = structure.Table1.map(({ data }) => readPair(data))
    return dataSets.flatMap(([day = '', ...cells]) => {
      if (cells.length !== pairs.length) throw new LayoutError(`${pairs.length} figures on ${day}`, `${cells.length}`)
      const date = readDate(day, 'YYYYMMDD')
      return skip(
        cells.map((cell, index) => ({ cell, ...pairs[index]! })),
        'no rate',
        ({ cell }) => cell === NO_RATE
      ).map(({ cell, ...pair }) => ({ date, ...pair, type: 'spot', value: readDecimal(cell) }))
    })
  }
})
