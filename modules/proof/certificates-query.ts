import type { CertifiedEntry } from './kit/certificate.ts'
import type { CertifiedRate, PairStatement, Statement } from './kit/statement.ts'
import type { Database } from '../../sql/database.ts'
import { badRequest, HttpError, notFound } from '../../api/contract/errors.ts'
import type { LegalAnswer } from '../law.ts'
import type { Pair } from '../../api/contract/parameters.ts'
import { readBankRow, type Bank, type BankQuery } from '../../api/rates/bank-query.ts'

/** A statement with its rates, their log entries, and the state of the log at that moment. */
export interface Certified {
  statement: Statement
  /** The newest change of the source that the statement includes. */
  asOf: string
  rates: CertifiedRate[]
  entries: CertifiedEntry[]
  size: number
  root: Buffer
}

interface CertificateLookup {
  bank: string
  /** The newest table on or before this date is used. */
  on: string
  asOf?: string
}

interface PairLookup extends CertificateLookup, Pair {
  type?: string
  withRows?: boolean
}

/** All fields are null if there is no such table, or the pair does not resolve. */
interface EvidenceRow extends Pick<Certified, 'entries' | 'rates' | 'root' | 'size'> {
  known_at: string
  dated: string
  rate_date: string | null
}

type PairRow = EvidenceRow &
  Pick<PairStatement, 'rate' | 'rate_type' | 'method' | 'valid_from' | 'valid_to'> & {
    in_force: boolean | null
  }

const PAIR =
  'select known_at, dated, rate_date, rate, rate_type, method, valid_from, valid_to, in_force, rates, ' +
  'entries, size, root, bank from certified_pair($1, $2, $3, $4, $5, $6, $7)'
const TABLE =
  'select known_at, dated, rate_date, rates, entries, size, root, bank from certified_table($1, $2, $3, true)'

/**
 * A source and the statement of its rate of a pair. None if the pair does not resolve, or if its last rate, dated
 * `last`, is no longer in force. `withRows` proves that each rate is a row of its log entry, which requires all rows of
 * that entry. Throws 404 for an unknown source, 400 for a rate type that the source does not have.
 */
export async function certifyPair(
  database: Database,
  { bank: code, source, target, on, type, asOf, withRows = false }: PairLookup
): Promise<{ bank: Bank; certified?: Certified; last?: string }> {
  const values: BankQuery['values'] = [code, source, target, on, type ?? null, asOf ?? null, withRows]
  const { bank, row } = await readBankRow<PairRow>(database, { text: PAIR, values, type })
  const { rate, rate_type, method, valid_from, valid_to, rate_date: last, in_force: isInForce } = row
  if (last !== null && !isInForce) return { bank, last }
  if (last !== null && row.rates === null) {
    throw notFound(
      `${source} to ${target} of ${bank.code} on ${last} is ${rate}, the median of several sources: it can't be certified, but the figures of those sources and the rates against USD can`
    )
  }
  return {
    bank,
    certified: asCertified(
      { kind: 'pair', source, target, rate, rate_type, method, valid_from, valid_to },
      { bank, on, row }
    )
  }
}

/**
 * A source and the statement of its newest table; none if there is no table that old. Throws 404 for an unknown source.
 */
export async function certifyTable(
  database: Database,
  { bank: code, on, asOf }: CertificateLookup
): Promise<{ bank: Bank; certified?: Certified }> {
  const { bank, row } = await readBankRow<EvidenceRow>(database, { text: TABLE, values: [code, on, asOf ?? null] })
  return { bank, certified: asCertified({ kind: 'table', rates: row.rates?.length }, { bank, on, row }) }
}

/** The maximum number of rates in the certificate of a mean: five years. */
const MAX_RATES = 1300

const RATES =
  'select known_at, dated, rate_date, rates, entries, size, root, bank from certified_rates($1, $2, $3, $4, $5, true)'

/**
 * The statement of the rate that a law requires, as it was known at `asOf`; the statement of a mean includes every rate
 * of the period. Throws 404 if the answer is not final, because it may still change, and 503 if a rate changed in the
 * meantime.
 */
