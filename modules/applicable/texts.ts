import { SIDES } from '../law.ts'
import { daysBefore } from '../../api/contract/dates.ts'
import { DAY_MEANINGS, EVENTS, readSeries, UNPUBLISHED, type Rule } from './rules/rule.ts'
import { REASONS } from './fields.ts'
import type { ApplicableRow, Ask, Question } from './figures.ts'

/** The sentences of an answer. */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MODES = { half_up: 'half up', up: 'up', down: 'down' }

const DATED = {
  made: 'the day on which it was made',
  effective: 'the first day on which it is valid',
  period: 'the period that it covers'
}

/** A date with its weekday. */
function dayText(date: string): string {
  return `${date} (${WEEKDAYS[new Date(date).getUTCDay()]})`
}

/** The meaning of the date in a question under a rule. */
export function eventText({ event }: Pick<Rule, 'event'>): string {
  if (typeof event === 'string') return EVENTS[event]
  if (Array.isArray(event)) return event.map((it) => EVENTS[it]).join(' or ')
  return `the earlier of ${event.earlier_of.map((it) => EVENTS[it]).join(' and ')}`
}

/** The series of a rule and its fallback. */
export function seriesText({ rate, then, fallback = [] }: Pick<Rule, 'rate' | 'then' | 'fallback'>): string {
  const own =
    typeof rate === 'string'
      ? nameOf(rate)
      : Array.isArray(rate)
        ? rate.map(nameOf).join(' or ')
        : Object.entries(rate)
            .map(([side, it]) => `${side}: ${nameOf(it)}`)
            .join(', ')
  return [then === undefined ? own : `${own}, then ${nameOf(then.rate)} for ${then.via}`, ...fallback.map(nameOf)].join(
    ', else '
  )
}

/** A rate that a rule names, or its fallback for other pairs. */
export interface NamedSeries {
  /** The kind of item, if the rule has a rate for each kind. */
  side?: string
  isFallback: boolean
  /** The currency that the second step of a rule converts. */
  via?: string
  /** The publisher and the rate type, if the rule names a publisher. */
  publisher?: string
  type?: string
  /** The rate in words, if the rule names no publisher. */
  text?: string
}

/** Every rate that a rule names, in its order, followed by its fallbacks. */
export function listSeries({ rate, then, fallback = [] }: Pick<Rule, 'rate' | 'then' | 'fallback'>): NamedSeries[] {
  const sides = typeof rate === 'object' && !Array.isArray(rate)
  const own =
    typeof rate === 'string'
      ? [[undefined, rate] as const]
      : sides
        ? Object.entries(rate)
        : rate.map((it) => [undefined, it] as const)
  return [
    ...own.map(([side, it]) => ({
      ...(side && { side: SIDES[side as keyof typeof SIDES] }),
      isFallback: false,
      ...partsOf(it)
    })),
    ...(then === undefined ? [] : [{ isFallback: false, via: then.via, ...partsOf(then.rate) }]),
    ...fallback.map((it) => ({ isFallback: true, ...partsOf(it) }))
  ]
}

function partsOf(series: string): Pick<NamedSeries, 'publisher' | 'type' | 'text'> {
  const [, via] = /^cross\((\w+)\)$/.exec(series) ?? []
  if (via !== undefined) return { text: `a cross over ${via} within one table` }
  const { publisher, type } = readSeries(series)
  return publisher in UNPUBLISHED ? { text: nameOf(series) } : { publisher, type }
}

/** A series as in its file, or the meaning of a word of `UNPUBLISHED`. */
export function nameOf(series: string): string {
  const [publisher, type] = series.split(':') as [keyof typeof UNPUBLISHED, string | undefined]
  return publisher in UNPUBLISHED ? UNPUBLISHED[publisher] + (type === undefined ? '' : ` (${type})`) : series
}

/** A rule's rounding as text; null if it has none. */
export function roundingText({ rounding }: Pick<Rule, 'rounding'>): string | null {
  const parts = (['rate', 'amount'] as const).flatMap((name) => {
    const it = rounding?.[name]
    return it ? [`the ${name} to ${it.decimals} decimals, ${MODES[it.mode]}`] : []
  })
  return parts.length === 0 ? null : parts.join('; ')
}

/** The currencies from which a rule converts. */
export function currenciesText({ from }: Pick<Rule, 'from'>): string {
  if (from === undefined) return 'any currency'
  return 'only' in from ? from.only.join(' or ') : `a currency other than ${from.except.join(' or ')}`
}

