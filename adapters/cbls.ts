import { documentAt, excerpt, NOTHING, onlyOne, readDate, readDecimal, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const SITE = 'https://www.centralbank.org.ls/'

const BOX = /Financial Indicators (\d{1,2} [A-Z][a-z]+ \d{4}) / // in a box on every page of the site
const END = 'Monthly Inflation'
const CURRENCIES = { 'US Dollar': 'USD', Euro: 'EUR', Pound: 'GBP', SDR: 'XDR' }

export default defineSource({
  code: 'cbls',
  name: 'Central Bank of Lesotho',
  country: 'LS',
  homeCurrency: 'LSL',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[3, 6]],
  sourceUrl: SITE,
  timezone: 'Africa/Maseru',
  schedule: '0 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-12-20',
  dated: 'made',
  notes:
    'Only the current rates are published, in a box that was last seen in December 2024. The loti is at par ' +
    'with the rand. The label `Loti / US Dollar` stands for maloti per dollar.',
  verified: 'documentation',

  fetch: documentAt(SITE),

  parse(publication) {
    const text = readHtml(publication).text
    const start = BOX.exec(text)
    const end = text.indexOf(END, start?.index)
    if (!start || end === -1) {
      throw new LayoutError('Financial Indicators with a date, down to Monthly Inflation', excerpt(text))
    }
    const [day, box] = [start[1]!, text.slice(start.index, end)]
    const figures = Object.entries(CURRENCIES).map(([name, base]) => {
      const [, printed = ''] = onlyOne(
        [...box.matchAll(new RegExp(`Loti / ${name}(?: (\\d+\\.\\d{4})(?!\\s*[\\d.])| -+(?= |$))`, 'g'))],
        `figure of Loti / ${name}`
      )
      return { base, printed }
    })
    return skip(figures, 'no rate', ({ printed }) => NOTHING.test(printed)).map(({ base, printed }) => ({
      date: readDate(day, 'D MMM YYYY'),
      base,
      quote: 'LSL',
      type: 'reference',
      value: readDecimal(printed)
    }))
  }
})
