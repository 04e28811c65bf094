import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testSchema } from '../support/modules.ts'
import { forCitus } from '../../sql/storage.ts'

const ROOT = new URL('../../', import.meta.url)
const { functions, migrations } = await testSchema()
const code = ['api', 'cli', 'modules', 'pipelines', 'sql'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(`${folder}/${file}`, ROOT), 'utf8'))
)

it.each(functions)('uses $name, which is the only function in its file', ({ name, text }) => {
  const call = new RegExp(`\\b${name}\\(|'${name}'`) // a name in a string is part of a generated statement
  const callers = [
    ...code,
    ...migrations.map((it) => it.text),
    ...functions.filter((it) => it.name !== name).map((it) => it.text)
  ]
  expect(callers.some((caller) => call.test(caller))).toBe(true)
  expect([...text.matchAll(/^create or replace function (\w+)/gm)].map(([, created]) => created)).toEqual([name])
})

it.each(functions)('describes the purpose of $name in a comment', ({ text }) => {
  expect(text).toMatch(/^-- \S/)
})

it('searches temporary tables last where a function runs as the owner', async () => {
  const paths = await test.database.read<{ path: string }>(
    "select array_to_string(proconfig, ';') as path from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace"
  )
  expect(paths.length).toBeGreaterThan(4)
  for (const { path } of paths) expect(path).toMatch(/^search_path=.*, pg_temp$/)
})

it('reads archived documents in two functions, each by one hash, in a form that Citus supports', () => {
  const reads = /(?<!delete )\b(from|join) documents\b/
  expect(code.filter((text) => reads.test(text))).toEqual([])
  const readers = functions.filter(({ text }) => reads.test(text))
  expect(readers.map(({ name }) => name)).toEqual(['bytes_of_document', 'size_of_document'])
  for (const { text } of readers)
    expect(forCitus(text)).toMatch(
      /^language plpgsql stable .*\n {2}return query\n {2}select .*\n {2}from documents\n {2}where sha256 = of_sha256;\nend \$\$;$/ms
    )
})

// Functions are created without a check of their bodies, because they call each other.
let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

/** The functions that PostgreSQL refuses to create with a check of their bodies, each with its reason. */
function refusedFunctions(): Promise<string[]> {
  return test.database.transaction(async (client) => {
    await client.query('select stage_rates()') // the temporary tables that functions of loads read
    const { rows } = await client.query<{ name: string; text: string }>(
      `select proname as name, pg_get_functiondef(pg_proc.oid) as text
       from pg_proc
       join pg_language on pg_language.oid = prolang
       where pronamespace = current_schema()::regnamespace and prokind = 'f' and lanname in ('sql', 'plpgsql')`
    )
    expect(rows.length).toBeGreaterThanOrEqual(functions.length)
    const refused: string[] = []
    for (const { name, text } of rows) {
      await client.query('savepoint before')
      await client.query(text).catch(async (error: Error) => {
        refused.push(`${name}: ${error.message}`)
        await client.query('rollback to before')
      })
    }
    return refused
  })
}

it('has only tables, columns and functions that exist in the functions in SQL', async () => {
  expect(await refusedFunctions()).toEqual([])
})

it('finds a column that does not exist', async () => {
  await test.database.transaction(async (client) => {
    await client.query('set local check_function_bodies = off')
    await client.query("create function broken() returns text language sql as 'select no_column from sources'")
  })
  expect(await refusedFunctions()).toEqual(['broken: column "no_column" does not exist'])
})

/** The functions whose body is one expression without a subquery, and that the planner still does not inline. */
function calledExpressions(): Promise<string[]> {
  return test.database.transaction(async (client) => {
    const { rows } = await client.query<{ name: string; values: string; columns: string }>(
      `select proname as name, string_agg(format('null::%s', argument::regtype), ', ' order by place) as values,
         string_agg('c' || place, ', ' order by place) as columns
       from pg_proc
       cross join lateral unnest(proargtypes) with ordinality arguments (argument, place)
       where pronamespace = current_schema()::regnamespace and prosqlbody::text not like '%{SUBLINK%'
         and not proisstrict and not proretset
       group by pg_proc.oid`
    )
    expect(rows.length).toBeGreaterThan(5)
    const called: string[] = []
    for (const { name, values, columns } of rows) {
      const from = `(select ${values} offset 0) given (${columns})` // the offset keeps the arguments from being folded
      const plan = await client.query<{ 'QUERY PLAN': string }>(
        `explain (verbose, costs off) select ${name}(${columns}) from ${from}`
      )
      if (plan.rows.some((line) => line['QUERY PLAN'].includes(`${name}(`))) called.push(name)
    }
    return called
  })
}

it('inlines the functions whose body is one expression', async () => {
  expect(await calledExpressions()).toEqual([])
})

it('finds a function that is declared immutable although its expression is only stable', async () => {
  await test.database.write(
    "create function time_after(day date, unit text) returns timestamp immutable return day + ('1 ' || unit)::interval"
  )
  expect(await calledExpressions()).toEqual(['time_after'])
})
