import {
  atLeastOne,
  codeOf,
  excerpt,
  NOTHING,
  plainLabel,
  readDate,
  readDecimal,
  requestedAt,
  skip
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Http, type Publication, type Row } from './source.ts'

const INDEX = 'https://www.bancomoc.mz/pt/areas-de-actuacao/mercados/mercado-cambial/'
// the last and the first year of a period
const LISTING = /\/tabelas-de-taxas-de-cambio-de-referencia-diarias\/(\d{4})-(\d{4})\/$/
const BULLETIN = /\/media\/[^/]+\/[^/]*?(\d{8})\.pdf$/

const TITLE = /DO DIA (\d{1,2}) (\p{L}+) de (\d{4})/iu // the title wraps over two lines
// MÉDIA is printed since November 2020
const TYPES: Record<string, string> = { COMPRA: 'buy', VENDA: 'sell', MÉDIA: 'middle' }
const TOP = /\bCOMPRA\b/
const SECTION = /Meticais por (?:(1\.?000) )?Unidades?\b/i
const END = /^3\. ?OUTRAS INFORMA/
const FIGURE = / \d+[.,]\d/ // follows a name; a line without a figure is a heading
const isHeading = ({ line }: { line: string }) => SECTION.test(line) || !FIGURE.test(line)
const LINE = /^(?<label>[^\d,]*[^\d, -]) ?(?<figures>(?: (?:[\d.]+,\d+|-+))+)$/
const FOOTNOTE = /\(\w\)/g
const NO_CODE = 'Zimbabwe' // the figure has not changed since 2019 and matches none of the country's currencies

// The country identifies a line, because several currencies have the same name.
// prettier-ignore
const COUNTRIES = {
  'Estados Unidos': 'USD', 'Africa do Sul': 'ZAR', 'Botswana': 'BWP', 'eSwatini': 'SZL', 'Swazilandia': 'SZL',
  'Mauricias': 'MUR', 'Zambia': 'ZMW', 'Japao': 'JPY', 'Malawi': 'MWK', 'Tanzania': 'TZS', 'Brasil': 'BRL',
  'Canada': 'CAD', 'China/Offshore': 'CNH', 'China': 'CNY', 'Dinamarca': 'DKK', 'Inglaterra': 'GBP', 'Noruega': 'NOK',
  'Suecia': 'SEK', 'Suica': 'CHF', 'Uniao Europeia': 'EUR'
}

async function linksOf(page: string, http: Http, expected: RegExp): Promise<string[]> {
  return atLeastOne(readHtml(await http.get(page)).links(expected), `link to ${expected.source}`).map(
    (href) => new URL(href, INDEX).href
  )
}

function readLine(line: string, types: string[], rate: Pick<Row, 'date' | 'unit'>): Row[] {
  const { label = '', figures = '' } = LINE.exec(line)?.groups ?? {}
  const printed = figures.trim().split(' ')
  if (printed.length !== types.length) throw new LayoutError(`a country and ${types.join(', ')}`, excerpt(line))
  const name = plainLabel(label.replace(FOOTNOTE, '').replace(' /', '/').replace('/ ', '/'))
  const country = Object.keys(COUNTRIES).find((it) => name.startsWith(plainLabel(it))) ?? label
  return skip(
    types.map((type, column) => ({ type, figure: printed[column]! })),
    'no rate',
    ({ figure }) => NOTHING.test(figure)
  ).map(({ type, figure }) => ({
    ...rate,
    base: codeOf(COUNTRIES, country),
    quote: 'MZN',
    type,
    value: readDecimal(figure, ',')
  }))
}

async function readBulletin(publication: Publication): Promise<Row[]> {
  const lines = (await readPdf(publication)).map((cells) => cells.join(' '))
  const [, day, month, year] = TITLE.exec(lines.join(' ')) ?? []
  const date = readDate(`${day} ${month} ${year}`, 'D MMM YYYY', 'pt')
  const [top, end] = [lines.findIndex((line) => TOP.test(line)), lines.findIndex((line) => END.test(line))]
  const types = (lines[top] ?? '').split(' ').flatMap((heading) => TYPES[heading] ?? [])
  if (end < top || types.length < 2) {
    throw new LayoutError('a table from COMPRA and VENDA to 3. OUTRAS INFORMAÇÕES', excerpt(lines.join(' ')))
  }
  let unit = 1
  const table = lines.slice(top + 1, end).map((line) => {
    const section = SECTION.exec(line)
    if (section) unit = section[1] === undefined ? 1 : 1000
    return { line, unit }
  })
  const currencies = skip(table, 'headings', isHeading)
  return skip(currencies, 'currency without a code', ({ line }) => line.startsWith(NO_CODE)).flatMap(
    ({ line, ...rate }) => readLine(line, types, { date, ...rate })
  )
}

export default defineSource({
  code: 'bdm',
  name: 'Banco de Moçambique',
  country: 'MZ',
  homeCurrency: 'MZN',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[9, 25]],
  sourceUrl: INDEX,
  timezone: 'Africa/Maputo',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2018-01-02',
  dated: 'made',
  publishes: '16:00',
  notes:
    'The dollar rate is the bank’s fixing at 15:30; the others are crosses. The middle rate has been printed ' +
    'since November 2020. Zimbabwe is left out, because its figure has not changed since 2019. The lists of ' +
    'bulletins were checked against recorded answers, the bulletins were not.',
  unread: {
    'line "1. PRIME RATE*': 'interest rates'
  },
  verified: 'description',
  pause: 500,

  requested: requestedAt(/(\d{8})\.pdf$/, 'DDMMYYYY'),

  async *fetch({ from, to }, http) {
    const listings = (await linksOf(INDEX, http, LISTING))
      .map((url) => ({
        url,
        years: LISTING.exec(url)!.slice(1) as [string, string]
      }))
      .toSorted((one, other) => (one.years[0] < other.years[0] ? 1 : -1))
    const bulletins = new Map<string, string>()
    for (const {
      url,
      years: [last, first]
    } of listings) {
      // The newest list also covers later years until the next one is published.
      if (first > to.slice(0, 4) || (last < from.slice(0, 4) && url !== listings[0]!.url)) continue
      for (const bulletin of await linksOf(url, http, BULLETIN)) {
        const day = readDate(BULLETIN.exec(bulletin)![1]!, 'DDMMYYYY')
        if (day >= from && day <= to && !bulletins.has(day)) bulletins.set(day, bulletin)
      }
    }
    for (const [, bulletin] of [...bulletins].toSorted()) yield await http.get(bulletin)
  },

  parse: readBulletin
})
