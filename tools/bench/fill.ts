import { registerSources } from '../../pipelines/runs/sources.ts'
import type { Database } from '../../sql/database.ts'
import { identity } from '../../test/support/service.ts'
import { progress } from './measure.ts'

const CURRENCIES = ['USD', 'EUR', 'RUB', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'CZK', 'HUF', 'PLN', 'RON', 'TRY', 'ZAR', 'BRL', 'MXN', 'CNY',
  'HKD', 'INR', 'IDR', 'KRW', 'MYR', 'PHP', 'SGD', 'THB', 'ILS', 'AED', 'SAR', 'KWD', 'EGP', 'UAH', 'KZT', 'GEL', 'RSD', 'MDL', 'ISK', 'XDR']
const HOMES = ['USD', 'EUR', 'RUB']
const CONCURRENCY = 2
const PROGRESS_EVERY = 25

/** A made-up bank and its home currency. */
export interface Bank {
  code: string
  home: string
}

/** This many made-up banks. */
export function banksOf (count: number): Bank[] {
  return Array.from({ length: count }, (_, number) => ({ code: `b${String(number).padStart(3, '0')}`, home: HOMES[number % HOMES.length]! }))
}

/** The working days for which this many rows are enough, at least one. */
export function workingDaysOf (banks: Bank[], rows: number): number {
  return Math.max(1, Math.round(rows / banks.length / (CURRENCIES.length - 1)))
}

/** Fills an empty database with this many rows: the same currencies at every bank on each working day, back from the newest day. */
export async function fill (database: Database, banks: Bank[], rows: number, newest: string): Promise<void> {
  const days = workingDaysOf(banks, rows)
  await registerSources(database, banks.map(({ code, home }) => identity(code, home)))
  await database.write(`
    create table filled_days as
    select day::date as date
    from generate_series($1::date - $2::integer * 2 - 7, $1::date, interval '1 day') day
    where extract(isodow from day) < 6
    order by day desc
    limit $2`, [newest, days])
  await database.write('select make_partitions(min(date), max(date)) from filled_days')
  await database.write(`
    insert into tables (source, date)
    select code, date
    from sources
    cross join filled_days
    order by code, date`)
  await database.write(`
    insert into coverage (source, days, latest_date)
    select code, count(*), max(date)
    from sources
    cross join filled_days
    group by code`)
  await database.write(`
    insert into series (source, base, quote, type, first_date, last_date)
    select code, base, home_currency, 'reference', min(date), max(date)
    from sources
    cross join unnest($1::text[]) base
    cross join filled_days
    where base <> home_currency
    group by code, base, home_currency`, [CURRENCIES])

  const waiting = banks.map(({ code }) => code)
  let filled = 0
  const fillNext = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      await fillBank(database, code)
      filled += 1
      if (filled % PROGRESS_EVERY === 0) progress(`sizes: ${rows / 1e6} million rows, ${filled} of ${banks.length} banks filled`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, fillNext))
  await database.write('drop table filled_days')
  await database.write('vacuum analyze')
}

async function fillBank (database: Database, code: string): Promise<void> {
  await database.write(`
    insert into rates (source, base, quote, type, date, value, unit, publication_id)
    select code, base, home_currency, 'reference', date, round((level + random() * 0.1)::numeric, 4), '1', 1
    from sources
    cross join unnest($2::text[]) with ordinality currency (base, level)
    cross join filled_days
    where code = $1 and base <> home_currency
    order by code, base, home_currency, date`, [code, CURRENCIES])
}
