import { z } from 'zod'
import { documentAt, figuresOf, readDate, readDecimal, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const FIGURES = { mid: 'middle', buy: 'buy', sell: 'sell' } // in the order of the source's rate types
const CURRENCIES = ['usd', 'eur', 'gbp']
const CHANGED = 'middle' // the printed change refers to this rate

const fields = CURRENCIES.flatMap((currency) => Object.keys(FIGURES).map((figure) => currency + figure))
const Answer = z.object({
  car: z.tuple([
    z
      .object({ currentDate: z.string(), ...Object.fromEntries(fields.map((field) => [field, z.string()])) })
      .catchall(z.string())
  ])
})

export default defineSource({
  code: 'cbsc',
  name: 'Central Bank of Seychelles',
  country: 'SC',
  homeCurrency: 'SCR',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[2, 5]],
  sourceUrl: 'https://www.cbs.sc/',
  timezone: 'Indian/Mahe',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-09-09',
  dated: 'made',
  notes:
    'Average rates of the authorised dealers, for the newest day only. The workbook with middle rates since ' +
    '2000 is left out, because its figures are not rounded like the published ones.',
  verified: 'recording',
  tls: [{ quirk: 'incomplete_chain', reason: 'The server sends its own certificate alone.' }],

  fetch: documentAt('https://www.cbs.sc/Controller/MarketinfoController.jsp?type=car'),

  parse(publication) {
    const [rates] = readJson(publication, Answer).car
    const date = readDate(rates.currentDate, 'DD-MMM-YYYY')
    return CURRENCIES.flatMap((currency) =>
      figuresOf(FIGURES, (figure) => rates[currency + figure], ZERO).map(({ type, printed }) => {
        const change = type === CHANGED ? { change: readDecimal(rates[`${currency}diff`] ?? '') } : {}
        return { date, base: currency.toUpperCase(), quote: 'SCR', type, value: readDecimal(printed), ...change }
      })
    )
  }
})