export async function certifyLegal(database: Database, answer: LegalAnswer, asOf?: string): Promise<Certified> {
  const { rule, citation, publisher, rate_type: type, rate_date: date, legs, method, status, explanation } = answer
  if (status !== 'final' || publisher === null || date === null) {
    throw notFound(`there is no final rate to certify: ${explanation}`)
  }
  if (legs.some(({ document_id: id }) => id !== undefined)) {
    throw notFound(`the figures of ${rule.id} are in two documents, and a certificate covers only one`)
  }
  if (answer.rates_in_mean !== null && answer.rates_in_mean > MAX_RATES) {
    throw badRequest('to', `expected a period of at most ${MAX_RATES} rates, found ${answer.rates_in_mean}`)
  }
  const mean =
    method === 'mean'
      ? { rates_in_mean: answer.rates_in_mean!, valid_from: answer.valid_from!, valid_to: answer.valid_to! }
      : undefined
  const series = legs.map(({ base, quote }) => ({ base, quote, type }))
  const { bank, row } = await readBankRow<EvidenceRow>(database, {
    text: RATES,
    values: [publisher, date, JSON.stringify(series), asOf ?? null, mean?.valid_from ?? null]
  })
  const rates = mean ? ofCommonDates(row.rates ?? [], legs.length) : row.rates
  const { jurisdiction, purpose, source, target, steps } = answer
  const [rate, amount, converted] = [answer.rate, answer.amount, answer.converted].map((it) => it?.text ?? null)
  const own = {
    kind: 'applicable',
    jurisdiction,
    purpose,
    rule,
    citation,
    source,
    target,
    rate,
    rate_type: type,
    method,
    ...mean,
    amount,
    converted,
    steps
  }
  const isSame = mean
    ? rates.length === mean.rates_in_mean * legs.length
    : rates?.length === legs.length &&
      rates.every((it) =>
        legs.some(({ base, quote, value }) => it.base === base && it.quote === quote && it.value === value?.text)
      )
  if (!isSame) {
    throw new HttpError('busy', `the rates of ${publisher} are changing at this moment`, { 'Retry-After': '1' })
  }
  return asCertified(own, { bank, on: answer.date, row: { ...row, rates } })!
}

/** The rates of the dates that all series share; `series` is the number of series. */
function ofCommonDates(rates: CertifiedRate[], series: number): CertifiedRate[] {
  const counts = new Map<string, number>()
  for (const { date } of rates) counts.set(date, (counts.get(date) ?? 0) + 1)
  return rates.filter(({ date }) => counts.get(date) === series)
}

function asCertified(
  own: { kind: string; [field: string]: unknown },
  { bank: { code, name }, on, row }: { bank: Bank; on: string; row: EvidenceRow }
): Certified | undefined {
  const { known_at: asOf, dated, rate_date: rateDate, rates, entries, size, root } = row
  if (rateDate === null) return undefined
  const unproven = rates.find(({ leaf }) => leaf === null)
  if (unproven) {
    throw new Error(
      `${code}: no log entry records ${unproven.base} ${unproven.quote} of ${unproven.date}; "ratebook log verify" says why`
    )
  }
  return {
    statement: { ...own, bank: { code, name }, dated, requested_date: on, rate_date: rateDate },
    asOf,
    rates,
    entries,
    size,
    root
  }
}

export interface Change {
  base: string
  quote: string
  type: string
  date: string
  /** The later value; null if the rate was withdrawn. */
  value: string | null
  /** The value less the one before it; null for the first one and a withdrawal. */
  difference: string | null
  known_at: string
  publication_id: number
}

/** The ids of the rules of law in force on a day that name a source. */
export async function listRulesWith(database: Database, bank: string, day: string): Promise<string[]> {
  return (await database.read<{ id: string }>('select id from rules_with_source($1, $2)', [bank, day])).map(
    ({ id }) => id
  )
}

/** The changes of some rates of a source after an instant, oldest first. */
export function listChanges(
  database: Database,
  { bank, rates, after }: { bank: string; rates: CertifiedRate[]; after: string }
): Promise<Change[]> {
  const series = rates.map(({ base, quote, type, date }) => ({ base, quote, type, date }))
  return database.read<Change>(
    'select base, quote, type, date, value, difference, known_at, publication_id from changes_since($1, $2, $3)',
    [bank, JSON.stringify(series), after]
  )
}
