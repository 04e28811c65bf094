import { z } from 'zod'
import { formPost, partsOf, readDate, readDecimal, skip, spansOf, writeDate, ZERO_OR_EMPTY } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Window } from './source.ts'

const SITE = 'https://www.bog.gov.gh'
const PAGE = `${SITE}/treasury-and-the-markets/historical-interbank-fx-rates/`
const TABLE = `${SITE}/wp-admin/admin-ajax.php?action=get_wdtable&table_id=40`

const COLUMNS = ['dt_date', 'ds_currency', 'cd_currency_pair', 'vl_bid', 'vl_offer', 'vl_mid']
const MAX_LINES = '20000' // about four years
const NONCE = 'wdtNonce'

const TYPES = ['buy', 'sell', 'middle'] // bid, offer, mid
const PAIR = /^([A-Z]{3})([A-Z]{3})$/
const NOT_CURRENCIES = new Set(['WAUGHS']) // the West African Unit of Account has no code

const cell = z.string()
const Answer = z.object({ recordsFiltered: z.string(), data: z.array(z.tuple([cell, cell, cell, cell, cell, cell])) })

function question({ from, to }: Pick<Window, 'from' | 'to'>, nonce: string): Array<[string, string]> {
  const range = [from, to].map((day) => writeDate(day, 'DD MMM YYYY')).join('|')
  const columns = COLUMNS.flatMap((name, index): Array<[string, string]> => [
    [`columns[${index}][data]`, String(index)],
    [`columns[${index}][name]`, name],
    [`columns[${index}][searchable]`, 'true'],
    [`columns[${index}][orderable]`, 'true'],
    [`columns[${index}][search][value]`, name === 'dt_date' ? range : ''],
    [`columns[${index}][search][regex]`, 'false']
  ])
  return [
    ['draw', '1'],
    ...columns,
    ['order[0][column]', '0'],
    ['order[0][dir]', 'desc'],
    ['start', '0'],
    ['length', MAX_LINES],
    ['search[value]', ''],
    ['search[regex]', 'false'],
    ['sRangeSeparator', '|'],
    [NONCE, nonce]
  ]
}

export default defineSource({
  code: 'bog',
  name: 'Bank of Ghana',
  country: 'GH',
  homeCurrency: 'GHS',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[13, 24]],
  sourceUrl: `${SITE}/treasury-and-the-markets/daily-interbank-fx-rates/`,
  timezone: 'Africa/Accra',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2007-07-02',
  dated: 'made',
  notes:
    'Five currencies are printed as units for one cedi, two of them by their old codes MRO and SLL and in the ' +
    'old units. The West African Unit of Account is left out, because it has no code. Days before the new cedi of ' +
    'July 2007 are left out, because their layout is not known. The newest table was checked against a recorded ' +
    'answer; the archive was written from a description.',
  verified: 'description',

  async *fetch(window, http) {
    const visit = http.session()
    const nonce = readHtml(await visit.get(PAGE))
      .one(`input[name="${NONCE}FrontendServerSide_40"]`)
      .attribute('value')
    for (const span of spansOf(window, 366)) {
      const { headers, body } = formPost(question(span, nonce))
      yield await visit.post(TABLE, {
        headers: { ...headers, 'x-requested-with': 'XMLHttpRequest', referer: PAGE },
        body,
        transient: [NONCE]
      })
    }
  },

  parse(publication) {
    const { recordsFiltered, data } = readJson(publication, Answer)
    if (recordsFiltered !== String(data.length)) throw new LayoutError(`${recordsFiltered} lines`, String(data.length))
    return skip(data, 'unit of account without a code', ([, , pair]) => NOT_CURRENCIES.has(pair)).flatMap(
      ([day, , pair, ...figures]) => {
        const [base = '', quote = ''] = partsOf(pair, PAIR, 'a pair like USDGHS')
        return skip(
          figures.map((printed, index) => ({ type: TYPES[index]!, printed })),
          'no rate',
          ({ printed }) => ZERO_OR_EMPTY.test(printed)
        ).map(({ type, printed }) => ({
          date: readDate(day, 'DD MMM YYYY'),
          base,
          quote,
          type,
          value: readDecimal(printed)
        }))
      }
    )
  }
})
