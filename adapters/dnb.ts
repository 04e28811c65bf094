import { addDays, answersAt, atLeastOne, jsonPost, readDate, readDecimal, skip } from './kit/index.ts'
import { readCsv } from './kit/csv.ts'
import { defineSource, LayoutError } from './source.ts'

const UNIT = 100 // every rate is for 100 units
const KRONER_PER_100 = 'KBH'
const NO_RATE = '..' // marks a currency that is not yet or no longer quoted

const QUESTION = { table: 'DNVALD', format: 'BULK', lang: 'en', valuePresentation: 'Code' }

/** A day as the table names it: `2025M07D08`. */
const nameOf = (date: string) => date.replace('-', 'M').replace('-', 'D')

export default defineSource({
  code: 'dnb',
  name: 'Danmarks Nationalbank',
  country: 'DK',
  homeCurrency: 'DKK',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[24, 34]],
  sourceUrl:
    'https://www.nationalbanken.dk/en/what-we-do/stable-prices-monetary-policy-and-the-danish-economy/exchange-rates',
  timezone: 'Europe/Copenhagen',
  schedule: '15 9,16,18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1977-01-03',
  dated: 'made',
  publishes: '16:15',
  // prettier-ignore
  closingDays: [
    '01-01', 'easter-3', 'easter-2', 'easter+1', '05-01', 'easter+39', 'easter+40', 'easter+50', '06-05',
    '12-24', '12-25', '12-26', '12-31'
  ],
  notes:
    'Kroner per 100 units of foreign currency, from table DNVALD of Statistics Denmark, which may appear a day ' +
    'after the bank’s own.',
  verified: 'recording',

  // The service refuses a request for days without any rate, such as a week of holidays.
  fetch: answersAt('https://api.statbank.dk/v1/data', ({ from, to }) => {
    const days = `>=${nameOf(addDays(from, -10))}<=${nameOf(to)}`
    const variables = [
      { code: 'VALUTA', values: ['*'] },
      { code: 'KURTYP', values: [KRONER_PER_100] },
      { code: 'Tid', values: [days] }
    ]
    return [jsonPost({ ...QUESTION, variables })]
  }),

  parse(publication) {
    const { records } = readCsv(publication, { delimiter: ';' })
    const [days, currencies] = ['TID', 'VALUTA'].map((heading) => new Set(records.map((record) => record(heading))))
    const pairs = [...days!].flatMap((day) => [...currencies!].map((currency) => [day, currency]))
    if (pairs.length !== records.length) {
      throw new LayoutError('a line for every day and currency', `${records.length} lines`)
    }
    return skip(atLeastOne(records, 'rate'), 'no rate', (record) => record('INDHOLD') === NO_RATE).map((record) => {
      if (record('KURTYP') !== KRONER_PER_100) throw new LayoutError(`KURTYP ${KRONER_PER_100}`, record('KURTYP'))
      const date = readDate(record('TID').replace('M', '-').replace('D', '-'), 'YYYY-MM-DD')
      return {
        date,
        base: record('VALUTA'),
        quote: 'DKK',
        type: 'official',
        value: readDecimal(record('INDHOLD')),
        unit: UNIT
      }
    })
  }
})
