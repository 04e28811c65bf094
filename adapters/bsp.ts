import { z } from 'zod'
import { onlyOne, readDate, readDecimal, requestedAt, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError, type Http, type Row, type Window } from './source.ts'

const SITE = 'https://www.bsp.gov.ph'
const LIST = `${SITE}/_api/web/lists/getByTitle('RERB')/items?$top=100&$orderby=Id+desc&$expand=AttachmentFiles&$select=Id,Title,AttachmentFiles`
const FIRST_WITH_TEXT = '2017-11-06' // earlier bulletins are scanned images
// an item with any other title is not a bulletin
const DATED = /^\d{2}(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\d{4}$/

const listShape = z.object({
  d: z.object({
    results: z.array(
      z.object({
        Title: z.string(),
        AttachmentFiles: z.object({ results: z.array(z.object({ ServerRelativeUrl: z.string() })) })
      })
    ),
    __next: z.string().optional()
  })
})

const NO_RATE = 'N/A'
const CAPTION = 1 // a line of one cell between the rows of the table

const EQUIVALENTS: Record<string, { quote: string; type: string }> = {
  EURO: { quote: 'EUR', type: 'eur_equivalent' },
  'U.S.DOLLAR': { quote: 'USD', type: 'usd_equivalent' },
  'PHIL.PESO': { quote: 'PHP', type: 'peso_equivalent' }
}

// The rates below the table; metals are per troy ounce.
const FIGURES: Array<[RegExp, Pick<Row, 'base' | 'quote' | 'type'>]> = [
  [/^BSP Buying Rate \(T\/T\): ?PHP (?<value>\S+)/gm, { base: 'USD', quote: 'PHP', type: 'transfer_buy' }],
  [/ GOLD BUYING: ?\$ ?(?<value>\S+)$/gm, { base: 'XAU', quote: 'USD', type: 'buy' }],
  [/^BSP Selling Rate \(T\/T\): ?PHP (?<value>\S+)/gm, { base: 'USD', quote: 'PHP', type: 'transfer_sell' }],
  [/ SILVER BUYING: ?\$ ?(?<value>\S+)$/gm, { base: 'XAG', quote: 'USD', type: 'buy' }],
  [/^BSP Reference Rate: ?PHP (?<value>\S+)$/gm, { base: 'USD', quote: 'PHP', type: 'reference' }],
  [/^PDS Closing Rate \((?<day>\S+)\): ?PHP (?<value>\S+)$/gm, { base: 'USD', quote: 'PHP', type: 'closing' }],
  [/^SDR Rate: ?\$ ?(?<value>\S+) ?\/SDR$/gm, { base: 'XDR', quote: 'USD', type: 'reference' }]
]

/** The addresses of a window's bulletins, newest first as the list has them. */
async function findBulletins({ from, to }: Window, http: Http): Promise<string[]> {
  const first = from < FIRST_WITH_TEXT ? FIRST_WITH_TEXT : from
  const paths: string[] = []
  for (let page: string | undefined = LIST; page !== undefined;) {
    const { d }: z.infer<typeof listShape> = readJson(
      await http.get(page, { headers: { accept: 'application/json;odata=verbose' } }),
      listShape
    )
    const bulletins = d.results
      .filter((item) => DATED.test(item.Title))
      .map((item) => ({ date: readDate(item.Title, 'DDMMMYYYY'), files: item.AttachmentFiles.results }))
    const wanted = bulletins.filter(({ date }) => date >= first && date <= to)
    paths.push(...wanted.flatMap(({ files }) => files.map((file) => file.ServerRelativeUrl)))
    page = (bulletins.at(-1)?.date ?? first) < first ? undefined : d.__next
  }
  return paths
}

function readTable(lines: string[][], date: string): Row[] {
  const top = lines.findLastIndex((line) => line.includes('EQUIVALENT'))
  const end = lines.findIndex(([label]) => label?.startsWith('BSP Buying Rate'))
  const columns = lines
    .slice(0, Math.max(top, 0))
    .flat()
    .flatMap((cell) => EQUIVALENTS[cell] ?? [])
  if (columns.length !== 3 || end < top + 2) {
    throw new LayoutError('a table under EURO, U.S.DOLLAR and PHIL.PESO EQUIVALENT', lines.slice(0, 8).join(' '))
  }
  return skip(lines.slice(top + 1, end), 'caption', (line) => line.length === CAPTION).flatMap((line, index) => {
    const [country = '', , symbol = '', ...figures] = line
    if (!country.startsWith(`${index + 1} `) || figures.length !== columns.length) {
      throw new LayoutError(`row ${index + 1} with three figures`, line.join(' '))
    }
    return columns.map((column, place) => ({ date, base: symbol, ...column, value: readDecimal(figures[place]!) }))
  })
}

function readFigures(lines: string[][], date: string): Row[] {
  const text = lines.map((line) => line.join(' ')).join('\n')
  return FIGURES.map(([label, pair]) => {
    const { day, value } = onlyOne([...text.matchAll(label)], `line like ${label}`).groups!
    return { date: day === undefined ? date : readDate(day, 'D-MMM-YYYY'), ...pair, value: readDecimal(value!) }
  })
}

export default defineSource({
  code: 'bsp',
  name: 'Bangko Sentral ng Pilipinas',
  country: 'PH',
  homeCurrency: 'PHP',
  kind: 'central_bank',
  // prettier-ignore
  rateTypes: [
    'reference', 'peso_equivalent', 'transfer_buy', 'transfer_sell', 'closing', 'usd_equivalent', 'eur_equivalent',
    'buy'
  ],
  pairs: [
    [1, 4],
    [78, 106]
  ],
  sourceUrl: `${SITE}/SitePages/Statistics/ExchangeRate.aspx`,
  termsUrl: `${SITE}/Pages/AboutTheBank/Terms-of-Use.aspx`,
  timezone: 'Asia/Manila',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: FIRST_WITH_TEXT,
  dated: 'made',
  publishes: '09:00',
  notes:
    'Bulletins before 6 November 2017 are scanned images and are left out. The closing rate is stored with its ' +
    'own date, the business day before the bulletin. The equivalents are from the New York close of the previous day ' +
    'and differ from the reference rate. The dollar in dollars and the euro in euros are left out, because they are ' +
    'always 1.',
  verified: 'recording',

  requested: requestedAt(/(\d{2}\w{3}\d{4})[^/]{0,100}\.pdf$/, 'DDMMMYYYY', { early: 10 }),

  async *fetch(window, http) {
    for (const path of (await findBulletins(window, http)).reverse()) yield await http.get(SITE + path)
  },

  async parse(publication) {
    const lines = await readPdf(publication)
    const title = lines.findIndex(([cell]) => cell === 'REFERENCE EXCHANGE RATE BULLETIN')
    const date = readDate(lines[title + 1]?.join(' ') ?? '', 'D MMM YYYY')
    const rows = skip(
      [...readTable(lines, date), ...readFigures(lines, date)],
      'currency in itself',
      ({ base, quote }) => base === quote
    )
    return skip(rows, 'no rate', ({ value }) => value === NO_RATE)
  }
})
