import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { addDays } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Identity } from '../../adapters/source.ts'
import { archive } from '../../pipelines/archive.ts'
import { ANSWER_COLUMNS } from '../../api/queries/applicable-batch.ts'
import { registerRules } from '../../pipelines/rules.ts'
import { registerSources } from '../../pipelines/sources.ts'
import { loadRules } from '../../rules/registry.ts'
import type { Database } from '../../sql/database.ts'
import type { Answered, Question } from './applicable-run.ts'
import { withDatabases } from './databases.ts'
import { compareTimes, inTurns, median, print, progress, timed } from './measure.ts'
import type { BenchOptions } from './options.ts'

const ROUNDS = 9
const AIM = 1.5
const INVOICES_A_DAY = 15
const RATE_DAYS = 750
const NEWEST = '2026-10-30'
const MARGIN = 60 // days that rules go back from the first invoice
const CURRENCIES = ['USD', 'GBP', 'JPY', 'CHF', 'TWD', 'AUD', 'NZD', 'CNY', 'HKD', 'INR', 'IDR', 'MYR', 'PHP', 'SGD', 'THB', 'ILS', 'AED', 'SAR', 'KWD', 'EGP', 'ZAR', 'BRL', 'MXN', 'ISK',
  'MDL', 'BAM', 'AZN', 'UZS', 'COP', 'ARS']
/** Twenty jurisdictions, each with a purpose and the series that its rule takes. */
const PLACES = ['PL vat nbp:mid', 'CZ vat cnb:fixing', 'SK vat ecb:reference', 'RO vat bnr:reference', 'FR vat ecb:reference', 'IT vat bdi:reference', 'ES vat ecb:reference', 'IE vat ecb:reference',
  'SE vat riksbank:mid', 'DK vat dnb:official', 'NO vat norges:middle', 'RS vat nbs:middle', 'TR vat tcmb:forex_buy', 'KR vat bok:reference', 'HU customs mnb:official', 'DE customs ecb:reference',
  'CA income boc:average', 'RU vat cbr:official', 'GE income nbg:official', 'CL vat bcch:reference'].map((it) => it.split(/[ :]/) as [string, string, string, string])

const INVOICES = 'number integer primary key, date date, currency text, amount numeric, jurisdiction text, purpose text'
const ANSWERED = `${INVOICES}, ${ANSWER_COLUMNS.map((name) => `${name} text`).join(', ')}`

// The columns of the answered file.
const PLAIN = `
  select invoices.*, 'final', case when currency = rates.base then value else 1 / value end, rates.date, rates.source, rates.type, ready.method,
    case when currency = rates.base then amount * value else amount / value end, converted_currency, rules.id, rules.revision, citation, rules.document ->> 'confidence',
    publication_id, encode(publications.sha256, 'hex'), null, null
  from bench_invoices invoices
  join bench_ready ready using (number)
  join rates on rates.source = ready.source and rates.base = ready.base and rates.quote = ready.quote and rates.type = ready.type and rates.date = ready.rate_date
  join publications on publications.id = publication_id
  join rules on rules.id = ready.rule and known_until is null`

/** Files of invoices answered with their applicable rates, against COPY of the same columns from a join to a table that knows the rate of each row. */
export async function benchApplicable (options: BenchOptions): Promise<void> {
  await withDatabases(options, async ({ create, drop }) => {
    const database = await create('applicable')
    const days = Math.min(options.days, RATE_DAYS)
    const count = options.days * INVOICES_A_DAY
    progress('applicable: rates and invoices')
    await fillRates(database, days)
    const [path, longer] = [join(options.folder, 'invoices.csv'), join(options.folder, 'longer.csv')]
    await pipeline(Readable.from(invoices(count, days)), createWriteStream(path))
    await pipeline(Readable.from(invoices(4 * count, days)), createWriteStream(longer))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const [process, fresh] = [startProcess(), startProcess()]
    try {
      const output = `${path}.answered`
      await process.answer({ url: database.url, path, output })
      await fillReady(client, path, output)
      const plain = `copy (${PLAIN}) to stdout (format csv)`
      const ours: Answered[] = []
      const [times, theirs] = await inTurns(options.rounds ?? ROUNDS, [
        async () => (ours[ours.length] = await process.answer({ url: database.url, path })).milliseconds,
        () => timed(() => pipeline(client.query(copyTo(plain)), sink()))
      ]) as [number[], number[]]
      const long = await fresh.answer({ url: database.url, path: longer })
      print('Files of invoices with the applicable rate of each row, against COPY of the same columns from a join', [
        compareTimes(`${count} invoices`, times, theirs, `≤ ${AIM}`),
        compareTimes(`${4 * count} invoices, against ${count}`, [long.milliseconds], [median(times)], '4'),
        { what: `peak memory, ${4 * count} invoices`, ours: megabytes(long.peak), against: megabytes(ours[0]!.peak), ratio: (long.peak / ours[0]!.peak).toFixed(2), aim: '1' }
      ])
    } finally {
      await Promise.all([client.end(), process.stop(), fresh.stop()])
    }
    await drop('applicable')
  })
}

