import { z } from 'zod'
import { addDays, documentsAt, parameterOf, readDecimal, skip } from './kit/index.ts'
import { printedNumber, readTypedJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const EXPORT = 'https://data.economie.gouv.fr/api/explore/v2.1/catalog/datasets/dgfip-taux-de-change/exports/json'
const LOOK_BACK = 62 // days in which at least one currency has a new rate
const ASKED = /^date >= date'([\d-]+)' and date <= date'([\d-]+)'$/

const Records = z
  .array(
    z.object({
      monnaie_source: z.string(),
      code_pays: z.string().nullable(),
      date: z.iso.date(),
      taux: printedNumber.nullable()
    })
  )
  .nonempty()

interface Printed {
  value: string
}

/** True if a record repeats the figure of the first one, except perhaps for its last digit. */
function isCopyOf(first: Printed, record: Printed): boolean {
  const [one, other] = [first.value, record.value]
  return first !== record && (one === other || (one.length === other.length && one.slice(0, -1) === other.slice(0, -1)))
}

export default defineSource({
  code: 'fr_dgfip',
  name: 'Directorate General of Public Finances (France)',
  country: 'FR',
  homeCurrency: 'EUR',
  kind: 'treasury',
  rateTypes: ['official'],
  pairs: [[1, 200]],
  sourceUrl: 'https://data.economie.gouv.fr/explore/dataset/dgfip-taux-de-change/',
  termsUrl: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
  timezone: 'Europe/Paris',
  schedule: '0 9 1,2,16,17 * *',
  cadence: 'monthly',
  historyFrom: '2005-06-01',
  dated: 'effective',
  terms: 'Open licence 2.0 (Etalab); the source must be named.',
  notes:
    'The chancery rates at which public accountants convert. A rate is printed only when it changes and stays ' +
    'in force until the next one of its currency, however long that takes: a look-up carries it back without a limit ' +
    'of days. A currency of several countries is printed for each of them, and the copies may differ in the last ' +
    'digit: that of the first country is stored. The adapter was written from public code; no answer was seen.',
  verified: 'description',
  backfillDays: 20_000, // the history is one document

  requested: (publication) => {
    const [, from, to] = ASKED.exec(parameterOf(publication, 'where')) ?? []
    return { from, to }
  },

  fetch: documentsAt(({ from, to }) => [
    `${EXPORT}?${new URLSearchParams({ where: `date >= date'${addDays(from, -LOOK_BACK)}' and date <= date'${to}'` })}`
  ]),

  parse(publication) {
    const printed = skip(readTypedJson(publication, Records), 'no rate', ({ taux }) => taux === null)
    const records = printed.map(({ taux, code_pays: country, ...record }) => ({
      ...record,
      country: country ?? '',
      value: readDecimal(taux!)
    }))
    const sorted = records.toSorted((one, other) => (one.country < other.country ? -1 : 1))
    const keyOf = ({ monnaie_source: currency, date }: (typeof sorted)[number]) => `${currency} ${date}`
    const firsts = new Map(sorted.toReversed().map((record) => [keyOf(record), record]))
    return skip(records, 'copy for another country', (record) => isCopyOf(firsts.get(keyOf(record))!, record)).map(
      ({ monnaie_source: base, date, value }) => ({ date, base, quote: 'EUR', type: 'official', value })
    )
  }
})
