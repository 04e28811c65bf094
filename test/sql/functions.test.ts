import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
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