/** The answer in one sentence, and for an open one a second with the parameters that decide it. */
export function explanation(question: Question, found: ApplicableRow): string {
  const { rule, source, target } = question
  if (source === target) return `The amount is in ${target} already: its rate is 1.`
  const pair = `${source} to ${target}`
  const series = found.type === null ? found.publisher : `${found.publisher}:${found.type}`
  switch (found.reason) {
    case null:
      return found.pending
        ? pendingText(found)
        : `${capital(whyText(rule, found))}: ${found.value === null ? '' : figureText(found)}.${asksText(question, found)}`
    case 'unpublished':
      return unpublishedText(found)
    case 'no_source':
      return `The rule requires ${series}, which this service does not have.`
    case 'not_loaded':
      return notStoredText(series!, found)
    case 'not_quoted':
      return `${series} does not quote ${pair}.${quotedText(found)}`
    case 'no_rate':
      return `${series} has no rate of ${pair} for ${boundsText(found)}.`
    case 'before_history':
      return `The stored rates of ${series} for ${pair} begin after ${found.to_date}. If the publisher has older ones, ${loadText(found)}`
    case 'stale':
      return `The newest rate of ${pair} at ${series} is too old for ${boundsText(found)}: its newer tables do not quote it.`
    case 'left_table':
      return `${series} has tables up to ${found.to_date} that no longer quote ${pair}.`
    case 'expired':
      return `The newest rate of ${pair} at ${series} was no longer valid on ${question.date}.`
    case 'quarantined':
      return `A rate of ${pair} at ${series} for ${boundsText(found)} failed a check and waits for an operator to confirm or discard it.`
    case 'unread':
      return `The runs that should have read the tables of ${series} for ${boundsText(found)} failed, so a rate of ${pair} that is nearer than the stored one may exist.`
    case 'no_side':
      return `${rule.id} has a rate for each kind of item: ${Object.keys(rule.rate).join(', ')}. Pass one as side.`
    default:
      return `${capital(REASONS[found.reason])}.`
  }
}

const NO_OFFICIAL_RATE = {
  bank: 'The law requires a rate of the taxpayer’s bank, which no official source publishes',
  none: 'The law names no publisher of the rate',
  authority: 'The law requires a rate of an authority that is not a source here',
  own: 'The law lets the taxpayer determine the rate'
} as const satisfies Record<keyof typeof UNPUBLISHED, string>

function unpublishedText({ publisher, type }: ApplicableRow): string {
  return `${NO_OFFICIAL_RATE[publisher as keyof typeof UNPUBLISHED]}${type === null ? '' : ` (${type})`}.`
}

function pendingText({ publisher, newest, pending_until: until, value, publisher_url: page }: ApplicableRow): string {
  const missing = until === null ? 'is not stored yet' : `is not published yet; it is expected by ${until}`
  return `The table of ${publisher} that decides the rate ${missing}. The newest stored one is dated ${newest}; the publisher’s page is ${page}.${value === null ? '' : ' The figure is provisional.'}`
}

/** The reason for a missing rate that its publisher may have, and how to get it. */
function notStoredText(series: string, found: ApplicableRow): string {
  const { publisher, newest, from_date: from } = found
  const which =
    newest === null
      ? `No table of ${publisher} is stored here`
      : from === null
        ? `No table of ${series} is stored here; the newest one of ${publisher} is dated ${newest}`
        : `The tables of ${series} for ${boundsText(found)} are not stored here; the newest stored one is dated ${newest}`
  return `${which}. ${capital(loadText(found))}`
}

/** How an operator loads the tables of a question, and where a person can read them. */
function loadText({ publisher, from_date: from, to_date: to, publisher_url: page }: ApplicableRow): string {
  const isRange = from !== null && to !== null && !`${from}${to}`.includes('infinity')
  const range = isRange
    ? ` --from ${from} --to ${to}`
    : to === null || to === 'infinity'
      ? ''
      : ` --from ${daysBefore(to, 31)} --to ${to}`
  return `an operator loads them with \`ratebook backfill ${publisher}${range}\`; the publisher’s page is ${page}.`
}

const MAX_QUOTED = 12

/** The currencies that a series quotes, if any. */
function quotedText({ quoted, publisher_url: page }: ApplicableRow): string {
  const codes = quoted?.split(' ') ?? []
  const others = codes.length - MAX_QUOTED
  const list = codes.slice(0, MAX_QUOTED).join(', ')
  return `${codes.length === 0 ? '' : ` Its stored tables have ${list}${others > 0 ? ` and ${others} others` : ''}.`}${page === null ? '' : ` The publisher’s page is ${page}.`}`
}

