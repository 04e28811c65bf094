/**
 * The contract of a rule: which official rate a law requires, as data that a lawyer can read and a machine can check.
 */
import { z } from 'zod'
import { PURPOSES, SIDES } from '../../law.ts'

/** The binding force of a rule. */
export const MODES = {
  default: 'Applies unless the taxpayer chooses otherwise.',
  elect: 'The taxpayer may choose it.',
  permit: 'Only with a permission or an agreement.',
  old: 'No longer in force; kept for past dates.'
} as const

/** The event whose day is the date of a question. */
export const EVENTS = {
  tax_point: 'the day on which the tax falls due',
  invoice: 'the day on which the invoice is issued',
  accrual: 'the day on which the income or the cost arises',
  receipt: 'the day on which the money is received',
  payment: 'the day of the payment',
  settlement: 'the day on which the transaction is settled',
  declaration: 'the day on which the customs declaration is accepted or registered',
  export: 'the day of export',
  shipment: 'the day of shipment',
  closing: 'the balance-sheet date',
  period_end: 'the last day of the period',
  period: 'a day of the period, or its first and last day',
  month: 'a day of the month of the transaction',
  year: 'a day of the tax year',
  transaction: 'the day of the transaction',
  contract: 'the day on which the obligation was contracted',
  application: 'the day on which the application is filed',
  judgment: 'the day of the judgment',
  insolvency: 'the day on which the insolvency proceedings are opened'
} as const

/**
 * How the day of a rate follows from the date D of the event. The dates are those in the publisher’s own series of the
 * currency, so no calendar of holidays is needed.
 */
export const DAY_MEANINGS = {
  same_day: 'the rate dated D',
  last_published_on_or_before: 'the newest rate dated D or earlier',
  last_published_before: 'the newest rate dated before D',
  second_last_published_before: 'the table before the newest one dated before D',
  table_before_latest: 'the table before the newest one dated D or earlier',
  next_published_on_or_after: 'the first rate dated D or later',
  in_force: 'the rate that is valid on D',
  next_published_after: 'the first rate dated after D',
  day_after: 'the rate dated the day after D, for a publisher that dates closing rates by the next day',
  previous_week: 'the rate of the calendar week before that of D',
  previous_week_end: 'the newest rate dated the last day of the week before that of D or earlier',
  previous_week_table_before_latest:
    'the table before the newest one of the calendar week before that of D, which ' +
    'a publisher that dates rates by their first valid day made for its last working day',
  previous_week_thursday: 'the newest rate dated the Thursday of the week before that of D or earlier',
  monday_before: 'the newest rate dated the last Monday before D or earlier',
  month_of: 'the rate of the calendar month of D',
  previous_month: 'the rate of the calendar month before that of D',
  year_of: 'the rate of the year of D',
  month_first: 'the first rate in the month of D',
  previous_month_first: 'the first rate in the month before that of D',
  quarter_first: 'the first rate in the quarter of D',
  first_of_month: 'the newest rate dated the first of the month of D or earlier',
  period_end: 'the newest rate dated D or earlier, where D is the last day of the period',
  month_end: 'the newest rate dated the last day of the month of D or earlier',
  year_end: 'the newest rate dated the last day of the year of D or earlier',
  year_end_before: 'the newest rate dated the last day of the year before that of D or earlier',
  september_end_before: 'the newest rate dated 30 September of the year before that of D or earlier',
  year_first: 'the first rate in the year of D',
  nearest_month_end: 'the newest rate dated the month-end nearest to D or earlier; that month-end may come after D',
  month_end_before: 'the newest rate dated the last day of the month before D or earlier',
  month_end_before_sixth:
    'the newest rate dated the last day of the month before the last 6th of a month that is not after D, or earlier',
  day_15: 'the newest rate dated the 15th of the month of D or earlier',
  previous_month_day_15: 'the newest rate dated the 15th of the month before D or earlier',
  previous_month_penultimate_wednesday:
    'the newest rate dated the second-last Wednesday of the month before D or earlier',
  previous_month_third_wednesday_or_next: 'the first rate dated the third Wednesday of the month before D or later',
  previous_month_third_wednesday_or_fourth:
    'the rate dated the third Wednesday of the month before D, else the one dated the fourth Wednesday',
  previous_month_before_second_last_day: 'the newest rate dated before the second-last day of the month before D',
  before_day_15: 'the newest rate dated before the 15th of the month of D',
  first_published_in_october_before: 'the first rate dated 1 October or later of the year before that of D',
  computed_average_of_period: 'the mean of all rates dated within the period',
  computed_average_of_month: 'the mean of all rates dated within the month of D',
  computed_average_of_year: 'the mean of all rates dated within the year of D',
  computed_average_of_december_before: 'the mean of all rates dated within December of the year before that of D',
  on_2017_12_05: 'the rate of 5 December 2017',
  published_average: 'the publisher’s own average for the month, quarter or year of D'
} as const

