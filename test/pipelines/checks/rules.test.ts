import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

interface Rule {
  name: string
  verdict: string
  meaning: string
  threshold: string | null
  false_alarms: number
  alone: number
}
const rules = () => test.database.read<Rule>('select * from check_rules()')

it('lists each rule of check_rules in the documentation, in its order', async () => {
  const page = readFileSync(new URL('../../../docs/checks.md', import.meta.url), 'utf8')
  const listed = [
    ...page.matchAll(/^\| +`(\w+)` +\| +(refuse|wait|doubt) +\| +(.+?) +\| +([\d.]+) +\| +([\d.]+) +\|$/gm)
  ].map(([, name, verdict, meaning, alarms, alone]) => [name, verdict, meaning, Number(alarms), Number(alone)])
  expect(listed).toEqual((await rules()).map((it) => [it.name, it.verdict, it.meaning, it.false_alarms, it.alone]))
})

it('has a function for each rule, a rule for each function, and a setting for each threshold', async () => {
  const functions = await test.database.read<{ name: string }>(
    "select substr(proname, 6) as name from pg_proc where proname like 'rule\\_%' and proname not like '%book%'"
  )
  const settings = (await test.database.read<{ name: string }>('select name from check_settings()')).map(
    (it) => it.name
  )
  const names = (await rules()).map(({ name }) => name)
  expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  for (const { threshold } of await rules()) if (threshold !== null) expect(settings).toContain(threshold)
})
