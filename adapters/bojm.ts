import { z } from 'zod'
import { codeOf, daysBetween, formPost, readDate, readDecimal, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const SITE = 'https://boj.org.jm'
const PAGE = `${SITE}/market/foreign-exchange/counter-rates/`
// Two tables of the same columns, each with the number of rows to request.
const NEWEST = { table: '118', length: '200' } // some ten days, newest first
const ALL = { table: '134', length: '-1' }
const SHORT_WINDOW = 10

const TYPES = ['transfer_buy', 'cash_buy', 'coins_buy', 'sell'] // in the order of the columns
const NO_RATE = '0.0000' // most currencies have no price for coins
const NO_CODE = 'NORTHERN IRELAND POUND' // notes with a price of their own, for which ISO 4217 has no code

// prettier-ignore
const CURRENCIES = {
  'U.S. DOLLAR': 'USD', 'GREAT BRITAIN POUND': 'GBP', 'CANADA DOLLAR': 'CAD', 'EURO': 'EUR', 'JAPANESE YEN': 'JPY',
  'SWISS FRANC': 'CHF', 'AUSTRALIAN DOLLAR': 'AUD', 'HONG KONG DOLLAR': 'HKD', 'BARBADOS DOLLAR': 'BBD',
  'BELIZE DOLLAR': 'BZD', 'BAHAMAS DOLLAR': 'BSD', 'CAYMAN DOLLAR': 'KYD', 'GUYANA DOLLAR': 'GYD',
  'E. C. DOLLAR': 'XCD', 'DOMINICAN REP. PESO': 'DOP', 'GIBRALTAR POUND': 'GIP', 'DANISH KRONE': 'DKK',
  'NORWEGIAN KRONE': 'NOK', 'SWEDISH KRONA': 'SEK', 'T&T DOLLAR': 'TTD'
}

const figure = z.string()
const Answer = z.object({
  data: z.array(z.tuple([z.string(), z.string().trim(), figure, figure, figure, figure])).nonempty()
})

export default defineSource({
  code: 'bojm',
  name: 'Bank of Jamaica',
  country: 'JM',
  homeCurrency: 'JMD',
  kind: 'central_bank',
  rateTypes: ['transfer_buy', 'sell', 'cash_buy', 'coins_buy'],
  pairs: [[13, 20]],
  sourceUrl: PAGE,
  termsUrl: `${SITE}/disclaimer/`,
  timezone: 'America/Jamaica',
  schedule: '30 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '2006-01-03',
  dated: 'made',
  notes:
    'The rates at the bank’s counter. The selling rate is the same for transfers, drafts and cash. Notes of ' +
    'Northern Ireland are left out, because they have a separate price and no code, and so are the indicative rates ' +
    'on other pages.',
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  async *fetch({ from, to, today }, http) {
    const { table, length } = to === today && daysBetween(from, to) <= SHORT_WINDOW ? NEWEST : ALL
    const nonce = readHtml(await http.get(PAGE))
      .one(`input#wdtNonceFrontendServerSide_${table}`)
      .attribute('value')
    const question: Array<[string, string]> = [
      ['draw', '1'],
      ['start', '0'],
      ['length', length],
      ['wdtNonce', nonce]
    ]
    yield await http.post(
      `${SITE}/wp-admin/admin-ajax.php?action=get_wdtable&table_id=${table}`,
      formPost(question, ['wdtNonce'])
    )
  },

  parse(publication) {
    return skip(
      readJson(publication, Answer).data,
      'notes without a code of their own',
      ([, name]) => name === NO_CODE
    ).flatMap(([day, name, ...figures]) => {
      const rate = { date: readDate(day, 'DD MMM YYYY'), base: codeOf(CURRENCIES, name), quote: 'JMD' }
      return skip(
        TYPES.map((type, column) => ({ ...rate, type, value: readDecimal(figures[column]!) })),
        'no rate',
        ({ value }) => value === NO_RATE
      )
    })
  }
})
