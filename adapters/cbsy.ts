import { atLeastOne, excerpt, NOTHING, readDate, readDecimal, skip } from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Publication } from './source.ts'

const LIST = 'https://www.cb.gov.sy/index.php?page=list&ex=2&dir=exchangerate&lang=1&service=4&act=1207'

const ENTRIES = 'div.bd1, div.bd2'
const TYPES = ['sell', 'buy'] // below the date of an entry
const DATE = /\d{4}-\d{2}-\d{2}/
const FIGURE = /^[\d,]+(\.\d+)?$/

function entriesOf(publication: Publication): HtmlElement[] {
  return atLeastOne(readHtml(publication).all(ENTRIES), `entry ${ENTRIES}`)
}

function dateOf(entry: HtmlElement): string {
  return readDate(DATE.exec(entry.text)?.[0] ?? '', 'YYYY-MM-DD')
}

export default defineSource({
  code: 'cbsy',
  name: 'Central Bank of Syria',
  country: 'SY',
  homeCurrency: 'SYP',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 1]],
  sourceUrl: LIST,
  timezone: 'Asia/Damascus',
  schedule: '0 11 * * 0-4',
  cadence: 'daily',
  historyFrom: '2026-01-01',
  dated: 'made',
  notes:
    'The dollar from the official bulletin; the lists for transfers and other purposes are left out. The pound ' +
    'reportedly lost two zeros at the start of 2026 and kept its code, so earlier days are not fetched.',
  verified: 'description',

  async *fetch({ from }, http) {
    for (
      let [page, url, oldest] = [0, LIST as string | undefined, '9999'];
      url !== undefined && oldest >= from;
      page += 1
    ) {
      const list = await http.get(url)
      yield list
      oldest = dateOf(entriesOf(list).at(-1)!)
      // Newest first; the page links to the pages of older entries.
      const links = readHtml(list)
        .all('a[href*="CurrentPage="]')
        .map((link) => new URL(link.attribute('href'), LIST))
      url = links.find((link) => link.searchParams.get('CurrentPage') === String(page + 1))?.href
    }
  },

  parse(publication) {
    return entriesOf(publication).flatMap((entry) => {
      const [, ...cells] = entry.all('div').map(({ text }) => text)
      // The other cells contain words or nothing.
      const [figures, others] = [cells.slice(0, TYPES.length), cells.slice(TYPES.length)]
      const isWhole =
        figures.length === TYPES.length &&
        figures.every((cell) => FIGURE.test(cell) || NOTHING.test(cell)) &&
        !others.some((cell) => FIGURE.test(cell))
      if (!isWhole) throw new LayoutError('an entry of a date, a selling and a buying rate', excerpt(entry.text))
      return skip(
        TYPES.map((type, index) => ({ type, printed: figures[index]! })),
        'no rate',
        ({ printed }) => NOTHING.test(printed)
      ).map(({ type, printed }) => ({
        date: dateOf(entry),
        base: 'USD',
        quote: 'SYP',
        type,
        value: readDecimal(printed)
      }))
    })
  }
})
