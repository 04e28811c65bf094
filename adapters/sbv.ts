import { z } from 'zod'
import { dayIn, daysBetween, excerpt, only, onlyOne, readDate, readDecimal, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const TIMEZONE = 'Asia/Ho_Chi_Minh'
const CONTENT = 'https://sbv.gov.vn/o/headless-delivery/v1.0/content-structures'
const STRUCTURES = ['137473', '3450514'] // the central rate of the dollar; buying and selling rates
const ACCEPT = { headers: { accept: 'application/json', 'accept-language': 'vi-VN' } }

const TYPES = { mua: 'buy', ban: 'sell' } as const
const CODE = /\b[A-Z]{3}\b/ // the code of a currency, within its name
const TITLE = /^\d\d\/\d\d\/\d{4}$/

const Field = z.object({ name: z.string(), contentFieldValue: z.object({ data: z.string().optional() }) })
type Field = z.infer<typeof Field>
const Item = z.object({
  title: z.string(),
  contentFields: z.array(Field.extend({ nestedContentFields: z.array(Field).default([]) }))
})
type Item = z.infer<typeof Item>
const Page = z.object({ items: z.array(Item), lastPage: z.string() })

function dataOf(fields: Field[], name: string): string {
  const data = onlyOne(fields, `content field ${name}`, (field) => field.name === name).contentFieldValue.data
  if (data === undefined) {
    throw new LayoutError(`a content field ${name}`, excerpt(fields.map((field) => field.name).join(', ')))
  }
  return data
}

const [CURRENCY, DAY] = ['tyGiaThamKhaos', 'ngayApDung']
const isCentral = ({ contentFields }: Item) => contentFields.some(({ name }) => name === 'TyGiaSo')

const hasStart = ({ contentFields }: Item) => contentFields.some(({ name }) => name === 'NgayBatDau')
const startOf = (item: Item) => dayIn(dataOf(item.contentFields, 'NgayBatDau'), TIMEZONE)
const isNear = (one: string, other: string) =>
  [daysBetween(one, other), daysBetween(other, one)].every((days) => days <= 7)

/**
 * The day from which an item is valid. Moments are in UTC: midnight in Hanoi or an hour before. An item whose title
 * contradicts its moment has no date, so its rate goes to quarantine.
 */
function dateOf(item: Item): string {
  if (!isCentral(item)) return dayIn(dataOf(item.contentFields, DAY), TIMEZONE)
  if (!TITLE.test(item.title)) return startOf(item)
  const titled = readDate(item.title, 'DD/MM/YYYY')
  return !hasStart(item) || isNear(titled, startOf(item)) ? titled : `${startOf(item)} (${item.title})`
}

function readItem(item: Item): Row[] {
  const date = dateOf(item)
  if (isCentral(item)) {
    return [
      { date, base: 'USD', quote: 'VND', type: 'reference', value: readDecimal(dataOf(item.contentFields, 'TyGiaSo')) }
    ]
  }
  const currencies = only(
    skip(item.contentFields, 'day', ({ name }) => name === DAY),
    `fields ${CURRENCY} and ${DAY}`,
    ({ name }) => name === CURRENCY
  )
  return currencies.flatMap(({ nestedContentFields: fields }) => {
    const name = dataOf(fields, 'ngoaiTe')
    return Object.entries(TYPES).map(([field, type]) => ({
      date,
      base: CODE.exec(name)?.[0] ?? name,
      quote: 'VND',
      type,
      value: readDecimal(dataOf(fields, field))
    }))
  })
}

const keyOf = ({ date, base, type }: Row) => `${date} ${base} ${type}`

const readPage = (publication: Publication) => readJson(publication, Page)

export default defineSource({
  code: 'sbv',
  name: 'State Bank of Vietnam',
  country: 'VN',
  homeCurrency: 'VND',
  kind: 'central_bank',
  rateTypes: ['reference', 'buy', 'sell'],
  pairs: [[1, 40]],
  sourceUrl: 'https://www.sbv.gov.vn/t%E1%BB%B7-gi%C3%A1',
  timezone: TIMEZONE,
  schedule: '30 8 * * 1-5',
  cadence: 'daily',
  historyFrom: '2009-01-01',
  dated: 'effective',
  publishes: '08:30',
  notes:
    'The central rate of the dollar, and reference buying and selling rates of about seven currencies. The ' +
    'weekly cross rates for customs are left out. If there are several notices for one day, the newest is stored. ' +
    'The publisher refuses some clients, and then the run fails.',
  verified: 'description',
  pause: 1000,
  backfillDays: 20_000, // notices come newest first, whatever the day

  async *fetch({ from }, http) {
    for (const structure of STRUCTURES) {
      for (let page = 1, isLast = false; !isLast; page += 1) {
        const answer = await http.get(
          `${CONTENT}/${structure}/structured-contents?pageSize=100&page=${page}&sort=datePublished:desc`,
          ACCEPT
        )
        yield answer
        const { items, lastPage } = readPage(answer)
        const oldest = items.at(-1)
        isLast = lastPage === String(page) || !oldest || dateOf(oldest) < from
      }
    }
  },

  parse(publication) {
    const rows = readPage(publication).items.flatMap(readItem)
    const newest = new Map(rows.toReversed().map((row) => [keyOf(row), row]))
    const isReplaced = (row: Row) => newest.get(keyOf(row)) !== row
    return skip(rows, 'earlier notice', isReplaced)
  }
})
