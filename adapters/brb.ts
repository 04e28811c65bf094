import { codeOf, documentsLinked, findParts, readCount, readDate, readDecimal, requestedAt } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Http, type Row, type Window } from './source.ts'

const INDEX = 'https://www.brb.bi/en/affichagetoustauxchange'
const BULLETIN = /\/Cours[^/]*?(\d{2}-\d{2}-\d{4})[^/]*\.pdf$/ // the page links to other documents as well
const TITLE = /^EN DATE DU (.+)$/
// The bank does not exchange notes of the starred currencies, but their rates are valid.
const FOOTNOTE = '* Monnaies non admises au change manuel'

const HEADINGS: Record<string, string> = { Acheteur: 'buy', 'Cours moyen jour': 'average', Vendeur: 'sell' }

// prettier-ignore
const CURRENCIES = {
  'Dollar Canadien': 'CAD', 'Couronne Danoise': 'DKK', 'Yen Japonais': 'JPY', 'Couronne Norvegienne': 'NOK',
  'Livre Sterling': 'GBP', 'Couronne Suedoise': 'SEK', 'Dollar USA': 'USD', 'Franc Suisse': 'CHF', 'Euro': 'EUR',
  'Shilling Kenyan': 'KES', 'DTS': 'XDR', 'Rand Sud-Africain': 'ZAR', 'Dollar Australien': 'AUD',
  'Shilling Tanzanien': 'TZS', 'Shilling Ougandais': 'UGX', 'Franc Rwandais': 'RWF', 'Yuan Renmimbi': 'CNY',
  'Dinar Kowetien': 'KWD', 'Riyal Saoudien': 'SAR'
}

/**
 * The addresses of a window's bulletins by the dates in their names, newest first. If a day has two, the first is the
 * later upload and is used.
 */
async function findBulletins({ from, to }: Window, http: Http): Promise<string[]> {
  const wanted = new Map<string, string>()
  for (let page = 0, oldest = '9999'; ; page += 1) {
    const index = readHtml(await http.get(page === 0 ? INDEX : `${INDEX}?page=${page}`))
    const links = index.links(BULLETIN)
    const bulletins = links.map((href) => ({ href, date: readDate(BULLETIN.exec(href)![1]!, 'DD-MM-YYYY') }))
    for (const { href, date } of bulletins) if (date >= from && date <= to && !wanted.has(date)) wanted.set(date, href)
    const last = bulletins.at(-1)?.date
    if (last === undefined) throw new LayoutError('links to bulletins', `${INDEX} without any on page ${page}`)
    if (last < from || last >= oldest || index.all('a[rel="next"]').length === 0) return [...wanted.values()]
    oldest = last
  }
}

function readLine(line: string[], date: string, types: string[]): Row[] {
  const [label = '', ...figures] = line
  const [, unit = '', name = ''] = /^(\d+) (.+)$/.exec(label) ?? []
  if (name === '' || figures.length !== types.length) {
    throw new LayoutError('a line of units, a currency and three figures', line.join(' '))
  }
  // The decimal mark is a comma on some days and a point on others; thousands are never separated.
  return types.map((type, place) => ({
    date,
    base: codeOf(CURRENCIES, name),
    quote: 'BIF',
    type,
    value: readDecimal(figures[place]!.replace(',', '.')),
    unit: readCount(unit)
  }))
}

export default defineSource({
  code: 'brb',
  name: 'Banque de la République du Burundi',
  country: 'BI',
  homeCurrency: 'BIF',
  kind: 'central_bank',
  rateTypes: ['average', 'buy', 'sell'],
  pairs: [[16, 22]],
  sourceUrl: INDEX,
  timezone: 'Africa/Bujumbura',
  schedule: '30 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-09-02',
  dated: 'made',
  publishes: '09:30',
  notes: 'The bulletins begin on 2 September 2024.',
  verified: 'recording',
  pause: 500,

  requested: requestedAt(/(\d{2}-\d{2}-\d{4})[^/]{0,100}\.pdf$/, 'DD-MM-YYYY'),

  async *fetch(window, http) {
    const bulletins = (await findBulletins(window, http)).reverse()
    yield* documentsLinked(
      bulletins.map((href) => new URL(href, INDEX).href),
      http
    )
  },

  async parse(publication) {
    const lines = await readPdf(publication)
    const [day = ''] = findParts(
      lines.map((line) => line.join(' ')),
      TITLE
    )
    const date = readDate(day, 'D MMM YYYY', 'fr')
    const top = lines.findIndex(([cell]) => cell === 'MONNAIES ETRANGERES')
    const types = (lines[top] ?? []).slice(1).map((heading) => HEADINGS[heading] ?? heading)
    const end = lines.findIndex(([cell]) => cell === FOOTNOTE)
    if (types.toSorted().join() !== 'average,buy,sell' || end < top + 2) {
      throw new LayoutError(
        `a table under ${Object.keys(HEADINGS).join(', ')}, above ${FOOTNOTE}`,
        lines.slice(0, 8).join(' ')
      )
    }
    return lines.slice(top + 1, end).flatMap((line) => readLine(line, date, types))
  }
})
