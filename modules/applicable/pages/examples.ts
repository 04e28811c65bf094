import { z } from 'zod'
import { applicableRate } from '../answer.ts'
import { query as questionFields } from '../fields.ts'
import type { Rulebook } from '../rulebook.ts'
import type { PageContext } from '../../site-part.ts'
import type { TypedQuestion } from './applicable-form.tsx'
import type { Answer, NewestTables } from './applicable-view.ts'

/** Questions that the tables of one source answer, on the day of its newest one. */
const EXAMPLES: Array<[text: string, source: string, query: TypedQuestion]> = [
  ['VAT on an invoice in Poland', 'nbp', { jurisdiction: 'PL', purpose: 'vat', source: 'USD', amount: '1000' }],
  ['Import into Germany', 'ecb', { jurisdiction: 'DE', purpose: 'customs', source: 'USD', amount: '1000' }],
  ['VAT in Denmark', 'dnb', { jurisdiction: 'DK', purpose: 'vat', source: 'USD', amount: '1000' }]
]

interface Question {
  text: string
  query: TypedQuestion
}

export interface Example extends Question {
  answer: Answer
}

/** The example questions, each of the day of its source's newest table. */
export function exampleQuestions(newest: NewestTables, today: string): Question[] {
  return EXAMPLES.map(([text, source, query]) => ({ text, query: { ...query, date: newest.get(source) ?? today } }))
}

/** The first example that has a figure; undefined if none has. */
export async function answeredExample(
  rulebook: Rulebook,
  newest: NewestTables,
  { database, today, now }: PageContext
): Promise<Example | undefined> {
  for (const { text, query } of exampleQuestions(newest, today)) {
    if (!rulebook.jurisdiction(query.jurisdiction!)) continue
    const answer = await applicableRate(
      database,
      { ...z.object(questionFields).parse(query), withUnsure: false },
      { at: now }
    )
    if (answer.rate && answer.converted) return { text, query, answer }
  }
  return undefined
}
