import {
  atLeastOne,
  documentsAt,
  excerpt,
  parameterOf,
  readDate,
  readDecimal,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const TABLES = 'table.data-table7, table.data-table5'
const CODE = /^[A-Z]{3}$/
const FOR_100 = /\b100\b/ // occurs in the name or the remark
const SMALL = new Set(['IDR', 'KRW']) // quoted per 100 units
const HEADING = 'Currency' // above the names
const NO_RATE = /^(?:unquoted|-)?$/

export default defineSource({
  code: 'jp_mufg',
  name: 'MUFG Bank',
  country: 'JP',
  homeCurrency: 'JPY',
  kind: 'commercial_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[20, 40]],
  sourceUrl: 'https://www.murc-kawasesouba.jp/fx/past_3month.php',
  timezone: 'Asia/Tokyo',
  schedule: '30 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-04',
  dated: 'made',
  publishes: '12:30',
  notes:
    'The rates for telegraphic transfers (TTS and TTB) of about 10:00, published by Mitsubishi UFJ Research and ' +
    'Consulting. The middle rate that tax practice uses is half their sum, which the page does not print. Years ' +
    'before 2000 are left out, because the address names a year by two digits. A row was seen in public code; no ' +
    'whole page was seen.',
  verified: 'description',
  pause: 3000,
  backfillDays: 60, // one request a day

  fetch: documentsAt((window) =>
    weekdaysIn(window).map((day) => {
      return `https://www.murc-kawasesouba.jp/fx/past/index.php?id=${writeDate(day, 'YYMMDD')}`
    })
  ),

  parse(publication) {
    const date = readDate(parameterOf(publication, 'id'), 'YYMMDD')
    const lines = atLeastOne(readHtml(publication).all(TABLES), TABLES).flatMap((table) => table.rows)
    // A day without business has a table without lines.
    return skip(lines, 'headings', ([first]) => first === HEADING).flatMap((line) => {
      const [name = '', , base = '', sell, buy, remark = '', ...others] = line
      if (others.length > 0) throw new LayoutError('a line of six cells', excerpt(line.join(' ')))
      const unit = FOR_100.test(`${name} ${remark}`) ? 100 : 1
      if (!CODE.test(base) || sell === undefined || buy === undefined) {
        throw new LayoutError('a line with a code, TTS and TTB', excerpt(line.join(' ')))
      }
      if (SMALL.has(base) && unit === 1) {
        throw new LayoutError(`a remark that ${base} is for 100`, excerpt(line.join(' ')))
      }
      return skip(
        [
          { type: 'sell', printed: sell },
          { type: 'buy', printed: buy }
        ],
        'no rate',
        ({ printed }) => NO_RATE.test(printed)
      ).map(({ type, printed }) => ({ date, base, quote: 'JPY', type, value: readDecimal(printed), unit }))
    })
  }
})
