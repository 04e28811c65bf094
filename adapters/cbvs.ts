import {
  atLeastOne,
  endOfMonth,
  findMonth,
  NOTHING,
  onlyOne,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  readTime,
  skip,
  squeeze
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, type Days, type Row } from './source.ts'

const LIST = 'https://www.cbvs.sr/statistieken/financiele-markten-statistieken/dagelijkse-publicaties'
const FOLDER = /\/Wisselkoersen\//i
const PDF = /\.pdf$/i
const NOTICE = /\/DO(\d{6})\s[^/]*$/i
const EARLIER_NOTICE = /\/DO\d{6}\s(?!15)[^/]*$/i // notices of 10:00 or 12:30
// all notices of a month, from 2024 on; WisselkoersnoteringjJuli2025.pdf
const MONTH = /\/(?:WK_|Wisselkoersnotering)([a-z]+)_?(20\d{2})[^/]*$/i

const TITLE = 'WISSELKOERSNOTERINGEN IN SRD'
// notices from before 2021 have no time
const DAY = /^(\d{1,2} \p{L}+ \d{4}) (?:VASTGESTELD OMSTREEKS (\d{2}[.:]\d{2})|EN (?:GELDIG )?TOT NADER ORDER)/u
const ENDS_IN_FIGURES = / [\d.]*\d,\d+(?: -+)*$/
const isNote = (line: string) => !ENDS_IN_FIGURES.test(line)
// GUYANA DOLLAR (GYD PER 100 )
// and, in older notices, GUYANA DOLLAR (PER 100 GYD)
const LINE = /^[^(]+\( ?(?:PER )?(?:(\d+) )?([A-Z]{3})(?: PER (\d+))? ?\)?((?: (?:[\d.]+,\d+|-+)){4})$/
const TYPES = ['buy', 'sell', 'cash_buy', 'cash_sell'] // in the order of the columns

/**
 * The days whose notices a file has, by its name; undefined for other documents. It is the whole year if the name has
 * no month.
 */
function daysOf(url: string): Required<Days> | undefined {
  const name = decodeURIComponent(url)
  const [, day] = NOTICE.exec(name) ?? []
  const [, letters, year] = MONTH.exec(name) ?? []
  if (day !== undefined) return { from: readDate(day, 'YYMMDD'), to: readDate(day, 'YYMMDD') }
  if (letters === undefined) return undefined
  const month = findMonth(letters, 'nl')
  return month === undefined
    ? { from: `${year}-01-01`, to: `${year}-12-31` }
    : { from: `${year}-${month}-01`, to: endOfMonth(`${year}-${month}`) }
}

function readLine(line: string): { base: string; unit: number; figures: string[] } {
  const [before, base, after, figures] = partsOf(line, LINE, 'a currency with its code in brackets and four figures')
  return { base: base!, unit: readCount(before ?? after ?? '1'), figures: figures!.trim().split(' ') }
}

/**
 * The rates of one notice. A second table, for other conditions, and the English edition repeat the currencies: only
 * the first table is read.
 */
function readNotice({ lines, date, time }: { lines: string[]; date: string; time: string }): Row[] {
  const all = skip(lines, 'headings and notes', isNote).map(readLine)
  return skip(
    all,
    'second table of a notice',
    ({ base }, index) => all.findIndex((it) => it.base === base) < index
  ).flatMap(({ figures, ...rate }) => {
    return skip(
      figures.map((printed, column) => ({ printed, type: TYPES[column]! })),
      'no rate',
      ({ printed }) => NOTHING.test(printed)
    ).map(({ printed, type }) => ({
      ...rate,
      date,
      time: readTime(time),
      quote: 'SRD',
      type,
      value: readDecimal(printed, ',')
    }))
  })
}

export default defineSource({
  code: 'cbvs',
  name: 'Central Bank of Suriname',
  country: 'SR',
  homeCurrency: 'SRD',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'cash_sell', 'cash_buy'],
  pairs: [[3, 13]],
  sourceUrl: LIST,
  termsUrl: 'https://www.cbvs.sr/copyright',
  timezone: 'America/Paramaribo',
  schedule: '30 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-01-01',
  dated: 'made',
  publishes: '15:30',
  notes:
    'Of the three notices a day, the last, at 15:00, is stored. The files for the years before 2024, with up ' +
    'to 1,500 pages each, are left out.',
  verified: 'description',
  pause: 1000,
  timeout: 300_000,

  requested: ({ request }) => daysOf(request.url) ?? {},

  async *fetch({ from, to }, http) {
    const links = readHtml(await http.get(LIST))
      .all('a[href]')
      .map((link) => new URL(squeeze(link.attribute('href')), LIST).href)
    const files = atLeastOne(
      links.filter((url) => FOLDER.test(url) && PDF.test(url) && !EARLIER_NOTICE.test(decodeURIComponent(url))),
      'link to a notice'
    ).map((url) => ({ url, days: daysOf(url) }))
    const months = new Set(
      files.flatMap(({ days }) =>
        days && days.to === endOfMonth(days.from.slice(0, 7)) ? [days.from.slice(0, 7)] : []
      )
    )
    for (const { url, days } of files) {
      const isWanted = days && days.from <= to && days.to >= from
      // A day of a month with a file of its own is in that file.
      if (isWanted && (days.from < days.to || !months.has(days.from.slice(0, 7)))) yield await http.get(url)
    }
  },

  async parse(publication) {
    const lines = (await readPdf(publication)).map((cells) => cells.join(' '))
    const [, ...parts] = lines.join('\n').split(`${TITLE}\n`)
    const notices = atLeastOne(parts, TITLE).map((part) => {
      const lines = part.split('\n')
      const [, day = '', time = ''] = DAY.exec(onlyOne(lines, `day below ${TITLE}`, (line) => DAY.test(line)))!
      return { date: readDate(day, 'D MMM YYYY', 'nl'), time, lines }
    })
    const last = new Map(
      notices.toSorted((one, other) => (one.time < other.time ? -1 : 1)).map((notice) => [notice.date, notice])
    )
    return atLeastOne(
      [...last.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1)).flatMap(readNotice),
      'line of a currency'
    )
  }
})