/** The party that names the rate if no publisher of official rates does. */
export const UNPUBLISHED = {
  bank: 'a bank of the taxpayer',
  none: 'no publisher that the law names',
  authority: 'a rate of an authority that is not a source here',
  own: 'the taxpayer’s own rate'
} as const

/** The party that names the publisher of a rate. */
export const NAMED_BY = {
  law: 'The law names the publisher.',
  authority: 'The law names no publisher; the authority accepts these.',
  practice: 'The law names no publisher; these are in use.'
} as const

/** The texts that were read for a rule. */
export const SEEN = {
  law: 'the text of the law',
  authority: 'a text of an authority on the law: guidance, a circular, an official page',
  quoted: 'a quotation in another text',
  secondary: 'a text about the law: press, a guide, a commentary'
} as const

/** How well a rule is confirmed. An unsure one is used only on request. */
export const CONFIDENCES = {
  verified: 'The text of the law, or of an authority on it, was read; the citation says where.',
  known: 'The law is cited, but its text was not read, or does not settle every point.',
  unsure: 'An assumption, until the legal text is read.'
} as const

const keysOf = <Name extends string>(labels: Record<Name, string>) => Object.keys(labels) as [Name, ...Name[]]

const day = z.iso.date('expected a date as YYYY-MM-DD')
const currency = z.string().regex(/^[A-Z]{3}$/, 'expected a currency code (ISO 4217)')
const place = z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, 'expected a code of ISO 3166-1 or ISO 3166-2, EU, or XX')
const text = z.string().trim().min(1, 'expected a text')
const span = { from: day.optional(), to: day.optional() }
const inOrder = ({ from = '', to = '9999' }: { from?: string; to?: string }) => from <= to

const ID = /^[a-z]{2}(-[a-z0-9]+)+$/

/**
 * The id of a rule: its jurisdiction, then usually its purpose and a variant, as in `pl-income-cost`. An id is never
 * reused.
 */
const id = z.string().regex(ID, 'expected a jurisdiction, a purpose and a variant in lower case, as in pl-income-cost')

/**
 * A publisher and one of its rate types, `nbp:mid`, or one of the words of `UNPUBLISHED`, with a type if the law has
 * one: `bank:sell`.
 */
const series = z
  .string()
  .regex(/^[a-z0-9_-]+(:[a-z][a-z0-9_]*)?$/, 'expected publisher:type, bank, none, authority or own')
  .refine(
    (it) => it.includes(':') || it in UNPUBLISHED,
    'expected publisher:type: only bank, none, authority and own have no type'
  )

const dayWord = z.enum(keysOf(DAY_MEANINGS))
const event = z.enum(keysOf(EVENTS))
const side = z.enum(keysOf(SIDES))

/** A rate that replaces the ordinary one when the two differ by too much. */
const override = z.strictObject({
  /** The difference, in percent, from which or above which it applies. */
  percent: z.number().positive(),
  /** The rate to which the percentage refers; by default the ordinary one. */
  of: z.literal('other').optional(),
  /** True if a difference of exactly `percent` is enough. */
  inclusive: z.boolean().default(false),
  /**
   * The day of the other rate, if it follows from the stored rates; otherwise the answer only mentions the correction.
   */
  day: dayWord.optional(),
  /** The day of the month from which the other rate applies. */
  from_day: z.int().min(1).max(28).optional(),
  /** The correction in words. */
  text
})

const rounding = z.strictObject({ decimals: z.int().min(0).max(10), mode: z.enum(['half_up', 'up', 'down']) })

