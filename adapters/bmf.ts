import { endOfMonth, excerpt, only, partsOf, readDecimal, readText, requestedAt, skip, yearsIn } from './kit/index.ts'
import { parseCsvRows } from './kit/csv.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE =
  'https://www.bundesfinanzministerium.de/Web/DE/Themen/Steuern/Steuerarten/Umsatzsteuer/Umsatzsteuer_Umrechnungskurse/umsatzsteuer_umrechnungskurse.html'
const FILES =
  'https://www.bundesfinanzministerium.de/Datenportal/Daten/offene-daten/steuern-zoelle/umsatzsteuer-umrechnungskurse/datensaetze'

const TITLE = /^Monatlich fortgeschriebene Übersicht der Umsatzsteuer-Umrechnungskurse (\d{4}) /
// prettier-ignore
const HEADINGS = [
  'Land', 'Währung', 'Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober',
  'November', 'Dezember'
]
const FOOTNOTE = /(?<!\s)\s*\[\d+\]$/ // Januar[1], Februar [2]

const BASE = '1 Euro'
const RATE = /^([\d.]+,\d+) ?([A-Z]{3})$/ // 1.503,60 KRW, 1.634,39KRW
const NO_RATE = '' // a future month, or a suspended rate

function readCell(cell: string, date: string): Row {
  const [value = '', quote = ''] = partsOf(cell, RATE, 'a rate like 1.503,60 KRW')
  return { date, base: 'EUR', quote, type: 'monthly_average', value: readDecimal(value, ',') }
}

export default defineSource({
  code: 'bmf',
  name: 'Federal Ministry of Finance',
  country: 'DE',
  homeCurrency: 'EUR',
  kind: 'tax_authority',
  rateTypes: ['monthly_average'],
  pairs: [[24, 34]],
  sourceUrl: PAGE,
  timezone: 'Europe/Berlin',
  schedule: '0 12 1-10 * *',
  cadence: 'monthly',
  historyFrom: '2010-01-31',
  dated: 'period',
  notes: 'Monthly averages of the euro reference rates, for value-added tax, dated by the last day of the month.',
  verified: 'recording',

  requested: requestedAt(/uu-kurse-(\d{4})-csv/, 'YYYY'),

  async *fetch(window, http) {
    const options = {
      charset: 'windows-1252',
      headers: { accept: 'text/csv,*/*;q=0.5', 'accept-language': 'de', referer: PAGE }
    }
    for (const year of yearsIn(window)) {
      const address = `${FILES}/uu-kurse-${year}-csv.csv?__blob=publicationFile`
      // The file of a year is published with its first month.
      const file = window.today.startsWith(year) ? await http.find(address, options) : await http.get(address, options)
      if (file) yield file
    }
  },

  parse(publication) {
    const text = readText(publication)
    const [year] = partsOf(text, TITLE, 'a file that begins with Monatlich fortgeschriebene Übersicht …')
    const rows = parseCsvRows(text, { delimiter: ';', lastLineOpen: true })
    const other = rows.find((cells) => cells.length !== HEADINGS.length)
    if (other) throw new LayoutError(`rows of ${HEADINGS.length} cells`, excerpt(other.join(';')))
    const headings = rows[1]?.map((cell) => cell.replace(FOOTNOTE, ''))
    if (headings?.join() !== HEADINGS.join()) throw new LayoutError(HEADINGS.join(', '), excerpt(String(headings)))
    const lines = skip(rows.slice(2), 'footnotes', ([, , ...months]) => months.every((cell) => cell === NO_RATE))
    return only(lines, `a line for ${BASE}`, ([, base]) => base === BASE).flatMap(([, , ...months]) =>
      skip([...months.entries()], 'no rate', ([, cell]) => cell === NO_RATE).map(([index, cell]) =>
        readCell(cell, endOfMonth(`${year}-${String(index + 1).padStart(2, '0')}`))
      )
    )
  }
})
