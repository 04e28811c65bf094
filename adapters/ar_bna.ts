import {
  addDays,
  atLeastOne,
  codeOf,
  daysIn,
  excerpt,
  readDate,
  readDecimal,
  readText,
  recordsUnder,
  skip,
  writeDate
} from './kit/index.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const SITE = 'https://www.bna.com.ar'
const TRANSFERS = `${SITE}/Cotizador/MonedasHistorico`
const NOTES = `${SITE}/Cotizador/HistoricoPrincipales`
// without them the box is empty
const PAGE_REQUEST = { headers: { 'x-requested-with': 'XMLHttpRequest', referer: `${SITE}/Personas` } }
const EXTRA_DAYS = 3 // days before and after the requested one that an answer also covers

// prettier-ignore
const CURRENCIES = {
  'Dolar U.S.A': 'USD', 'Libra Esterlina': 'GBP', 'Euro': 'EUR', 'Franco Suizos': 'CHF', 'YENES': 'JPY',
  'Dolares Canadienses': 'CAD', 'Coronas Danesas': 'DKK', 'Coronas Noruegas': 'NOK', 'Coronas Suecas': 'SEK',
  'Yuan': 'CNY', 'Dolar Australiano': 'AUD', 'Real': 'BRL'
}
const PER_100 = / ?\(\*\)$/
const DATE = /^Fecha: (\d{1,2}\/\d{1,2}\/\d{4})$/
const HEADINGS = ['Monedas', 'Compra', 'Venta', 'Fecha']
const NO_RATE = /^(?:0[.,]0+|0|-|)$/
const NONE = 'No hay cotizaciones pendientes para esa fecha.'

function sidesOf(name: string, date: string, figures: Record<string, string>): Row[] {
  const base = codeOf(CURRENCIES, name.replace(PER_100, ''))
  return skip(Object.entries(figures), 'no rate', ([, printed]) => NO_RATE.test(printed)).map(([type, printed]) => ({
    date,
    base,
    quote: 'ARS',
    type,
    value: readDecimal(printed, printed.lastIndexOf(',') > printed.lastIndexOf('.') ? ',' : '.'),
    unit: PER_100.test(name) ? 100 : 1
  }))
}

function readTransfers(page: HtmlElement): Row[] {
  const [, day = ''] = DATE.exec(page.one('div.titulo-cotizador').text) ?? []
  const date = readDate(day, 'D/M/YYYY')
  return atLeastOne(page.one('table.cotizador').rows, 'rate').flatMap((cells) => {
    const [name = '', buy = '', sell = ''] = cells
    if (cells.length !== 3) throw new LayoutError('a name, a buying and a selling rate', excerpt(cells.join(' ')))
    return sidesOf(name, date, { sell, buy })
  })
}

function readNotes(page: HtmlElement): Row[] {
  if (page.all('div.sinResultados').some(({ text }) => text === NONE)) return []
  return atLeastOne(page.all('table.cotizador, table.cotizacion'), 'table of notes').flatMap(({ rows }) =>
    atLeastOne(recordsUnder(HEADINGS, rows), 'rate').flatMap((line) => {
      return sidesOf(line('Monedas'), readDate(line('Fecha'), 'D/M/YYYY'), {
        banknote_sell: line('Venta'),
        banknote_buy: line('Compra')
      })
    })
  )
}

const isOfTransfers = ({ request }: Pick<Publication, 'request'>) => request.url === TRANSFERS

export default defineSource({
  code: 'ar_bna',
  name: 'Banco de la Nación Argentina',
  country: 'AR',
  homeCurrency: 'ARS',
  kind: 'commercial_bank',
  rateTypes: ['sell', 'buy', 'banknote_sell', 'banknote_buy'],
  pairs: [[1, 16]],
  sourceUrl: `${SITE}/Personas`,
  timezone: 'America/Argentina/Buenos_Aires',
  schedule: '30 15,18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2015-01-01',
  dated: 'made',
  overwrites: true, // of its transfer rates
  publishes: '15:00',
  notes:
    'Rates of a state-owned commercial bank. Transfer rates (sell and buy) have no archive: only the table of ' +
    'the day is read. Banknote rates of the dollar and the euro have an archive; its first day is not known. The ' +
    'adapter was written from public code and from a table of notes of September 2026; neither page was seen whole.',
  verified: 'description',

  async *fetch({ from, to, today }, http) {
    if (to === today) yield await http.get(TRANSFERS, PAGE_REQUEST)
    const days = daysIn({ from: addDays(from, EXTRA_DAYS), to }).filter((_, index) => index % EXTRA_DAYS === 0)
    for (const day of new Set([...days, to]))
      yield await http.get(
        `${NOTES}?id=billetes&fecha=${encodeURIComponent(writeDate(day, 'DD/MM/YYYY'))}&filtroEuro=1&filtroDolar=1`,
        PAGE_REQUEST
      )
  },

  parse(publication) {
    const page = readHtml(publication, '</div>')
    const closed = readText(publication).split('</table>').length - 1
    if (page.all('table').length !== closed)
      throw new LayoutError('a page with an end tag for every table', `${closed} ends`)
    return isOfTransfers(publication) ? readTransfers(page) : readNotes(page)
  }
})
