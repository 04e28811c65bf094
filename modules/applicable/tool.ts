import { z } from 'zod'
import { answerFields, citationFields, figureFields, query, ruleFields } from './fields.ts'
import { date } from '../../api/contract/parameters.ts'
import { applicableRate } from './answer.ts'
import type { Decimal } from '../../api/formats/rows.ts'
import { decimals, tool } from '../tool.ts'

const asText = { rate: decimals.rate.nullable(), converted: decimals.amount.nullable() }

const other = z.strictObject({
  rule: ruleFields,
  citation: citationFields,
  date: answerFields.shape.date,
  target: answerFields.shape.target,
  ...figureFields,
  ...asText
})

const textOf = (it: Decimal | null | undefined) => it?.text ?? null

export const applicable = tool({
  name: 'applicable_rate',
  title: 'The rate that a law requires',
  description:
    'Returns the official rate that the law of a jurisdiction requires for a purpose (such as VAT or ' +
    'customs) and the date of an event, with the rule, its citation and confidence, how the date was chosen, the ' +
    'document with its hash, and the elections of the taxpayer with their own figures. It is information, not legal ' +
    'advice: repeat its warnings and its disclaimer.',
  access: () => 'paid',
  input: { ...query, date: date.meta({ description: query.date.meta()!.description, examples: ['2026-03-03'] }) },
  output: {
    ...answerFields.shape,
    ...asText,
    amount: decimals.amount.nullable(),
    legs: z
      .array(z.strictObject({ base: z.string(), quote: z.string(), value: decimals.value }))
      .meta({ description: 'The published figures behind the rate.' }),
    elections: z.array(other).meta({ description: 'The rules that the taxpayer may choose instead.' }),
    cases: z.array(other).meta({ description: 'The rules of the same purpose for special cases.' })
  },
  run: async ({ unsure, as_of: asOf, ...request }, { database, now }) => {
    const answer = await applicableRate(database, { ...request, withUnsure: unsure === 'true' }, { asOf, at: now() })
    const beside = (others: typeof answer.elections) =>
      others.map((it) => ({ ...it, rate: textOf(it.rate), converted: textOf(it.converted) }))
    const legs = answer.legs.map((leg) => ({ base: leg.base!, quote: leg.quote!, value: leg.value!.text }))
    const own = { rate: textOf(answer.rate), converted: textOf(answer.converted), amount: textOf(answer.amount), legs }
    return {
      fields: { ...answer, ...own, elections: beside(answer.elections), cases: beside(answer.cases) },
      text: [
        `${answer.rule.id}, ${answer.citation.act}: ${answer.explanation}`,
        ...answer.steps,
        ...answer.warnings,
        answer.disclaimer
      ].join('\n')
    }
  }
})
