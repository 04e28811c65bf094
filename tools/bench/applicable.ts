import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addDays } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Identity } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { registerRules } from '../../pipelines/runs/rules.ts'
import { registerSources } from '../../pipelines/runs/sources.ts'
import { loadRules } from '../../rules/registry.ts'
import type { Database } from '../../sql/database.ts'
import type { Answered, Question } from './applicable-run.ts'
import { PlainJoin } from './applicable-plain.ts'
import { withDatabases } from './databases.ts'
import { compareTimes, inTurns, median, print, progress, timed } from './measure.ts'
import type { BenchOptions } from './options.ts'

const ROUNDS = 9
const AIM = 1.5
const INVOICES_A_DAY = 15
const MAX_INVOICES = 100_000
const YEAR = 365
const RATE_DAYS = 750
const NEWEST = '2026-10-30'
const SCATTER = 2_654_435_761 // 2^32 by the golden ratio: hardly any two rows ask the same
const MARGIN = 60 // days that rules go back from the first invoice
const CURRENCIES = ['USD', 'GBP', 'JPY', 'CHF', 'TWD', 'AUD', 'NZD', 'CNY', 'HKD', 'INR', 'IDR', 'MYR', 'PHP', 'SGD', 'THB', 'ILS', 'AED', 'SAR', 'KWD', 'EGP', 'ZAR', 'BRL', 'MXN', 'ISK',
  'MDL', 'BAM', 'AZN', 'UZS', 'COP', 'ARS']
/** Twenty jurisdictions, each with a purpose and the series that its rule takes. */
const PLACES = ['PL vat nbp:mid', 'CZ vat cnb:fixing', 'SK vat ecb:reference', 'RO vat bnr:reference', 'FR vat ecb:reference', 'IT vat bdi:reference', 'ES vat ecb:reference', 'IE vat ecb:reference',
  'SE vat riksbank:mid', 'DK vat dnb:official', 'NO vat norges:middle', 'RS vat nbs:middle', 'TR vat tcmb:forex_buy', 'KR vat bok:reference', 'HU customs mnb:official', 'DE customs ecb:reference',
  'CA income boc:average', 'RU vat cbr:official', 'GE income nbg:official', 'CL vat bcch:reference'].map((it) => it.split(/[ :]/) as [string, string, string, string])

/**
 * CSV files of invoices answered with the applicable rate of each row, against a plain SQL join of the same rows (see `PlainJoin`): of a year, of years, so that hardly two rows ask the same, and of a
 * month, as files mostly are. A file four times as long must take four times as long, in the same memory.
 */
export async function benchApplicable (options: BenchOptions): Promise<void> {
  await withDatabases(options, async ({ create, drop }) => {
    const database = await create('applicable')
    const days = Math.min(options.days, RATE_DAYS)
    const count = Math.min(MAX_INVOICES, options.days * INVOICES_A_DAY)
    progress('applicable: rates and invoices')
    await fillRates(database, days)
    const years = Math.max(1, Math.floor(days * 7 / 5) - MARGIN)
    const write = async (name: string, rows: number, span: number) => {
      const path = join(options.folder, name)
      await pipeline(Readable.from(invoices(rows, span)), createWriteStream(path))
      return { path, output: `${path}.answered`, url: database.url }
    }
    const file = await write('year.csv', count, Math.min(YEAR, years))
    const [process, fresh] = [startProcess(), startProcess()]
    try {
      const rounds = options.rounds ?? ROUNDS
      const measured = await compareFile(process, file, rounds)
      const scattered = await compareFile(process, await write('years.csv', count, years), rounds)
      const month = await compareFile(process, await write('month.csv', count, Math.min(30, years)), rounds)
      const long = await fresh.answer(await write('longer.csv', 4 * count, Math.min(YEAR, years)))
      const { peak } = measured.first
      print('CSV files of invoices in, the same with the applicable rate of each row out; against COPY in, a join to the newest rate in time, and COPY out', [
        compareTimes(`${count} invoices of a year, ${CURRENCIES.length} currencies, ${PLACES.length} jurisdictions`, measured.ours, measured.plain, `≤ ${AIM}`),
        compareTimes(`${count} invoices of ${years} days`, scattered.ours, scattered.plain, `≤ ${AIM}`),
        compareTimes(`${count} invoices of a month`, month.ours, month.plain, `≤ ${AIM}`),
        compareTimes(`${4 * count} invoices, against ${count}`, [long.milliseconds], [median(measured.ours)], '4'),
        { what: `peak memory, ${4 * count} invoices`, ours: megabytes(long.peak), against: megabytes(peak), ratio: (long.peak / peak).toFixed(2), aim: '1' }
      ])
    } finally {
      await Promise.all([process.stop(), fresh.stop()])
    }
    await drop('applicable')
  })
}

/** The times of a file and those of the plain join, and what the first round said. */
async function compareFile (process: Answerer, file: Question, rounds: number): Promise<{ first: Answered, ours: number[], plain: number[] }> {
  const first = await process.answer(file)
  const join = await PlainJoin.open(file.url, file.path, file.output)
  try {
    const [ours, plain] = await inTurns(rounds, [async () => (await process.answer(file)).milliseconds, () => timed(() => join.run())]) as [number[], number[]]
    return { first, ours, plain }
  } finally {
    await join.close()
  }
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

function * invoices (count: number, span: number): Generator<string> {
  yield 'number,date,currency,amount,jurisdiction,purpose\n'
  for (let number = 1; number <= count; number++) {
    const [jurisdiction, purpose] = PLACES[Math.floor(number / CURRENCIES.length) % PLACES.length]!
    yield `${number},${addDays(NEWEST, -((Math.imul(number, SCATTER) >>> 0) % span))},${CURRENCIES[number % CURRENCIES.length]},${number * 37 % 1_000_000 / 100},${jurisdiction},${purpose}\n`
  }
}

interface Answerer {
  answer: (question: Question) => Promise<Answered>
  stop: () => Promise<void>
}

/** A process that answers files. */
function startProcess (): Answerer {
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
