import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import type { Database } from '../../../sql/database.ts'
import { seedRows, testDatabase, type TestDatabase } from '../../support/database.ts'
import { Fraction } from './fraction.ts'
import { CURRENCIES, DAYS, randomBank, TYPES, type RandomBank } from './random-banks.ts'
import { Tables, type Derived, type Pair, type Printed } from './tables.ts'

const CODES = ['aa', 'bb', 'cc', 'dd']
const RUNS = 5
const DIGITS = 20
const DOUBLE_DIGITS = 15
const LAST = DAYS.at(-1)!
const WINDOW = [DAYS[1]!, DAYS.at(-2)!] as const
const LIFETIMES = { daily: 7, weekly: 30, monthly: 30 }
const AMOUNT = '250.5'
const PLACES = 3
const PAIRS: Pair[] = CURRENCIES.flatMap((source) =>
  CURRENCIES.filter((it) => it !== source).map((target) => [source, target] as const)
)

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await testDatabase()
  database = test.database
})
afterAll(() => test.drop())

interface Bank extends RandomBank {
  code: string
  tables: Tables
}

/** The tables of all banks as known at an instant; `known` is null for the present. */
interface State {
  banks: Bank[]
  known: string | null
}

/** A rate returned by a SQL function, with its arguments. */
interface Found {
  code: string
  source: string
  target: string
  date: string
  rate: string
  rate_type: string
  method: string
  derived?: boolean
  in_force?: boolean
}

type Expected = Pick<Found, 'code' | 'source' | 'target'> & { rate: Derived }

const keyOf = ({ code, source, target, date }: Pick<Found, 'code' | 'source' | 'target' | 'date'>) =>
  `${code} ${source} ${target} ${date}`

/** The expected rates of each pair from the tables of each bank. */
function expectedOf(
  { banks }: State,
  ratesOf: (tables: Tables, pair: Pair, bank: Bank) => Array<Derived | undefined>
): Expected[] {
  return banks.flatMap((bank) =>
    PAIRS.flatMap((pair) =>
      ratesOf(bank.tables, pair, bank).flatMap((rate) => {
        return rate === undefined ? [] : { code: bank.code, source: pair[0], target: pair[1], rate }
      })
    )
  )
}

/**
 * Expects exactly these rates, with the same table, rate type and method. Published rates must be exact, derived ones
 * up to `digits`.
 */
function expectRates(found: Found[], expected: Expected[], digits = DIGITS): void {
  const byKey = new Map(found.map((it) => [keyOf(it), it]))
  expect(found.map(keyOf).sort()).toEqual(expected.map(({ rate, ...it }) => keyOf({ ...it, date: rate.date })).sort())
  for (const {
    rate: { date, type, method, rate },
    ...it
  } of expected) {
    const own = byKey.get(keyOf({ ...it, date }))!
    const isDerived = method !== 'published'
    expect([own.rate_type, own.method, own.derived ?? isDerived]).toEqual([type, method, isDerived])
    if (!rate.is(own.rate, isDerived ? digits : undefined)) {
      expect.fail(`${keyOf(own)}: ${own.rate} is not ${rate.numerator} / ${rate.denominator}`)
    }
  }
}

/** Runs a query whose first two parameters are the sources and the targets of all pairs. */
function ask<Row = Found>(text: string, values: unknown[]): Promise<Row[]> {
  return database.read<Row>(text, [PAIRS.map(([source]) => source), PAIRS.map(([, target]) => target), ...values])
}

const COLUMNS = 'pair.source, pair.target, it.date, it.rate, it.rate_type, it.method, it.derived'
const NEWEST = `
  select it.source as code, ${COLUMNS}, it.in_force
  from unnest($1::text[], $2::text[]) pair (source, target)
  cross join lateral resolve_pair(null, pair.source, pair.target, $3, $4, $5, $6) it`
const HISTORY = `
  select code, ${COLUMNS}
  from sources
  cross join unnest($1::text[], $2::text[]) pair (source, target)
  cross join lateral pair_history(code, pair.source, pair.target, $3, $4, $5, $6) it`

function isInForce({ banks }: State, { code, date, rate_type: type }: Found, wanted: string): boolean {
  return banks.find((bank) => bank.code === code)!.tables.isInForce({ date, type }, wanted)
}

