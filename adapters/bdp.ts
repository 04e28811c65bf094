import { z } from 'zod'
import { excerpt, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const DATA_SET = 'https://bpstat.bportugal.pt/data/v1/domains/29/datasets/23e0cdd56bddb4ad3016a9c3ad63a539/'
const CURRENCY = '12'
// The filters of the series: the reference currency is the escudo, the source the bank, the periodicity daily.
const FILTERS: Record<string, string> = { 13: '794', 18: '35', 40: '4263' }
const QUERY = Object.entries(FILTERS)
  .map(([dimension, category]) => `dim_cats=${dimension}:${category}`)
  .join('&')

const CODE = /\(([A-Z]{3})\)/ // US, Dollars (USD) against Escudo - daily
const ECU = 'ECU'
const NO_RATE = null

const Dimension = z.object({ category: z.object({ index: z.array(z.string()) }) })
const Answer = z.object({
  id: z.array(z.string()),
  size: z.array(z.string()),
  value: z.array(z.string().nullable()),
  dimension: z.object({ [CURRENCY]: Dimension, reference_date: Dimension }).catchall(Dimension),
  extension: z.object({
    next_page: z.string().optional(),
    series: z.array(
      z.object({
        label: z.string(),
        dimension_category: z.array(z.object({ dimension_id: z.string(), category_id: z.string() }))
      })
    )
  })
})
type Answer = z.infer<typeof Answer>

/**
 * The codes of the currencies by their categories. A page may have the figures of one series that only the next page
 * describes.
 */
function codesOf({ extension }: Answer): Map<string, string> {
  return new Map(
    extension.series.map(({ label, dimension_category: categories }) => {
      const [, code] = CODE.exec(label) ?? []
      const category = categories.find(({ dimension_id: id }) => id === CURRENCY)
      if (!code || !category) throw new LayoutError('a series with the code of its currency', excerpt(label))
      return [category.category_id, code === ECU ? 'XEU' : code]
    })
  )
}

function checkLayout({ id, size, dimension, value }: Answer): void {
  const [currencies, dates] = [
    dimension[CURRENCY].category.index.length,
    dimension.reference_date.category.index.length
  ]
  const isFlat =
    id[0] === CURRENCY && id.at(-1) === 'reference_date' && size.slice(1, -1).every((length) => length === '1')
  if (!isFlat || value.length !== currencies * dates) {
    throw new LayoutError(
      `figures of ${currencies} currencies on ${dates} dates`,
      excerpt(`${id.join()} of ${size.join()}`)
    )
  }
  for (const [name, category] of Object.entries(FILTERS)) {
    const found = dimension[name]?.category.index.join()
    if (found !== category) throw new LayoutError(`only category ${category} of dimension ${name}`, String(found))
  }
}

export default defineSource({
  code: 'bdp',
  name: 'Bank of Portugal',
  country: 'PT',
  homeCurrency: 'PTE',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 34]],
  sourceUrl: 'https://bpstat.bportugal.pt/',
  timezone: 'Europe/Lisbon',
  schedule: '0 6 2 1 *',
  cadence: 'daily',
  historyFrom: '1987-01-02',
  ended: '1998-12-31',
  dated: 'made',
  notes: 'A closed series: the rates of the escudo before the euro.',
  unread: {
    '$.dimension.#.category.index': 'numbers of categories'
  },
  verified: 'recording',
  backfillDays: 1826,

  requested: requestedBetween('obs_since', 'obs_to'),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 1826)) {
      for (let [page, more] = [1, true]; more; page += 1) {
        // The link to the next page in the answer lacks the filters.
        const answer = await http.get(`${DATA_SET}?lang=EN&page=${page}&${QUERY}&obs_since=${from}&obs_to=${to}`)
        more = readJson(answer, Answer).extension.next_page !== undefined
        yield answer
      }
    }
  },

  parse(publication) {
    const answer = readJson(publication, Answer)
    const codes = codesOf(answer)
    const dates = answer.dimension.reference_date.category.index
    if (dates.length > 0) checkLayout(answer)
    const figures = answer.dimension[CURRENCY].category.index.flatMap((category, row) =>
      dates.map((date, column) => {
        return { date, base: codes.get(category), printed: answer.value[row * dates.length + column] ?? NO_RATE }
      })
    )
    const described = skip(figures, 'currency of the next page', ({ base }) => base === undefined)
    return skip(described, 'no rate', ({ printed }) => printed === NO_RATE).map(({ date, base, printed }) => ({
      date,
      base: base!,
      quote: 'PTE',
      type: 'reference',
      value: readDecimal(printed!)
    }))
  }
})
