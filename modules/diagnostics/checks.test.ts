import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { checkRules } from './checks.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it('prints the rules in the order of check_rules, which decides between equal verdicts', async () => {
  const rules = await test.database.read<{ name: string }>('select name from check_rules()')
  expect((await checkRules(test.database)).map(({ rule }) => rule)).toEqual(rules.map(({ name }) => name))
})
