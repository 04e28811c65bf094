import { z } from 'zod'
import { CONFIDENCES, DAY_MEANINGS, MODES, NAMED_BY, SEEN } from './rules/rule.ts'
import { lawParameters, oneOf, PURPOSES, SIDES } from '../law.ts'
import * as fields from '../../api/contract/fields.ts'
import * as parameters from '../../api/contract/parameters.ts'

/** The request and answer fields of applicable rates. */

export { CONFIDENCES, DAY_MEANINGS, MODES, NAMED_BY, PURPOSES, SEEN, SIDES }

const { source, target, asOf } = parameters
const day = parameters.rangeStart
const { jurisdiction: anyJurisdiction, purpose: anyPurpose, ...details } = lawParameters

export const jurisdiction = anyJurisdiction.unwrap()
export const purpose = anyPurpose.unwrap()
export const ruleId = details.rule.unwrap()

export const query = {
  jurisdiction: anyJurisdiction,
  purpose: anyPurpose,
  date: day.meta({
    description: 'The date of the event that the rule names, such as the tax point. The answer says which event it is.',
    examples: ['2026-03-03']
  }),
  source: source.meta({ description: 'The currency of the amount.', examples: ['USD'] }),
  target: target
    .meta({
      description:
        'The currency to convert into. The default is the one that the rule names, usually that of the jurisdiction.',
      examples: ['PLN']
    })
    .optional(),
  ...details,
  unsure: z
    .enum(['true', 'false'], 'expected true or false')
    .default('false')
    .meta({ description: 'Set to true to include rules that are unsure.', examples: ['false'] }),
  as_of: asOf.optional()
}

/** A row of a file of questions. */
export const fileRow = z.object(query).omit({ unsure: true, as_of: true })

/** The reason for a missing rate. */
export const REASONS = {
  no_rule: 'no rule is recorded for that jurisdiction and purpose on that date',
  several_rules: 'the law has a rule for each case',
  not_in_force: 'the rule is not in force on that date',
  unsure: 'the rule is unsure',
  same_currency: 'there is nothing to convert',
  unpublished: 'no publisher of official rates is named',
  no_source: 'the publisher is not a source yet',
  not_loaded: 'the source has no table of that date yet',
  not_quoted: 'the publisher does not quote the pair',
  no_rate: 'the publisher has no rate of the pair among the dates that the rule allows',
  before_history: 'the stored series begins later',
  stale: 'the newest rate of the pair is too old to be in force',
  left_table: 'the publisher’s newer tables omit the currency',
  expired: 'the validity of the newest rate has ended',
  quarantined: 'a rate of those dates is in quarantine',
  unread: 'no run could read the publisher’s tables of those dates',
  incomplete: 'the stored series does not cover the whole period',
  no_period: 'the rule needs a period: pass from and to',
  no_side: 'the rule has a rate for each kind of item: pass side'
} as const

const [firstReason, ...otherReasons] = Object.keys(REASONS) as Array<keyof typeof REASONS>

const status = z.enum(['final', 'open', 'pending', 'no_rate', 'no_data']).meta({
  description:
    'final; open, if a fact or a choice that the request does not state decides the rate, as `asks` ' +
    'lists; pending, if a table that is not published or stored yet may supply or change the rate; no_rate, if the ' +
    'rule yields none; no_data, if the publisher that the rule names is not a source.',
  examples: ['final']
})
const reason = z
  .enum([firstReason!, ...otherReasons])
  .nullable()
  .meta({
    description: 'Why there is no rate; null if there is one or if it is pending.',
    examples: ['not_quoted']
  })

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] })
const dayOrNull = (description: string) => fields.day(description).nullable()
const figureOrNull = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] })

