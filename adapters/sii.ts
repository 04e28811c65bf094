import { atLeastOne, documentsAt, excerpt, readDate, readDecimal, skip, yearsIn } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGES = 'https://www.sii.cl/valores_y_fechas/dolar'
const YEAR = /dolar(\d{4})\.htm$/
const AVERAGE = /^prom/i // the last line
const NO_RATE = '' // a weekend, a holiday, a day to come

export default defineSource({
  code: 'sii',
  name: 'Internal Revenue Service of Chile (SII)',
  country: 'CL',
  homeCurrency: 'CLP',
  kind: 'tax_authority',
  rateTypes: ['reference'],
  pairs: [[1, 1]],
  sourceUrl: `${PAGES}/dolar2026.htm`,
  timezone: 'America/Santiago',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2013-01-02',
  dated: 'effective',
  notes:
    'The observed dollar, which the Central Bank of Chile sets from the trades of the previous business day ' +
    '(source bcch). Pages before 2013 have other URLs and are left out.',
  verified: 'description',

  fetch: documentsAt((window) => yearsIn(window).map((year) => `${PAGES}/dolar${year}.htm`)),

  parse(publication) {
    const [, year = ''] = YEAR.exec(publication.request.url) ?? []
    const [[, ...headings] = [], ...days] = readHtml(publication).one('table#table_export').rows
    const months = headings.map((heading) => readDate(`1 ${heading} ${year}`, 'D MMM YYYY', 'es').slice(0, 8))
    if (months.length !== 12 || months.toSorted().join() !== months.join()) {
      throw new LayoutError('a table of the twelve months', excerpt(headings.join(' ')))
    }
    return atLeastOne(
      skip(days, 'averages', ([label = '']) => AVERAGE.test(label)),
      'day'
    ).flatMap(([day = '', ...cells]) => {
      if (cells.length !== months.length) throw new LayoutError('a line of twelve months', excerpt(cells.join(' ')))
      return skip(
        cells.map((cell, index) => ({ cell, month: months[index]! })),
        'no rate',
        ({ cell }) => cell === NO_RATE
      ).map(({ cell, month }) => ({
        date: readDate(`${month}${day.padStart(2, '0')}`, 'YYYY-MM-DD'),
        base: 'USD',
        quote: 'CLP',
        type: 'reference',
        value: readDecimal(cell, ',')
      }))
    })
  }
})
