import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import type { Identity, Row } from '../../../adapters/source.ts'
import { findFigures, type ApplicableRow, type Question } from '../figures.ts'
import { readRulebook, type KnownRule } from '../rulebook.ts'
import { registerRules } from '../register.ts'
import { DAY_MEANINGS, type Rule } from '../rules/rule.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../../test/support/database.ts'

const FIRST = '2025-01-01'
const DAYS = Array.from({ length: 150 }, (_, at) => addDays(FIRST, at))
const AT = Date.parse('2026-01-15T12:00:00Z')
const BEFORE_D = new Set([
  'last_published_before',
  'second_last_published_before',
  'table_before_latest',
  'previous_month',
  'month_end_before',
  'previous_month_day_15',
  'previous_month_penultimate_wednesday'
])
const WORDS = Object.keys(DAY_MEANINGS).filter((word) => !word.startsWith('computed_average')) as Array<Rule['day']>

const identity = (code: string): Identity => ({
  code,
  name: code,
  country: 'XX',
  homeCurrency: 'PLN',
  kind: 'central_bank',
  rateTypes: ['mid'],
  sourceUrl: 'https://example.com',
  timezone: 'UTC',
  schedule: '0 0 * * *',
  cadence: 'daily',
  historyFrom: '1999-01-01',
  dated: 'made',
  verified: 'description'
})

const ruleOf = (word: Rule['day'], at: number): Rule => ({
  id: `xy-vat-${at}`,
  jurisdiction: 'XY',
  purpose: 'vat',
  mode: 'default',
  case: word,
  event: 'tax_point',
  rate: 'bank:mid',
  day: word,
  in_force: {},
  citation: { act: 'An act' },
  confidence: 'known',
  checked: '2026-01-01'
})

let test: TestDatabase
let rules: KnownRule[]

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('bank')])
  await registerRules(test.database, {
    jurisdictions: [{ code: 'XY', name: 'Anywhere', currencies: [{ code: 'PLN' }] }],
    rules: WORDS.map(ruleOf)
  })
  rules = (await readRulebook(test.database)).rules
})
afterAll(() => test.drop())

const rowOf = (date: string): Row => ({
  date,
  base: 'USD',
  quote: 'PLN',
  type: 'mid',
  value: `3.${String(1000 + DAYS.indexOf(date))}`
})

async function load(dates: string[]): Promise<void> {
  await seedRows(test.database, 'bank', dates.map(rowOf))
}

async function clear(): Promise<void> {
  await test.database.write('truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine')
}

const questionsOf = (days: string[]): Question[] =>
  rules.flatMap((rule) => days.map((date) => ({ rule, date, source: 'USD', target: 'PLN', asks: [] })))

function checkFound({ rule, date }: Question, found: ApplicableRow, dates: Set<string>): void {
  if (found.value === null) return
  const what = `${rule.day} of ${date}: ${found.date}`
  expect(dates.has(found.date!), what).toBe(true)
  expect(
    [
      found.from_date === '-infinity' || found.date! >= found.from_date!,
      found.to_date === 'infinity' || found.date! <= found.to_date!
    ],
    what
  ).toEqual([true, true])
  expect(Number(found.value), what).toBe(Number(rowOf(found.date!).value))
  if (BEFORE_D.has(rule.day)) expect(found.date! < date, what).toBe(true)
}

/** The newest of the dates on or before a day, at most ten days back. */
function newestOn(day: string, dates: Set<string>): string | undefined {
  return Array.from({ length: 11 }, (_, back) => addDays(day, -back)).find((it) => dates.has(it))
}

const someDays = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 110 })
const someQuestions = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 6 })

it('finds for every rule a stored rate of an allowed date, and the same answer with as_of after later loads', async () => {
  await fc.assert(
    fc.asyncProperty(someDays, someDays, someQuestions, async (first, later, days) => {
      await clear()
      await load(first)
      const known = new Set(first)
      const questions = questionsOf(days)
      const found = await findFigures(test.database, questions, { at: AT })
      expect(found.map(({ n }) => n)).toEqual(questions.map((_, at) => at + 1))
      for (const [at, question] of questions.entries()) {
        checkFound(question, found[at]!, known)
        if (question.rule.day !== 'last_published_before' || found[at]!.reason !== null) continue
        expect(found[at]!.date, question.date).toBe(newestOn(addDays(question.date, -1), known) ?? null)
      }
      const [{ now }] = (await test.database.write<{ now: string }>('select clock_timestamp() as now')) as [
        { now: string }
      ]
      const asOf = new Date(now).toISOString()
      const before = await findFigures(test.database, questions, { asOf, at: AT })
      await load(later.filter((it) => !known.has(it)))
      expect(await findFigures(test.database, questions, { asOf, at: AT })).toEqual(before)
    }),
    { numRuns: 12 }
  )
})
