import { z } from 'zod'
import {
  addDays,
  atLeastOne,
  figuresOf,
  only,
  partsOf,
  readCount,
  readDecimal,
  readText,
  weekdaysIn,
  ZERO
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { printedNumber, readTypedJson } from './kit/json.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const PAGE = 'https://www.bcc.cd/marche-des-changes/cours-de-change'

const START = '"history":'
const END = '}]}' // ends the last currency's last day
const DAY_PAGE = /\/(\d{4}-\d\d-\d\d)$/
const LABEL = /^([A-Z]{3}) \(cours moyen\)$/
const DECIMAL_COMMA = /,\d{4}$/ // old pages print 2 263,0000
const FIGURES = { average: 'mid', buy: 'buy', sell: 'sell' } as const

const figure = printedNumber.nullable()
const Day = z.object({ date: z.iso.date(), buy: figure, average: figure, sell: figure, unit: printedNumber })
const History = z.record(z.string().regex(/^[A-Z]{3}$/), z.array(Day))

/**
 * The history in the page's data, which contains it once for the table and once for the chart. Throws a `LayoutError`
 * if the two differ.
 */
function readHistory(publication: Publication): Array<[code: string, days: Array<z.infer<typeof Day>>]> {
  const [, ...blocks] = readText(publication)
    .split(START)
    .map((text) => text.slice(0, text.indexOf(END) + END.length))
  const [block] = only(
    atLeastOne(blocks, `block ${START}`),
    'the same history for the table and the chart',
    (it) => it === blocks[0]
  )
  return Object.entries(readTypedJson({ ...publication, charset: 'utf-8', body: Buffer.from(block!) }, History))
}

function readDayPage(publication: Publication, date: string): Row[] {
  const page = readHtml(publication)
  const [labels, figures] = [page.all('dt'), page.all('dd')]
  if (labels.length !== figures.length) {
    throw new LayoutError('a figure for each currency', `${labels.length} labels, ${figures.length} figures`)
  }
  return atLeastOne(labels, 'currency').map(({ text }, index) => {
    const [base = ''] = partsOf(text, LABEL, 'a label like USD (cours moyen)')
    const printed = figures[index]!.text
    return {
      date,
      base,
      quote: 'CDF',
      type: 'mid',
      value: readDecimal(printed, DECIMAL_COMMA.test(printed) ? ',' : '.')
    }
  })
}

export default defineSource({
  code: 'bccd',
  former: ['bcc'],
  name: 'Central Bank of the Congo',
  country: 'CD',
  homeCurrency: 'CDF',
  kind: 'central_bank',
  rateTypes: ['mid', 'buy', 'sell'],
  pairs: [[16, 25]],
  sourceUrl: PAGE,
  timezone: 'Africa/Kinshasa',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2020-10-12',
  dated: 'made',
  publishes: '16:00',
  notes:
    'The current page has about a year of buying, average and selling rates. Earlier days have pages of their ' +
    'own, about one a week before August 2025, with the average of ten currencies. Currencies of small value have ' +
    'two decimals. Of two entries for a day the later one is stored.',
  verified: 'recording',
  pause: 1000,
  backfillDays: 60, // one request a day before the history of the page

  async *fetch({ from, to }, http) {
    const current = await http.get(PAGE, { headers: { rsc: '1' } })
    yield current
    const first =
      readHistory(current)
        .flatMap(([, days]) => days.map(({ date }) => date))
        .sort()[0] ?? to
    for (const day of weekdaysIn({ from, to: first > to ? to : addDays(first, -1) })) {
      const page = await http.find(`${PAGE}/${day}`)
      if (page) yield page
    }
  },

  parse(publication) {
    const [, date] = DAY_PAGE.exec(publication.request.url) ?? []
    if (date !== undefined) return readDayPage(publication, date)
    return readHistory(publication).flatMap(([base, days]) => {
      // If a day has two entries, the later one is the bank's correction; the page of that day shows the same.
      const latest = [...new Map(days.map((day) => [day.date, day])).values()]
      return latest.flatMap((day) =>
        figuresOf(FIGURES, (field) => day[field], ZERO).map(({ type, printed }) => {
          return { date: day.date, base, quote: 'CDF', type, value: readDecimal(printed), unit: readCount(day.unit) }
        })
      )
    })
  }
})
