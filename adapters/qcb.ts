import { z } from 'zod'
import { atLeastOne, dayIn, distinctRows, isBetween, skip, readDecimal } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const LIST = "https://www.qcb.gov.qa/_api/web/lists/getbytitle('ExchangeRates')/items"
const NEWEST = `${LIST}?$top=200&$orderby=ID+desc&$select=CURR_CODE,CURR_DESC,RATE_DATETIME,RATE_AMOUT`
const TIMEZONE = 'Asia/Qatar'

// Both pegs are older than the list, so they show the direction of its rates.
const PEGGED: Record<string, [string, string]> = { USD: ['3.6', '3.7'], HKD: ['0.45', '0.48'] }
const NO_UNIT = 'JPY'
const OFFSHORE_YUAN = 'CNH'
const NO_RATE = /^(-|)$/

const Page = z.object({
  d: z.object({
    results: z.array(z.object({ CURR_CODE: z.string(), RATE_DATETIME: z.string(), RATE_AMOUT: z.string().nullable() })),
    __next: z.url().startsWith(LIST).optional()
  })
})

export default defineSource({
  code: 'qcb',
  name: 'Qatar Central Bank',
  country: 'QA',
  homeCurrency: 'QAR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[5, 10]],
  sourceUrl: 'https://www.qcb.gov.qa/en/exchange-rates',
  timezone: TIMEZONE,
  schedule: '0 13 * * 0-4',
  cadence: 'daily',
  historyFrom: '2024-01-23',
  dated: 'made',
  terms: 'The publisher forbids redistribution without its written permission.',
  restricted: true,
  notes:
    'A few tables a month in 2024, daily since August 2025. The dollar has one figure, of February 2024. The yen is ' +
    'left out because its unit is not known, and the offshore yuan because it has no code of its own; both have had no ' +
    'new figure since 2022. The request and its fields were seen described, no whole answer.',
  verified: 'description',
  backfillDays: 20000, // the list has no request for days

  async *fetch({ from }, http) {
    for (let page: string | undefined = NEWEST; page !== undefined;) {
      const publication = await http.get(page, { headers: { accept: 'application/json;odata=verbose' } })
      yield publication
      const { results, __next: next }: z.infer<typeof Page>['d'] = readJson(publication, Page).d
      page = results.some((it) => dayIn(it.RATE_DATETIME, TIMEZONE) >= from) ? next : undefined
    }
  },

  parse(publication) {
    const items = atLeastOne(readJson(publication, Page).d.results, 'rate')
    const known = skip(items, 'yen, of an unknown unit', (it) => it.CURR_CODE === NO_UNIT)
    const coded = skip(known, 'offshore yuan', (it) => it.CURR_CODE === OFFSHORE_YUAN)
    const rates = skip(coded, 'no rate', (it) => it.RATE_AMOUT === null || NO_RATE.test(it.RATE_AMOUT))
    if (!rates.some(({ CURR_CODE }) => CURR_CODE in PEGGED)) {
      throw new LayoutError('a rate of a pegged currency, which tells the direction', `${rates.length} other rates`)
    }
    return distinctRows(
      rates.map(({ CURR_CODE: base, RATE_DATETIME: instant, RATE_AMOUT: amount }) => {
        const value = readDecimal(amount!)
        const peg = PEGGED[base]
        if (peg && !isBetween(value, ...peg)) {
          throw new LayoutError(`${peg.join(' to ')} riyals for one ${base}`, value)
        }
        return { date: dayIn(instant, TIMEZONE), base, quote: 'QAR', type: 'reference', value }
      })
    )
  }
})
