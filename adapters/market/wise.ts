import { z } from 'zod'
import { atLeastOne, readDecimal, readInstant } from '../kit/index.ts'
import { printedNumber, readTypedJson } from '../kit/json.ts'
import { defineFeed } from './feed.ts'

const Rates = z.array(z.object({ rate: printedNumber, source: z.literal('USD'), target: z.string(), time: z.string() }))

export default defineFeed({
  code: 'wise',
  name: 'Wise',
  class: 'interbank',
  sourceUrl: 'https://docs.wise.com/api-reference/rate',
  termsUrl: 'https://wise.com/terms-and-conditions',
  credentials: [{ name: 'WISE_API_TOKEN', where: 'https://wise.com/your-account/integrations-and-tools/api-tokens' }],
  interval: 10,
  freshFor: 3600,

  fetch(http) {
    // Without a target, the answer has every currency.
    return http.get('https://api.wise.com/v1/rates?source=USD', {
      headers: { accept: 'application/json', authorization: `Bearer ${http.credential('WISE_API_TOKEN')}` }
    })
  },

  parse(publication) {
    return atLeastOne(
      readTypedJson(publication, Rates).map(({ rate, target, time }) => ({
        currency: target,
        rate: readDecimal(rate),
        time: readInstant(time)
      })),
      'rate'
    )
  }
})