async function checkPairs(state: State): Promise<void> {
  for (const wanted of [...DAYS, 'infinity']) {
    const found = await ask(NEWEST, [wanted, null, state.known, true])
    expectRates(
      found,
      expectedOf(state, (tables, pair) => [tables.newest(wanted, pair)])
    )
    expect(found.filter((it) => it.in_force !== isInForce(state, it, wanted))).toEqual([])
  }
  expectRates(
    await ask(NEWEST, [LAST, null, state.known, false]),
    expectedOf(state, (tables, pair) => [tables.newest(LAST, pair, { withCrosses: false })])
  )
  for (const type of [undefined, ...TYPES]) {
    expectRates(
      await ask(NEWEST, [LAST, type ?? null, state.known, true]),
      expectedOf(state, (tables, pair) => [tables.newest(LAST, pair, { type })])
    )
    const window = DAYS.slice(1, -1)
    expectRates(
      await ask(HISTORY, [...WINDOW, type ?? null, state.known]),
      expectedOf(state, (tables, pair) => window.map((date) => tables.rateOn(date, pair, { type })))
    )
  }
}

const TABLE = `
  select code, rate_date || ' ' || type || ' ' || base || ' ' || quote || ' ' || value as line
  from sources
  cross join lateral table_on(code, $1, $2)`

async function checkTables({ banks, known }: State): Promise<void> {
  for (const day of DAYS) {
    const found = await database.read<{ code: string; line: string }>(TABLE, [day, known])
    const expected = banks.flatMap(({ code, tables }) =>
      tables
        .tableOn(day)
        .map(({ date, type, base, quote, value }) => `${code} ${date} ${type} ${base} ${quote} ${value}`)
    )
    expect(found.map(({ code, line }) => `${code} ${line}`).sort()).toEqual(expected.sort())
  }
}

const COMPARISON = `
  select code, pair.source, pair.target, it.rate_date as date, it.rate, it.rate_type, it.method, it.derived, it.stale
  from unnest($1::text[], $2::text[]) pair (source, target)
  cross join lateral compare_pair(pair.source, pair.target, $3) it`

async function checkComparison(state: State): Promise<void> {
  const found = await ask<Found & { stale: boolean }>(COMPARISON, [addDays(DAYS[3]!, 30)])
  expectRates(
    found,
    expectedOf(state, (tables, pair) => [tables.newest('infinity', pair)])
  )
  expect(found.filter((it) => it.stale !== (it.date < DAYS[3]! || !isInForce(state, it, 'infinity')))).toEqual([])
}

const CONVERSION = `
  select code, pair.source, pair.target, it.rate_date as date, it.converted, it.rate, it.rate_type, it.method, it.legs
  from sources
  cross join unnest($1::text[], $2::text[]) pair (source, target)
  cross join lateral convert_amount(code, pair.source, pair.target, $3, 'infinity', current_date) it
  where it.rate is not null`

async function checkConverter(state: State): Promise<void> {
  const found = await ask<Found & { converted: string; legs: Array<{ base: string; quote: string; value: string }> }>(
    CONVERSION,
    [AMOUNT]
  )
  const expected = expectedOf(state, (tables, pair) => [tables.newest('infinity', pair)])
  expectRates(found, expected, DOUBLE_DIGITS)
  const legs = Object.fromEntries(
    expected.map(({ rate, ...it }) => [keyOf({ ...it, date: rate.date }), rate.method === 'published' ? [] : rate.legs])
  )
  expect(
    Object.fromEntries(
      found.map((it) => [keyOf(it), it.legs.map(({ base, quote, value }) => `${base} ${quote} ${value}`)])
    )
  ).toEqual(legs)
  expect(found.filter(({ rate, converted }) => !Fraction.of(rate).times(Fraction.of(AMOUNT)).is(converted))).toEqual([])
}

async function checkComposite(state: State): Promise<void> {
  const found = await database.read<Found>(
    "select source as code, 'USD' as source, currency as target, date, rate, rate_type, method from " +
      'dollar_rates($1, $2)',
    [...WINDOW]
  )
  expectRates(
    found,
    expectedOf(state, (tables, pair, { source: { cadence } }) => {
      const from = addDays(WINDOW[0], -LIFETIMES[cadence as keyof typeof LIFETIMES])
      return pair[0] === 'USD'
        ? DAYS.filter((date) => date >= from && date <= WINDOW[1]).map((date) => tables.rateOn(date, pair))
        : []
    })
  )
}

const COMPAT = `
  select code, base as source, it.currency as target, it.date, it.rate, rounded.rate as rounded, newest.rate as newest
  from sources
  cross join unnest($1::text[]) base
  cross join lateral compat_history(code, base, $2, $3) it
  left join lateral compat_history(code, base, $2, $3, array[it.currency], $4, $5) rounded on rounded.date = it.date
  left join lateral compat_table(code, base, it.date, array[it.currency]) newest on newest.currency = it.currency and newest.date = it.date`