export const ruleFields = z.strictObject({
  id: text('The id of the rule, which is never reused.', 'pl-vat'),
  revision: z
    .int()
    .positive()
    .meta({ description: 'The revision of the rule in this database.', examples: [1] }),
  sha256: text('The SHA-256 of the stored rule; equal rules have equal hashes in every database.', '0b7c…'),
  jurisdiction: text('The jurisdiction of the rule.', 'PL'),
  purpose: oneOf(PURPOSES).meta({ examples: ['vat'] }),
  mode: oneOf(MODES).meta({
    description:
      'default; elect, if the taxpayer may choose it; permit, if the choice needs a permission; ' +
      'old, if it is no longer in force.',
    examples: ['default']
  }),
  parent: text('The default rule that it replaces.', 'pl-vat').nullable(),
  when: text(
    'The fact that makes this rule apply in place of its parent.',
    'the taxpayer bought the currency'
  ).nullable(),
  case: text('The special case that the rule covers; null if it covers the whole purpose.', 'imports').nullable(),
  event: text('The event whose date the request gives.', 'the day on which the tax falls due'),
  series: text('The publisher and the rate type, then the fallback for a pair that it does not quote.', 'nbp:mid'),
  named_by: oneOf(NAMED_BY).meta({
    description:
      'Who names the publisher: the law; an authority, which accepts the rates of this publisher; ' +
      'or only practice.',
    examples: ['law']
  }),
  day: oneOf(DAY_MEANINGS).meta({ description: 'The name of the day rule.', examples: ['last_published_before'] }),
  day_meaning: text('The meaning of `day`; D is the date of the event.', 'the newest rate dated before D'),
  rounding: text('The rounding that the rule requires.', 'the amount to 2 decimals, half up').nullable(),
  override: text(
    'A rate that replaces the ordinary one when the two differ by too much.',
    'From 5 % on the rate of the day counts.'
  ).nullable(),
  lock: text('How long an election is binding, and whom to notify.', 'Twelve months.').nullable(),
  limit: text(
    'The uses or other elections that exclude this election.',
    'Only for admission to mass events.'
  ).nullable(),
  conditions: text('The conditions, and other facts that a user needs.', 'The day before the tax point.').nullable(),
  in_force_from: dayOrNull('The first day on which the rule is in force; null if not recorded.'),
  in_force_to: dayOrNull('The last day on which the rule is in force; null if it has no end.'),
  confidence: oneOf(CONFIDENCES).meta({
    description:
      'verified, if the text of the law or of an authority on it was read; known, if it was not, or does ' +
      'not settle every point; unsure, if the rule is uncertain.',
    examples: ['verified']
  }),
  missing: text('For an uncertain rule: the text that would confirm it.', 'The text of the act.').nullable(),
  checked: fields.day('When the rule was last compared with its citation.')
})

export const citationFields = z.strictObject({
  act: text('The act, in the language of the law.', 'Ustawa o podatku od towarów i usług'),
  article: text('The article.', 'art. 31a ust. 1').nullable(),
  url: fields.address.meta({ description: 'An official page.' }).nullable(),
  seen: oneOf(SEEN)
    .nullable()
    .meta({
      description:
        'The text on which the rule is based: the law, a text of an authority about it, a quotation, or a ' +
        'secondary text. Null if none was read.',
      examples: ['law']
    }),
  place: text('Where it was read; null if nothing was.', 'the consolidated text').nullable()
})

export const figureFields = {
  status,
  reason,
  explanation: text(
    'The status and the reason in words.',
    'The newest rate dated before 2026-03-03 is that of 2026-03-02.'
  ),
  rate_date: dayOrNull('The date of the rate; for a mean, the last date.'),
  rate: figureOrNull('Units of the target currency for one unit of the source currency.', 3.6056),
  publisher: text(
    'The code of the source, or the authority that sets the rate if it is not a source.',
    'nbp'
  ).nullable(),
  rate_type: text('The rate type.', 'mid').nullable(),
  method: z
    .enum(['published', 'inverse', 'cross', 'mean'])
    .nullable()
    .meta({
      description:
        'As published; one divided by the published rate; a cross that the rule names; or the mean of ' +
        'several published rates.',
      examples: ['published']
    }),
  converted: figureOrNull(
    'The amount converted with the published figures, rounded as the rule says, or else half up to the decimals of ' +
      'the currency.',
    3605.6
  ),
  pending_until: fields.instant
    .nullable()
    .meta({ description: 'When the missing table is expected; null if not known.' })
}