/** A rule in its file, before references are resolved. */
const fields = z.strictObject({
  id,
  purpose: z.enum(keysOf(PURPOSES)),
  mode: z.enum(keysOf(MODES)),
  /** The default rule that an election (including an expired one) or a rule with `when` replaces. */
  parent: id.optional(),
  /**
   * The fact by which this rule replaces its parent, without a choice of the taxpayer. An answer by the parent stays
   * open until the request names a rule.
   */
  when: text.optional(),
  /** The rule of the union of states that this one puts into national law; the union's rule is then not shown. */
  implements: id.optional(),
  /** The scope of the rule, if it does not cover its whole purpose: "imports", "revenue". */
  case: text.optional(),
  /** For income: the taxpayers to whom it applies; all by default. */
  taxpayer: z.enum(['person', 'company']).optional(),
  /**
   * In a union of states: true if this election answers for a member whose own default rule is not recorded, because
   * every member must accept it.
   */
  stands_in: z.literal(true).optional(),
  /**
   * In a union of states: whether it applies to members whose currency is the euro, or to the others; to all by
   * default.
   */
  members: z.enum(['euro', 'other']).optional(),
  /** The currencies that the rule converts from, or all others; by default any. */
  from: z
    .union([z.strictObject({ only: z.array(currency).min(1) }), z.strictObject({ except: z.array(currency).min(1) })])
    .optional(),
  /** The event of the date D: one, several if it depends on the case, or the earlier of several. */
  event: z.union([event, z.array(event).min(2), z.strictObject({ earlier_of: z.array(event).min(2) })]),
  /** Another rule to which the law refers for the rate and the day. */
  same_as: id.optional(),
  /**
   * The series; several, in the order of preference, if the taxpayer may choose one; by side if it depends on the item.
   */
  rate: z.union([series, z.array(series).min(2), z.partialRecord(side, series)]).optional(),
  day: dayWord.optional(),
  /** The party that names the publisher; the law by default. */
  named_by: z.enum(['authority', 'practice']).optional(),
  /**
   * For a conversion in two steps: the rate above gives an amount of `via`, which this rate converts for the same D.
   */
  then: z.strictObject({ via: currency, rate: series, day: dayWord }).optional(),
  /** True if the newest rate applies whatever its age: the publisher prints a currency only when its rate changes. */
  carry_back: z.literal('unlimited').optional(),
  /** The first day of the tax year as MM-DD, if it is not 1 January. */
  year_starts: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, 'expected MM-DD')
    .optional(),
  /** The currency into which the rule converts, if it is not the currency of the jurisdiction. */
  target: currency.optional(),
  /**
   * The substitutes for a pair that the series does not have, in this order: `cross(EUR)` (over that currency, within
   * one table), another series with the same day, or a word of `UNPUBLISHED`. Without them there is no rate for such a
   * pair.
   */
  fallback: z
    .array(
      z.union([
        z.string().regex(/^cross\([A-Z]{3}\)$/, 'expected cross(EUR), publisher:type, bank, authority or own'),
        series
      ])
    )
    .min(1)
    .optional(),
  /** Only if the rule prescribes it. */
  rounding: z
    .strictObject({ rate: rounding.optional(), amount: rounding.optional() })
    .refine(({ rate, amount }) => rate ?? amount, 'expected rate or amount')
    .optional(),
  override: override.optional(),
  /** For an election: how long it binds, who must be notified, and when. */
  lock: text.optional(),
  /** For an election: the purposes and elections that exclude it. */
  limit: text.optional(),
  /** The conditions and other facts for readers, in complete sentences. */
  conditions: text.optional(),
  /** The period in which the rule applies, by the date D; an end is open if it is not known or does not exist. */
  in_force: z.strictObject(span).refine(inOrder, 'ends before it begins').default({}),
  citation: z.strictObject({
    act: text,
    article: text.optional(),
    url: z.url().optional(),
    /** The texts that were read; absent if none were. */
    seen: z.enum(keysOf(SEEN)).optional(),
    /** The place in the text: the edition, the page, the number of the guidance. */
    place: text.optional()
  }),
  confidence: z.enum(keysOf(CONFIDENCES)),
  /** For an unsure rule: the missing evidence. */
  missing: text.optional(),
  /** The date on which the rule was last compared with its citation. */
  checked: day,
  /** The reason why the rule is no longer used, if it was wrong. It stays in its file, so that its id is not reused. */
  withdrawn: text.optional()
})

type Fields = z.output<typeof fields>

/** True for a rule that the taxpayer may choose in place of its parent. */
export function isElection({ mode, parent, when }: Pick<Fields, 'mode' | 'parent' | 'when'>): boolean {
  return mode === 'elect' || mode === 'permit' || (parent !== undefined && when === undefined)
}

