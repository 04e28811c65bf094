import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { ANSWER_COLUMNS } from '../../modules/applicable/batch/batch.ts'

const INVOICE = 'number integer, date date, currency text, amount numeric, jurisdiction text, purpose text'
const ANSWERED = `${INVOICE}, ${ANSWER_COLUMNS.map((name) => `${name} text`).join(', ')}`
const NAMES = ANSWERED.split(', ')
  .map((it) => it.split(' ')[0])
  .join(', ')

// What the author of such a join would know in advance: the series of each jurisdiction, purpose and currency, and for
// each date the last day of the rate and the number of tables that the rule skips.
const KNOWN = `
  create temporary table bench_series as
  select distinct jurisdiction, purpose, currency, applicable_rule as rule, rule_revision::integer as revision, publisher as source, rate_type as type,
    case when method = 'published' then currency else converted_currency end as base, case when method = 'published' then converted_currency else currency end as quote, method, converted_currency
  from bench_answered;
  create temporary table bench_dates as
  select rule, date, to_date as until, skipped
  from (select distinct applicable_rule as rule, date from bench_answered) it
  join rules on rules.id = rule and known_until is null
  cross join lateral day_bounds(document ->> 'day', date, '01-01', 'daily', null, null);
  analyze`

// The columns of the answered file.
const JOIN = `
  select invoices.*, 'final', case series.method when 'published' then value else 1 / value end, found.date, series.source, series.type, series.method,
    case series.method when 'published' then amount * value else amount / value end, series.converted_currency, rule, series.revision,
    concat_ws(', ', document #>> '{citation,act}', document #>> '{citation,article}'), document ->> 'confidence', publication_id, encode(publications.sha256, 'hex'), null, null
  from bench_invoices invoices
  join bench_series series using (jurisdiction, purpose, currency)
  join bench_dates using (rule, date)
  join rules on rules.id = rule and rules.revision = series.revision
  cross join lateral (
    select rates.date, value, publication_id
    from rates
    where rates.source = series.source and rates.base = series.base and rates.quote = series.quote and rates.type = series.type and rates.date <= until
    order by rates.date desc
    limit 1 offset skipped
  ) found
  join publications on publications.id = publication_id`

/** A join written by hand, in place of the service. */
export interface PlainJoin {
  /** Answers the file once, into a second file. */
  run: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The least work that gives the same file with prior knowledge of the rules: COPY of the invoices into a temporary
 * table, a join to the newest rate on or before a date, to its document and to the rule's citation, and COPY of all
 * columns into a file. `answered` is Ratebook's answer, from which the rules are taken. Throws if the join finds other
 * rates.
 */
export async function openPlainJoin(url: string, path: string, answered: string): Promise<PlainJoin> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const copyIn = (table: string, file: string) =>
    pipeline(createReadStream(file), client.query(copyFrom(`copy ${table} from stdin (format csv, header)`)))

  async function copyInvoices(): Promise<void> {
    await client.query(`drop table if exists bench_invoices; create temporary table bench_invoices (${INVOICE})`)
    await copyIn('bench_invoices', path)
    await client.query('analyze bench_invoices')
  }

  await client.query(`create temporary table bench_answered (${ANSWERED})`)
  await copyIn('bench_answered', answered)
  await client.query(KNOWN)
  await copyInvoices()
  const {
    rows: [differing]
  } = await client.query<{ count: string }>(`
    select count(*)
    from bench_answered
    left join (${JOIN}) plain (${NAMES}) using (number)
    where (bench_answered.rate_date, bench_answered.document_id, abs(bench_answered.rate::numeric / plain.rate::numeric - 1) < 1e-12) is distinct from (plain.rate_date::text, plain.document_id::text, true)`)
  if (differing!.count !== '0') {
    throw new Error(`the plain join finds another rate, or none, for ${differing!.count} invoices`)
  }
  return {
    run: async () => {
      await copyInvoices()
      await pipeline(client.query(copyTo(`copy (${JOIN}) to stdout (format csv)`)), createWriteStream(`${path}.plain`))
    },
    close: () => client.end()
  }
}