async function fillRates (database: Database, days: number): Promise<void> {
  const sources = await loadSources()
  await registerSources(database, sources)
  await registerRules(database, loadRules())
  await database.write('select make_partitions($1::date - $2::integer * 2, $1::date)', [NEWEST, days])
  const types = new Map(PLACES.map(([, , code, type]) => [code, type]))
  for (const [code, type] of types) await fillSource(database, sources.find((it) => it.code === code)!, type, days)
  await database.write('insert into tables (source, date) select distinct source, date from rates')
  await database.write('insert into coverage (source, days, latest_date) select source, count(*), max(date) from tables group by source')
  await database.write(`
    insert into series (source, base, quote, type, first_date, last_date)
    select source, base, quote, type, min(date), max(date)
    from rates
    group by source, base, quote, type`)
}

/** Rates of all currencies on each weekday, out of one document; the ECB prints what a euro costs, the others the price in their own currency. */
async function fillSource (database: Database, { code, homeCurrency }: Identity, type: string, days: number): Promise<void> {
  const { id } = await archive(database, {
    source: code, request: { method: 'GET', url: `https://example.com/${code}.csv`, headers: {} }, mediaType: 'text/csv', charset: 'utf-8', headers: {}, body: Buffer.from(code)
  })
  await database.write(`
    insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select $1, case when $2 = 'EUR' then $2 else currency end, case when $2 = 'EUR' then currency else $2 end, $3, day::date, round((place + extract(doy from day) / 1000)::numeric, 4), '1', $7
    from unnest($4::text[]) with ordinality it (currency, place)
    cross join generate_series($5::date - $6::integer * 7 / 5, $5::date, interval '1 day') day
    where extract(isodow from day) < 6
    order by currency, day`, [code, homeCurrency, type, CURRENCIES, NEWEST, days, id])
}

function * invoices (count: number, days: number): Generator<string> {
  yield 'number,date,currency,amount,jurisdiction,purpose\n'
  const span = Math.max(1, Math.floor(days * 7 / 5) - MARGIN)
  for (let number = 1; number <= count; number++) {
    const [jurisdiction, purpose] = PLACES[Math.floor(number / CURRENCIES.length) % PLACES.length]!
    yield `${number},${addDays(NEWEST, -(number * 7919 % span))},${CURRENCIES[number % CURRENCIES.length]},${number * 37 % 1_000_000 / 100},${jurisdiction},${purpose}\n`
  }
}

/** Fills a table of the invoices, and one of the rate of each, as they were answered. */
async function fillReady (client: pg.Client, path: string, answered: string): Promise<void> {
  for (const [name, columns, file] of [['bench_invoices', INVOICES, path], ['bench_answered', ANSWERED, answered]] as const) {
    await client.query(`create table ${name} (${columns})`)
    await pipeline(createReadStream(file), client.query(copyFrom(`copy ${name} from stdin (format csv, header)`)))
  }
  await client.query(`
    create table bench_ready as
    select number, applicable_rule as rule, publisher as source, case when method = 'published' then currency else converted_currency end as base,
      case when method = 'published' then converted_currency else currency end as quote, rate_type as type, rate_date::date as rate_date, method, converted_currency, citation
    from bench_answered
    where status = 'final'`)
  const { rows: [missing] } = await client.query<{ count: string }>('select (select count(*) from bench_invoices) - count(*) as count from bench_ready')
  if (missing!.count !== '0') throw new Error(`${missing!.count} invoices have no rate`)
  await client.query('alter table bench_ready add primary key (number)')
  await client.query('vacuum analyze')
}

/** A process that answers files. */
function startProcess (): { answer: (question: Question) => Promise<Answered>, stop: () => Promise<void> } {
  const child = fork(new URL('applicable-run.ts', import.meta.url))
  const ended = once(child, 'exit')
  return {
    answer: async (question) => {
      const answered = once(child, 'message')
      child.send(question)
      const [value] = await Promise.race([answered, ended.then(() => { throw new Error('the process ended too early') })]) as [Answered]
      return value
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    }
  }
}

function megabytes (figure: number): string {
  return `${figure.toFixed(0)} MB`
}

function sink (): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
