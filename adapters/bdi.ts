import {
  codeOn,
  distinctRows,
  documentsAt,
  excerpt,
  readDate,
  readDecimal,
  readText,
  requestedFor,
  skip,
  weekdaysIn
} from './kit/index.ts'
import { parseCsv } from './kit/csv.ts'
import type { TableRecord } from './kit/table.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const RATES = 'https://tassidicambio.bancaditalia.it/terzevalute-wf-web/rest/v1.0/dailyRates'

const CONVENTION = 'Foreign currency amount for 1 Euro.'
const COLUMNS = ['ISO Code', 'Rate', 'Rate convention', 'Reference date (CET)']
const DISCLAIMER = '\n# DISCLAIMER' // printed below every table, so a document without it was cut off
// The first days of new units that the bank prints under the old code.
const SWITCHED = { AFN: '2004-04-01', ZWL: '2009-02-03', ZWR: '2008-08-01' }
const NO_RATE = 'N.A.'

// A day without a table has only the heading and the disclaimer.
function readTable(publication: Publication): TableRecord[] {
  const text = readText(publication)
  const [table = '', disclaimer] = text.split(DISCLAIMER)
  if (!disclaimer?.endsWith('\n')) throw new LayoutError('a table and the whole # DISCLAIMER', excerpt(text.slice(-80)))
  const { columns, records } = parseCsv(table)
  if (!COLUMNS.every((column) => columns.includes(column))) {
    throw new LayoutError(`columns ${COLUMNS.join(', ')}`, excerpt(columns.join(', ')))
  }
  return records
}

function readRate(it: TableRecord): Row {
  if (it('Rate convention') !== CONVENTION) throw new LayoutError(CONVENTION, excerpt(it('Rate convention')))
  const date = readDate(it('Reference date (CET)'), 'YYYY-MM-DD')
  return {
    date,
    base: 'EUR',
    quote: codeOn(it('ISO Code'), date, SWITCHED),
    type: 'reference',
    value: readDecimal(it('Rate'))
  }
}

export default defineSource({
  code: 'bdi',
  name: 'Bank of Italy',
  country: 'IT',
  homeCurrency: 'EUR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[125, 166]],
  sourceUrl: 'https://tassidicambio.bancaditalia.it/',
  timezone: 'Europe/Rome',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'made',
  publishes: '17:00',
  notes:
    'The document has a row for each country; a currency of several countries is stored once. The rates of the ' +
    'major currencies come from the European Central Bank. The old afghani (AFA) is printed until March 2004, and ' +
    'the Zimbabwean dollars of 2008 (ZWR) and 2009 (ZWL, frozen at 361.9 for a US dollar) as ZWD.',
  verified: 'recording',
  backfillDays: 30, // one request a day

  requested: requestedFor('referenceDate'),
  fetch: documentsAt((window) =>
    weekdaysIn(window).map((day) => `${RATES}?referenceDate=${day}&currencyIsoCode=EUR&lang=en`)
  ),

  parse(publication) {
    // Each row is for a country; countries of a currency union repeat the same figure.
    return distinctRows(skip(readTable(publication), 'no rate', (it) => it('Rate') === NO_RATE).map(readRate))
  }
})