const leg = z.strictObject({
  base: fields.base,
  quote: fields.quote,
  value: z.number(),
  date: fields.day('The date of the figure, if the rule converts in two steps and this is the second.').optional(),
  document_id: z
    .int()
    .optional()
    .meta({
      description: 'The number of its publication, if it is not that of `document`.',
      examples: [2]
    })
})

const documentFields = z.strictObject({
  id: z.int().meta({
    description: 'The number of the publication, for /api/v1/publications/{id}/document.',
    examples: [1]
  }),
  url: text('The URL from which it was fetched.', 'https://api.nbp.pl/'),
  sha256: text('The SHA-256 of its bytes.', 'e3b0…'),
  fetched_at: fields.instant
})

const choice = z.strictObject({
  rule: ruleFields,
  citation: citationFields,
  date: fields.day('The date of the event.'),
  target: fields.target,
  ...figureFields
})

export const answerFields = z.strictObject({
  jurisdiction: text('The requested jurisdiction.', 'PL'),
  purpose: oneOf(PURPOSES),
  date: fields.day('The date of the event.'),
  source: fields.source,
  target: fields.target,
  amount: figureOrNull('The amount.', 1000),
  ...figureFields,
  dated: z
    .enum(['made', 'effective', 'period'])
    .nullable()
    .meta({
      description:
        'The meaning of the rate’s date: the day on which the rate was made, the first day on which it is ' +
        'effective, or the period that it covers.',
      examples: ['made']
    }),
  legs: z.array(leg).meta({ description: 'The published figures behind the rate.' }),
  rates_in_mean: z
    .int()
    .nullable()
    .meta({ description: 'The number of rates in a mean.', examples: [257] }),
  valid_from: dayOrNull(
    'The first day on which the published rate is valid, if its document prints one; for a mean, the first date.'
  ),
  valid_to: dayOrNull('The last day on which the published rate is valid; for a mean, the last date.'),
  steps: z.array(z.string()).meta({ description: 'The steps from the date to the figure.' }),
  rule: ruleFields,
  citation: citationFields,
  document: documentFields.nullable().meta({ description: 'The document that contains the figure.' }),
  asks: z
    .array(
      z.strictObject({
        parameter: z
          .enum(['rule', 'series', 'side'])
          .meta({ description: 'The parameter to pass.', examples: ['rule'] }),
        value: text('Its value.', 'mx-income-paid'),
        text: text('When that value applies.', 'the taxpayer bought the currency')
      })
    )
    .meta({
      description:
        'The facts and choices that decide the rate and that the request does not state. Pass one of them ' +
        'to get a final answer.'
    }),
  elections: z.array(choice).meta({
    description: 'The rules that the taxpayer may choose instead, each with its own figure and conditions.'
  }),
  cases: z.array(choice).meta({ description: 'The rules for special cases of the same purpose.' }),
  warnings: z.array(z.string()),
  as_of: z.iso
    .datetime({ offset: true })
    .nullable()
    .meta({ description: 'The requested instant.', examples: ['2026-03-17T15:00:00Z'] }),
  report: text('How to report an error in a rule.', 'Open an issue that names the rule.'),
  disclaimer: fields.disclaimer
})

export const REPORT =
  'To report an error in a rule, open an issue with its id and the text that contradicts it, or ' +
  'ask the operator of this service to do so; modules/applicable/rules/README.md explains how to correct it.'

export const NO_ADVICE =
  'This is information and not legal advice. A rule can be out of date or misread: read the ' +
  'cited law, and check the figure in the document, before you rely on it.'
