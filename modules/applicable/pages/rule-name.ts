import type { DAY_MEANINGS, PURPOSES } from '../fields.ts'
import { loadRules } from '../rules/registry.ts'
import { seriesText } from '../texts.ts'

type Purpose = keyof typeof PURPOSES

const PURPOSE_WORDS: Record<Purpose, string> = {
  vat: 'VAT',
  customs: 'Customs value',
  tariff: 'Fixed amounts',
  income: 'Income tax',
  accounting: 'Accounting',
  payroll: 'Payroll',
  excise: 'Excise duty',
  social: 'Social security',
  statutory: 'Courts and debts',
  reporting: 'Reporting'
}

/** The name of a jurisdiction’s sales tax, if it is not VAT. */
// prettier-ignore
const SALES_TAXES: Record<string, string> = {
  'AU': 'GST', 'CA': 'GST', 'IN': 'GST', 'NZ': 'GST', 'SG': 'GST', 'JP': 'Consumption tax', 'MY': 'Sales tax',
  'MY-13': 'Sales tax'
}

const DAYS: Record<keyof typeof DAY_MEANINGS, string> = {
  same_day: 'the same day',
  last_published_on_or_before: 'the day or the last one before',
  last_published_before: 'the day before',
  second_last_published_before: 'the last table but one',
  table_before_latest: 'the table before the newest',
  next_published_on_or_after: 'the day or the next one',
  in_force: 'the rate in force',
  next_published_after: 'the day after',
  day_after: 'the closing rate of the day',
  previous_week: 'the week before',
  previous_week_table_before_latest: 'the last working day of the week before',
  previous_week_end: 'the end of the week before',
  previous_week_thursday: 'Thursday of the week before',
  monday_before: 'last Monday before',
  month_of: 'the rate of the month',
  previous_month: 'the rate of the month before',
  year_of: 'the rate of the year',
  month_first: 'the start of the month',
  previous_month_first: 'the start of the month before',
  computed_average_of_december_before: 'the average of December before',
  on_2017_12_05: '5 December 2017',
  quarter_first: 'the start of the quarter',
  first_of_month: 'the first of the month',
  period_end: 'the end of the period',
  month_end: 'the end of the month',
  year_end: 'the end of the year',
  year_end_before: 'the end of the year before',
  september_end_before: '30 September of the year before',
  year_first: 'the start of the year',
  nearest_month_end: 'the nearest end of a month',
  month_end_before: 'the end of the month before',
  month_end_before_sixth: 'the end of the month before the last 6th',
  day_15: 'the 15th of the month',
  previous_month_day_15: 'the 15th of the month before',
  previous_month_penultimate_wednesday: 'the second-last Wednesday of the month before',
  previous_month_third_wednesday_or_next: 'the third Wednesday of the month before, or the next rate',
  previous_month_third_wednesday_or_fourth: 'the third Wednesday of the month before, or the fourth',
  previous_month_before_second_last_day: 'before the second-last day of the month before',
  before_day_15: 'before the 15th of the month',
  first_published_in_october_before: 'October of the year before',
  computed_average_of_period: 'the mean of the period',
  computed_average_of_month: 'the mean of the month',
  computed_average_of_year: 'the mean of the year',
  published_average: 'the published average'
}

interface Named {
  id: string
  jurisdiction: string
  purpose: Purpose
  mode: string
  when?: string | null
  case?: string | null
  day: keyof typeof DAY_MEANINGS
}

/**
 * The name of a rule for readers: VAT in Poland: the day before. The name of an election ends with its publisher, from
 * `series` such as ecb:reference, and a name that several rules have with the id of the rule.
 */
export function ruleName(rule: Named, place: string, series: string): string {
  namesakes ??= countNames()
  const isShared = namesakes.get(plainName(rule, rule.jurisdiction, series))! > 1
  return `${plainName(rule, place, series)}${isShared ? ` (${rule.id})` : ''}`
}

let namesakes: Map<string, number> | undefined

/** The number of rules with each name. */
function countNames(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const rule of loadRules().rules) {
    const name = plainName(rule, rule.jurisdiction, seriesText(rule))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function plainName({ jurisdiction, purpose, mode, when, case: it, day }: Named, place: string, series: string): string {
  const subject = purpose === 'vat' ? (SALES_TAXES[jurisdiction] ?? PURPOSE_WORDS.vat) : PURPOSE_WORDS[purpose]
  const [publisher] = /^[a-z]\w*(?=:)/.exec(series) ?? []
  return `${subject} in ${place}${when ? `, if ${when}` : it ? `, ${it}` : ''}: ${DAYS[day]}${mode !== 'default' && publisher ? `, ${publisher.toUpperCase()}` : ''}`
}
