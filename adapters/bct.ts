import {
  answersAt,
  atLeastOne,
  excerpt,
  formPost,
  skip,
  parameterOf,
  readCount,
  readDate,
  readDecimal,
  readText,
  weekdaysIn,
  withHeaders
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const SITE = 'https://www.bct.gov.tn/bct/siteprod'
const DAY = 'input'

const NO_TABLE = 'Exhausted Resultset' // the publisher's whole answer on some days without a table
const END = '</div> <br><br>'
const DATE = /^Journée du (\S+)$/
const HEADINGS = 'Monnaie, Sigle, Unité, Valeur'

// The rate types by the headings of the tables, in their order.
const TABLES = [
  { type: 'average', title: /Marché des Changes interbancaire$/ },
  { type: 'cash_average', title: /^Cours Moyens en dinar tunisien pour le Change Manuel/ }
]

export default defineSource({
  code: 'bct',
  name: 'Central Bank of Tunisia',
  country: 'TN',
  homeCurrency: 'TND',
  kind: 'central_bank',
  rateTypes: ['average', 'cash_average'],
  pairs: [[16, 24]],
  sourceUrl: `${SITE}/cours_archive.jsp`,
  timezone: 'Africa/Tunis',
  schedule: '30 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2004-12-23',
  dated: 'made',
  publishes: '18:30',
  notes: 'Average rates of the interbank market, and average rates for banknotes and traveller’s cheques.',
  verified: 'recording',
  pause: 500,
  backfillDays: 30, // one request a day

  fetch: answersAt(`${SITE}/cours_archiv.jsp`, (window) =>
    weekdaysIn(window).map((day) => {
      return {
        ...withHeaders(
          formPost([
            [DAY, day],
            ['langue', '_AN']
          ]),
          { referer: `${SITE}/cours_archive.jsp` }
        ),
        charset: 'utf-8'
      }
    })
  ),

  parse(publication) {
    if (readText(publication).includes(NO_TABLE)) return []
    const page = readHtml(publication, END)
    const dates = page
      .all('h5')
      .flatMap((heading) => DATE.exec(heading.text)?.[1] ?? [])
      .map((printed) => readDate(printed, 'DD/MM/YYYY'))
    const [titles, tables] = [page.all('h3'), page.all('table')]
    if (
      ![titles, tables, dates].every(({ length }) => length === TABLES.length) ||
      !TABLES.every(({ title }, index) => title.test(titles[index]!.text))
    ) {
      throw new LayoutError('a dated table of the interbank market and one of notes', excerpt(page.text))
    }
    // For a day without a table, the publisher returns the table of a nearby day.
    const day = parameterOf(publication, DAY)
    const isNearby = (date: string) => date !== day
    if (dates.some(isNearby)) {
      skip(tables, 'table of a day nearby', (_, index) => isNearby(dates[index]!))
      return []
    }
    return TABLES.flatMap(({ type }, index) => {
      const [headings = [], ...lines] = tables[index]!.rows
      if (headings.join(', ') !== HEADINGS) {
        throw new LayoutError(`a table of ${HEADINGS}`, excerpt(headings.join(', ')))
      }
      return atLeastOne(lines, 'currency').map(([, base = '', unit = '', value = '']) => ({
        date: dates[index]!,
        base,
        quote: 'TND',
        type,
        value: readDecimal(value, ','),
        unit: readCount(unit)
      }))
    })
  }
})
