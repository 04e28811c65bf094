import { atLeastOne, excerpt, partsOf, plainLabel, readCount, readDecimal, skip } from './kit/index.ts'
import { readPdf } from './kit/pdf.ts'
import { defineSource, LayoutError } from './source.ts'

const FILES = 'https://financnisprava.gov.cz/assets/cs/prilohy/d-sprava-dani-a-poplatku/Pokyn_GFR-D-'

// Instructions on all subjects share one series of numbers; these are the numbers of those on uniform rates, by tax
// year.
const INSTRUCTIONS: Record<string, string> = { 2020: '49', 2021: '54', 2022: '60', 2023: '63', 2024: '66', 2025: '75' }

const TITLE = 'stanoveni jednotnych kurzu'
const YEAR = /zdanovaci obdobi (?:roku )?(\d{4})/
const HEADINGS = /mnozstvi kod prumer$/
const RATE = / (\d[\d ]*) ([A-Z]{3}) (\d+(?:,\d+)?)$/
// the number of a page, and a line that ends with neither a figure nor a code, such as a name that wraps
const TEXT = /^\d+$|[^\dA-Z]$/

export default defineSource({
  code: 'cz_gfr',
  name: 'General Financial Directorate (Czech Republic)',
  country: 'CZ',
  homeCurrency: 'CZK',
  kind: 'tax_authority',
  rateTypes: ['uniform'],
  pairs: [[20, 45]],
  sourceUrl: 'https://financnisprava.gov.cz/cs/dane/legislativa-a-metodika/pokyny-d',
  timezone: 'Europe/Prague',
  schedule: '0 12 15-31 1 *',
  cadence: 'yearly',
  historyFrom: '2020-12-31',
  dated: 'period',
  notes:
    'The uniform rates of section 38 of the income tax act, dated 31 December of the tax year. The instruction ' +
    'for 2024 is D-66, which replaced D-65. The numbers of instructions are known up to the year 2025: a later year ' +
    'needs its number here. The file of D-65 was seen; the page and the other files were not.',
  verified: 'description',

  requested: ({ request }) => {
    const [year = ''] = Object.entries(INSTRUCTIONS).find(([, number]) => request.url === `${FILES}${number}.pdf`) ?? []
    return year === '' ? {} : { from: `${year}-12-31`, to: `${year}-12-31` }
  },

  async *fetch({ from, to }, http) {
    // A year's instruction is published in January of the next year.
    for (const [year, number] of Object.entries(INSTRUCTIONS)) {
      if (`${year}-12-31` >= `${from.slice(0, 4)}-01-01` && `${year}-12-31` <= to) {
        yield await http.get(`${FILES}${number}.pdf`)
      }
    }
  },

  async parse(publication) {
    const lines = (await readPdf(publication)).map((cells) => cells.join(' '))
    const labels = lines.map(plainLabel)
    const text = labels.join(' ')
    const [, year] = YEAR.exec(text) ?? []
    const top = labels.findIndex((line) => HEADINGS.test(line))
    if (!text.includes(TITLE) || year === undefined || top < 0) {
      throw new LayoutError('an instruction on uniform rates for a tax year', excerpt(text))
    }
    return atLeastOne(
      skip(lines.slice(top + 1), 'text beside the table', (line) => TEXT.test(line)),
      'rate'
    ).map((line) => {
      const [unit = '', base = '', value = ''] = partsOf(line, RATE, 'a line of units, a code and a rate')
      return {
        date: `${year}-12-31`,
        base,
        quote: 'CZK',
        type: 'uniform',
        value: readDecimal(value, ','),
        unit: readCount(unit)
      }
    })
  }
})