/** All rates of the tables in the window for each base, including the base itself as 1 in tables that have it. */
function expectedCompat({ banks }: State): Map<string, Derived | undefined> {
  const days = DAYS.slice(1, -1)
  const own = banks.flatMap(({ code, source: { homeCurrency }, tables }) =>
    days
      .filter((date) => tables.dates.includes(date))
      .flatMap((date) =>
        CURRENCIES.filter(
          (it) => it === homeCurrency || tables.tableOn(date).some(({ base, quote }) => base === it || quote === it)
        ).map((it) => [keyOf({ code, source: it, target: it, date }), undefined] as const)
      )
  )
  const others = expectedOf({ banks, known: null }, (tables, pair) => days.map((date) => tables.rateOn(date, pair)))
  return new Map([...own, ...others.map(({ rate, ...it }) => [keyOf({ ...it, date: rate.date }), rate] as const)])
}

async function checkCompat(state: State): Promise<void> {
  const found = await database.read<Found & { rounded: string; newest: string }>(COMPAT, [
    CURRENCIES,
    ...WINDOW,
    AMOUNT,
    PLACES
  ])
  const expected = expectedCompat(state)
  expect(found.map(keyOf).sort()).toEqual([...expected.keys()].sort())
  for (const { rate, rounded, newest, ...it } of found) {
    const derived = expected.get(keyOf(it))
    const exact = derived?.rate ?? Fraction.of('1')
    const isPrinted = derived === undefined || derived.method === 'published'
    if (!exact.is(rate, isPrinted ? undefined : DOUBLE_DIGITS)) {
      expect.fail(`${keyOf(it)}: ${rate} is not ${exact.numerator} / ${exact.denominator}`)
    }
    expect([newest, exact.times(Fraction.of(AMOUNT)).rounded(PLACES).is(rounded)]).toEqual([rate, true])
  }
}

async function storedRows(): Promise<Array<Printed & { source: string }>> {
  return database.read<Printed & { source: string }>('select source, base, quote, type, date, value from rates')
}

async function stateOf(banks: RandomBank[], known: string | null): Promise<State> {
  const rows = await storedRows()
  return {
    known,
    banks: banks.map((bank) => {
      const { code, homeCurrency, rateTypes } = bank.source
      return {
        ...bank,
        code,
        tables: new Tables(
          homeCurrency,
          rateTypes,
          rows.filter(({ source }) => source === code)
        )
      }
    })
  }
}

/**
 * Loads the first rows of the banks and then their corrections. Returns the states before and after the corrections.
 */
async function load(banks: RandomBank[]): Promise<[before: State, after: State]> {
  await database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, publications, documents, sources ' +
      'restart identity cascade'
  )
  await registerSources(
    database,
    banks.map(({ source }) => source)
  )
  for (const { source, rows } of banks) await seedRows(database, source.code, rows)
  const [{ now }] = (await database.write<{ now: string }>('select clock_timestamp() as now')) as [{ now: string }]
  const before = await stateOf(banks, now)
  await database.read('select pg_sleep(0.002)') // instants have a resolution of milliseconds
  for (const { source, later } of banks) await seedRows(database, source.code, later)
  await database.write('analyze')
  return [before, await stateOf(banks, null)]
}

it('returns the same rate of a pair in all functions, equal to an exact calculation', async () => {
  const compared: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.tuple(...CODES.map(randomBank)), async (banks) => {
      const [before, after] = await load(banks)
      for (const state of [before, after]) {
        await checkTables(state)
        await checkPairs(state)
      }
      await checkComparison(after)
      await checkConverter(after)
      await checkComposite(after)
      await checkCompat(after)
      compared.push(expectedOf(after, (tables, pair) => DAYS.map((date) => tables.rateOn(date, pair))).length)
    }),
    { numRuns: RUNS, endOnFailure: true }
  ) // shrinking would take minutes
  expect(Math.max(...compared)).toBeGreaterThan(100)
})

it.each([
  [[], { min: null, max: null, median: null, spread_bps: null, banks_in_stats: 0 }],
  [['1.25'], { min: '1.25', max: '1.25', median: '1.25', spread_bps: '0', banks_in_stats: 1 }],
  [['3', '1', '2.5'], { min: '1', max: '3', median: '2.5', spread_bps: '8000', banks_in_stats: 3 }],
  [['4', '1', '3', '2'], { min: '1', max: '4', median: '2.5', spread_bps: '12000', banks_in_stats: 4 }]
])('calculates the exact statistics of %j', async (rates, expected) => {
  const found = await database.read(
    'select trim_scale(min) as min, trim_scale(max) as max, trim_scale(median) as median, trim_scale(spread_bps) as ' +
      'spread_bps, banks_in_stats from compare_stats($1)',
    [rates]
  )
  expect(found).toEqual([expected])
})
