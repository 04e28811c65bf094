import { atLeastOne, documentAt, excerpt, onlyOne, partsOf, readDate, readDecimal } from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.beac.int/'

const HEADINGS = 'PAIRE DEVISES, ACHAT, VENTE'
const TYPES = ['buy', 'sell']
const DATE = /^Date de valeur : (\S+)$/
const PAIR = /^([A-Z]{3})\/([A-Z]{3})$/

function cellsOf(line: HtmlElement): string[] {
  // every line has the same three ids
  return ['left', 'middle', 'right'].map((place) => line.one(`[id="${place}"]`).text)
}

export default defineSource({
  code: 'beac',
  name: 'Bank of Central African States',
  country: 'XX',
  homeCurrency: 'XAF',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[10, 17]],
  sourceUrl: PAGE,
  timezone: 'Africa/Douala',
  schedule: '0 12,18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-05-22',
  dated: 'effective',
  notes:
    'Indicative rates. The publisher shows only the current table, so the history begins with the first run. ' +
    'Both rates of the euro are its fixed parity.',
  unread: {
    'lines without a name': 'interest rates'
  },
  verified: 'recording',

  fetch: documentAt(PAGE),

  parse(publication) {
    const box = readHtml(publication).one('div.taux_de_change_list')
    const [headings, ...lines] = box.all('div.taux_de_change').map(cellsOf)
    if (headings?.join(', ') !== HEADINGS) {
      throw new LayoutError(`a table of ${HEADINGS}`, excerpt(headings?.join(', ') ?? ''))
    }
    const printed = onlyOne(
      box.all('div.date_source_taux p').flatMap(({ text }) => DATE.exec(text)?.[1] ?? []),
      'line `Date de valeur`'
    )
    const date = readDate(printed, 'DD/MM/YYYY')
    return atLeastOne(lines, 'pair').flatMap(([pair = '', ...figures]) => {
      const [base = '', quote = ''] = partsOf(pair, PAIR, 'a pair like USD/XAF')
      return TYPES.map((type, index) => ({ date, base, quote, type, value: readDecimal(figures[index]!) }))
    })
  }
})
