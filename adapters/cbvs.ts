import { atLeastOne, endOfMonth, excerpt, leaveOut, readCount, readDate, readDecimal } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Days, type Row } from './source.ts'

const LIST = 'https://www.cbvs.sr/statistieken/financiele-markten-statistieken/dagelijkse-publicaties'
const FOLDER = /\/Wisselkoersen\//i
const PDF = /\.pdf$/i
const NOTICE = /\/DO(\d{6}) [^/]*$/i
const EARLIER_NOTICE = /\/DO\d{6} (?!15)[^/]*$/i // of 10:00 or 12:30
const MONTH = /\/(?:WK_|Wisselkoersnotering)([a-z]{3})[a-z]*_?(20\d{2})[^/]*$/i // all notices of a month, from 2024 on

const TITLE = 'WISSELKOERSNOTERINGEN IN SRD'
const DAY = /^(\d{1,2} \p{L}+ \d{4}) VASTGESTELD OMSTREEKS (\d{2}[.:]\d{2})/u
const FIGURES = /(?<![\d.,])((?:[\d.]+,\d+ ){3}[\d.]+,\d+ ?)$/
const NAME = /^[^(]+\((?:PER )?(?:\d+ )?([A-Z]{3})(?: PER (\d+))? ?\)? $/ // GUYANA DOLLAR (GYD PER 100 )
const TYPES = ['buy', 'sell', 'cash_buy', 'cash_sell'] // in the order of the columns

/** The days whose notices a file has, by its name; undefined for other documents. */
function daysOf (url: string): Required<Days> | undefined {
  const name = decodeURIComponent(url)
  const [, day] = NOTICE.exec(name) ?? []
  const [, month, year] = MONTH.exec(name) ?? []
  if (day !== undefined) return { from: readDate(day, 'YYMMDD'), to: readDate(day, 'YYMMDD') }
  if (month === undefined) return undefined
  const from = readDate(`${month} ${year}`, 'MMM YYYY', 'nl')
  return { from, to: endOfMonth(from.slice(0, 7)) }
}

function readLine (line: string, date: string): Row[] {
  const [, figures] = FIGURES.exec(line) ?? []
  if (figures === undefined) return []
  const [, base, units = '1'] = NAME.exec(line.slice(0, -figures.length)) ?? []
  if (base === undefined) throw new LayoutError('a currency with its code in brackets', excerpt(line))
  return figures.trim().split(' ').map((printed, column) => ({ date, base, quote: 'SRD', type: TYPES[column]!, value: readDecimal(printed, ','), unit: readCount(units) }))
}

/** The rates of one notice. A second table of a notice, at other conditions, and its English edition repeat the currencies: the first is kept. */
function readNotice (lines: string[], date: string): Row[] {
  const rows = lines.flatMap((line) => readLine(line, date))
  return leaveOut(rows, 'second table of a notice', ({ base, type }, index) => rows.findIndex((it) => it.base === base && it.type === type) < index)
}

export default defineSource({
  code: 'cbvs',
  name: 'Central Bank of Suriname',
  country: 'SR',
  homeCurrency: 'SRD',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'cash_sell', 'cash_buy'],
  sourceUrl: LIST,
  termsUrl: 'https://www.cbvs.sr/copyright',
  timezone: 'America/Paramaribo',
  schedule: '30 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-01-01',
  dated: 'made',
  publishes: '15:30',
  notes: 'Of the three notices a day, the last, at 15:00, is stored. The files for the years before 2024, with up to 1,500 pages each, are left out.',
  verified: 'description',
  pause: 1000,
  timeout: 300_000,

  asked: ({ request }) => daysOf(request.url) ?? {},

  async * fetch ({ from, to }, http) {
    const links = readHtml(await http.get(LIST)).all('a[href]').map((link) => new URL(link.attribute('href'), LIST).href)
    const files = atLeastOne(links.filter((url) => FOLDER.test(url) && PDF.test(url) && !EARLIER_NOTICE.test(decodeURIComponent(url))), 'link to a notice').map((url) => ({ url, days: daysOf(url) }))
    const months = new Set(files.flatMap(({ days }) => days && days.from < days.to ? [days.from.slice(0, 7)] : []))
    for (const { url, days } of files) {
      const isWanted = days && days.from <= to && days.to >= from
      // A day of a month that has a file of its own is in it.
      if (isWanted && (days.from < days.to || !months.has(days.from.slice(0, 7)))) yield await http.get(url)
    }
  },

  async parse (publication) {
    const lines = (await readPdf(publication)).map((cells) => cells.join(' '))
    const [, ...parts] = lines.join('\n').split(`${TITLE}\n`)
    const notices = atLeastOne(parts, TITLE).map((part) => {
      const [heading = '', ...figures] = part.split('\n')
      const [, day = '', time = ''] = DAY.exec(heading) ?? []
      const untitled = figures.find((line) => DAY.test(line))
      if (untitled !== undefined) throw new LayoutError(`${TITLE} above each day`, excerpt(untitled))
      return { date: readDate(day, 'D MMM YYYY', 'nl'), time, lines: figures }
    })
    const last = new Map(notices.toSorted((one, other) => one.time < other.time ? -1 : 1).map((notice) => [notice.date, notice]))
    return atLeastOne([...last.values()].toSorted((one, other) => one.date < other.date ? -1 : 1).flatMap((notice) => readNotice(notice.lines, notice.date)), 'line of a currency')
  }
})
