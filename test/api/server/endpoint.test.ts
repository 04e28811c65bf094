import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as documents from '../../../api/documents/publications-fields.ts'
import * as market from '../../../api/market/calls.ts'
import * as calls from '../../../api/rates/calls.ts'
import * as comparison from '../../../api/rates/comparison.ts'
import * as currencies from '../../../api/sources/currencies-fields.ts'
import * as sources from '../../../api/sources/sources-fields.ts'
import { read, readRows } from '../../../api/formats/read.ts'
import { statementOf, type Call } from '../../../api/formats/call.ts'
import * as histories from '../../../api/rates/history-query.ts'
import { kindOf } from '../../../api/formats/columns.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'

const SCHEMA = readFileSync(new URL('../../../sql/schema.txt', import.meta.url), 'utf8')

const KINDS: Record<string, string> = {
  numeric: 'number',
  integer: 'number',
  bigint: 'number',
  date: 'date',
  'timestamp with time zone': 'time',
  boolean: 'boolean'
}

/** The parameters and the columns of a function by name, with their types. */
function signatureOf(name: string): { parameters: string[]; columns: Map<string, string> } {
  const line = SCHEMA.split('\n').find((it) => it.startsWith(`function ${name}(`))!
  const [, parameters, columns] = /^function \w+\((.*)\) returns TABLE\((.*)\)$/.exec(line)!
  return {
    parameters: parameters === '' ? [] : parameters!.split(', '),
    columns: new Map(columns!.split(', ').map((it) => it.replaceAll('"', '').split(/ (.*)/s) as [string, string]))
  }
}

const isCall = (it: unknown): it is Call => typeof it === 'object' && it !== null && 'call' in it
const declared = Object.entries<unknown>({
  ...calls,
  ...histories.SHAPES,
  ...market,
  ...comparison,
  ...documents,
  ...currencies,
  ...sources
}).filter((it): it is [string, Call] => isCall(it[1]))

it.each(declared)('matches the parameters and the columns of its function: %s', (_name, call) => {
  const { names, head, list } = statementOf(call)
  const { parameters, columns } = signatureOf(/^\w+/.exec(call.call)![0])
  const required = parameters.filter((it) => !it.includes(' DEFAULT '))
  expect(names.length).toBeGreaterThanOrEqual(required.length)
  expect(names.length).toBeLessThanOrEqual(parameters.length)
  for (const { name, kind } of [...head, ...list]) {
    expect(columns.has(name), name).toBe(true)
    const type = columns.get(name)!
    if (kind !== 'nested' && type !== 'json') expect(kind, name).toBe(KINDS[type] ?? 'text')
    else expect(type, name).toMatch(/^json$|\[\]$/)
  }
})

it('finds a number in a nested, optional field of the declaration', () => {
  expect(kindOf(calls.bankPair.head.valid_to)).toBe('date')
  expect(kindOf(calls.bankPair.head.printed)).toBe('nested')
})

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('one', 'RON'), identity('empty', 'EUR')])
  await seedRows(test.database, 'one', [
    { date: '2026-03-18', base: 'EUR', quote: 'RON', type: 'reference', value: '5.0940' },
    { date: '2026-03-18', base: 'JPY', quote: 'RON', type: 'reference', value: '2.7731', unit: 100 }
  ])
})
afterAll(() => test.drop())

const table = (bank: string) => read(calls.bankTable, test.database, { bank, wanted: 'infinity', today: '2026-03-19' })

it('reads the head and the list in one statement', async () => {
  const found = await table('one')
  expect(found!.head).toMatchObject({ bank: 'one', rate_date: '2026-03-18' })
  expect(found!.list.objects()).toEqual([
    { base: 'EUR', quote: 'RON', type: 'reference', value: '5.0940' },
    { base: 'JPY', quote: 'RON', type: 'reference', value: '0.027731', printed: { value: '2.7731', unit: 100 } }
  ])
})

it('has an empty list for a source without a table, and nothing for an unknown one', async () => {
  const found = await table('empty')
  expect([found!.head.bank, found!.head.rate_date, found!.list.length]).toEqual(['empty', null, 0])
  expect(await table('nosuch')).toBeUndefined()
})

it('keeps every digit of a number in the head', async () => {
  const values = {
    bank: 'one',
    source: 'EUR',
    target: 'RON',
    wanted: 'infinity',
    with_crosses: true,
    today: '2026-03-19'
  }
  const found = await read(calls.bankPair, test.database, values)
  expect(found!.head.rate.text).toBe('5.0940')
  expect(found!.head).not.toHaveProperty('valid_to')
})

it('reads the rows of a call without a head', async () => {
  const pairs = await readRows(calls.commonPairs, test.database, { most: 5 })
  expect(pairs.objects()).toEqual([
    { source: 'EUR', target: 'RON', banks: 1 },
    { source: 'JPY', target: 'RON', banks: 1 }
  ])
})