const CHECKS: Array<[(rule: Fields) => boolean, string]> = [
  [
    ({ mode, parent, when }) => mode !== 'default' || parent === undefined || when !== undefined,
    'parent: a default rule without when replaces none'
  ],
  [
    ({ mode, parent, when }) => when === undefined || (parent !== undefined && mode !== 'elect' && mode !== 'permit'),
    'when: only for a default or old rule with a parent'
  ],
  [({ mode, stands_in }) => mode === 'elect' || stands_in === undefined, 'stands_in: only for an election'],
  [
    ({ same_as, rate, day }) => same_as !== undefined || (rate !== undefined && day !== undefined),
    'expected rate and day, or same_as'
  ],
  [
    ({ same_as, rate, day }) => same_as === undefined || (rate === undefined && day === undefined),
    'same_as brings rate and day'
  ],
  [({ mode, in_force }) => mode !== 'old' || in_force.to !== undefined, 'in_force.to: an old rule has a last day'],
  [
    ({ confidence, missing }) => (confidence === 'unsure') === (missing !== undefined),
    'missing: for an unsure rule, and for no other'
  ],
  [
    ({ confidence, citation: { seen } }) => confidence !== 'verified' || seen === 'law' || seen === 'authority',
    'citation.seen: expected law or authority for a verified rule'
  ],
  [
    ({ citation: { seen, place } }) => (seen === undefined) === (place === undefined),
    'citation.place: expected with seen, and only with it'
  ],
  [({ purpose, taxpayer }) => purpose === 'income' || taxpayer === undefined, 'taxpayer: only for income'],
  [(rule) => isElection(rule) || rule.limit === undefined, 'limit: only for an election'],
  [
    ({ then, rate, fallback, override }) =>
      then === undefined || (typeof rate === 'string' && fallback === undefined && override === undefined),
    'then: only with one rate, without fallback and override'
  ]
]

/** True if a rule converts from a currency. */
export function convertsFrom({ from }: Pick<Fields, 'from'>, source: string): boolean {
  if (from === undefined) return true
  return 'only' in from ? from.only.includes(source) : !from.except.includes(source)
}

/** One rule as it is in its file. */
export const ruleInFile = fields.superRefine((rule, context) => {
  for (const [holds, message] of CHECKS) {
    if (!holds(rule)) context.addIssue({ code: 'custom', message: `${rule.id}: ${message}` })
  }
})

export type RuleInFile = z.output<typeof ruleInFile>

/** A file of `rules/`: a country, a union of states, or XX for treaties. */
export const jurisdictionFile = z.strictObject({
  jurisdiction: place,
  /** The name in English. */
  name: text,
  /** The currency, or each with its days; XDR for treaties. */
  currency: z.union([
    currency,
    z.array(z.strictObject({ code: currency, ...span }).refine(inOrder, 'ends before it begins')).min(1)
  ]),
  /** The union of states whose rules also apply here. */
  part_of: z
    .strictObject({ code: place, ...span })
    .refine(inOrder, 'ends before it begins')
    .optional(),
  rules: z.array(ruleInFile)
})

export type JurisdictionFile = z.output<typeof jurisdictionFile>

/** A currency of a jurisdiction with its first and last day; an end is open if no day is given. */
export interface CurrencySpan {
  code: string
  from?: string
  to?: string
}

export interface Jurisdiction {
  code: string
  name: string
  currencies: CurrencySpan[]
  part_of?: { code: string; from?: string; to?: string }
}

/** A rule with its references resolved: `same_as` supplies the rate, the day and the fields that belong to them. */
export interface Rule extends RuleInFile {
  jurisdiction: string
  rate: NonNullable<RuleInFile['rate']>
  day: keyof typeof DAY_MEANINGS
}

/** The publisher and the type of a series; the type is empty if the law names none. */
export function readSeries(series: string): { publisher: string; type: string } {
  const [publisher, type = ''] = series.split(':')
  return { publisher: publisher!, type }
}

/** Every series that a rule names, in its rate, its second step and its fallback; without crosses. */
export function seriesOf({ rate, then, fallback = [] }: Pick<Rule, 'rate' | 'then' | 'fallback'>): string[] {
  const own = typeof rate === 'string' ? [rate] : Object.values(rate)
  return [...own, ...(then === undefined ? [] : [then.rate]), ...fallback.filter((it) => !it.startsWith('cross('))]
}