function boundsText({ from_date: from, to_date: to }: ApplicableRow): string {
  if (from === to) return String(from)
  if (from === '-infinity') return `${to} or earlier`
  if (to === 'infinity') return `${from} or later`
  return `${from} to ${to}`
}

/** The questions that the request leaves open: one rule to confirm, or values to choose from. */
function asksText({ asks }: Question, found: ApplicableRow): string {
  const [only, ...others] = worded(asks, found)
  if (only === undefined) return ''
  if (others.length === 0)
    return ` The rule applies only ${only.text}; pass ${only.parameter}=${only.value} to confirm it.`
  const named = [only, ...others].map(({ parameter, value, text }) => `${parameter}=${value} (${text})`)
  return ` The request does not decide between ${named.join(' and ')}.`
}

/** The open choices with the rate of each series in words, and the choice that the figure uses. */
export function worded(asks: Ask[], { publisher, type, publisher_name: name, value }: ApplicableRow): Ask[] {
  return asks.map((ask) => {
    const series = readSeries(ask.value)
    if (ask.parameter !== 'series' || series.publisher in UNPUBLISHED) return ask
    const rate = `the ${series.type.replaceAll('_', ' ')} rate of ${series.publisher === publisher ? (name ?? publisher) : series.publisher}`
    const isShown = value !== null && ask.value === `${publisher}:${type}`
    return { ...ask, text: isShown ? `${rate}; shown because it is the first in the rule’s list that is stored` : rate }
  })
}

/** The rate to which a day word refers that skips the newest table. */
const SKIPS_A_TABLE: Partial<Record<Rule['day'], string>> = {
  table_before_latest: 'the last table before the newest one of the day of the event',
  second_last_published_before: 'the second-last table before the day of the event',
  previous_week_table_before_latest: 'the rate in force on the last business day of the week before'
}

function whyText({ day }: Rule, { from_date: from, to_date: to, date, rates }: ApplicableRow): string {
  const skipping = SKIPS_A_TABLE[day]
  if (skipping !== undefined) return `${skipping} is that of ${dayText(date!)}`
  if (Number(rates) > 1) return `the mean of ${rates} rates from ${from} to ${to}`
  if (from === '-infinity') return `the newest rate dated ${to} or earlier is that of ${dayText(date!)}`
  if (to === 'infinity') return `the first rate dated ${from} or later is that of ${dayText(date!)}`
  return `the rate for ${from === to ? from : `${from} to ${to}`} is dated ${dayText(date!)}`
}

function figureText({
  base,
  quote,
  value,
  other_base: otherBase,
  other_quote: otherQuote,
  other_value: other
}: ApplicableRow): string {
  return `1 ${base} = ${value} ${quote}${other === null ? '' : ` and 1 ${otherBase} = ${other} ${otherQuote}`}`
}

/** The derivation of the figure from the date, step by step. */
export function steps(question: Question, found: ApplicableRow): string[] {
  const { rule, date, amount } = question
  if (question.source === question.target) return [explanation(question, found)]
  const lines = [
    `D is ${dayText(date)}: ${eventText(rule)}.`,
    `${rule.id} takes ${DAY_MEANINGS[rule.day]}${found.from_date === null ? '' : `: here ${boundsText(found)}`}.`
  ]
  if (found.dated !== null) lines.push(`${found.publisher} dates a rate by ${DATED[found.dated]}.`)
  if (found.other_date === null && found.via !== null && found.other_value !== null) {
    lines.push(`The rate is a cross over ${found.via} within one table, as the rule says.`)
  }
  lines.push(explanation(question, found))
  if (rule.then !== undefined && found.other_date !== null) {
    lines.push(
      `Then ${rule.then.rate} converts ${rule.then.via} by ${DAY_MEANINGS[rule.then.day]}: that of ${dayText(found.other_date)}.`
    )
  }
  if (found.ordinary_date !== null) {
    lines.push(
      `It replaces ${found.ordinary_value} of ${found.ordinary_date}, from which it differs by more than the rule allows.`
    )
  }
  const rounding = roundingText(rule)
  if (rounding !== null && found.value !== null) lines.push(`The rule rounds ${rounding}.`)
  if (amount !== undefined && found.converted !== null) {
    lines.push(
      `${amount} ${question.source} ${operationText(question, found)} = ${found.converted} ${question.target}.`
    )
  }
  return lines
}

function operationText(
  { source }: Question,
  { base, value, other_base: otherBase, other_value: other, via }: ApplicableRow
): string {
  const first = `${base === source ? '×' : '÷'} ${value}`
  return other === null ? first : `${first} ${otherBase === via ? '×' : '÷'} ${other}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
