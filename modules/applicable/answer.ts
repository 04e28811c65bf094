import type { Database } from '../../sql/database.ts'
import { CONFIDENCES, convertsFrom, DAY_MEANINGS, NAMED_BY } from './rules/rule.ts'
import { NO_ADVICE, REPORT } from './fields.ts'
import { DAY_MS, dayOf } from '../../api/contract/dates.ts'
import { badRequest, notFound } from '../../api/contract/errors.ts'
import { SIDES, type LegalMoment, type LegalRequest } from '../law.ts'
import { currenciesText, explanation, eventText, nameOf, roundingText, seriesText, steps, worded } from './texts.ts'
import { findFigures, type ApplicableRow, type Ask, type Question } from './figures.ts'
import { readRulebook, type Candidates, type KnownRule, type Rulebook } from './rulebook.ts'
import { Decimal } from '../../api/formats/rows.ts'

export type Request = LegalRequest
export type Moment = LegalMoment

/** A question with its rule, the elections and the special cases. */
interface Chosen {
  main: Question
  elections: Question[]
  cases: Question[]
  jurisdiction: string
  warnings: string[]
}

/**
 * The applicable rate as fields of an answer. Throws 400 or 404 if no rule can be chosen; the message says what to
 * change.
 */
export async function applicableRate(database: Database, request: Request, { asOf, at }: Moment) {
  checkMoment({ asOf, at })
  checkDate(request, at)
  const rulebook = await readRulebook(database, asOf)
  const { main, elections, cases, jurisdiction, warnings } = choose(rulebook, request)
  const [own, ...others] = await findFigures(database, [main, ...elections, ...cases], { asOf, at })
  const beside = [...elections, ...cases].map((question, place) => {
    return {
      ...ruleAndCitation(question.rule),
      date: question.date,
      target: question.target,
      ...figureOf(question, others[place]!)
    }
  })
  return {
    jurisdiction,
    purpose: main.rule.purpose,
    date: request.date,
    source: main.source,
    target: main.target,
    amount: decimal(request.amount ?? null),
    ...figureOf(main, own!),
    ...detailsOf(main, own!),
    ...ruleAndCitation(main.rule),
    document: documentOf(own!),
    asks: asksOf(main, own!),
    elections: beside.slice(0, elections.length),
    cases: beside.slice(elections.length),
    warnings: [...warnings, ...warningsOf(main, own!)],
    as_of: asOf ?? null,
    report: REPORT,
    disclaimer: NO_ADVICE
  }
}

/** Throws 400 for a moment in the future, whose answer could still change. */
export function checkMoment({ asOf, at }: Moment): void {
  if (asOf !== undefined && Date.parse(asOf) > at) {
    throw badRequest('as_of', 'expected an instant in the past; a day means its end')
  }
}

const MAX_DAYS_AHEAD = 31

/** Throws 400 for a date too far in the future, which is probably a mistake: no publisher sets rates a month ahead. */
export function checkDate({ date }: Pick<Request, 'date'>, at: number): void {
  const last = dayOf(at + MAX_DAYS_AHEAD * DAY_MS)
  if (date > last) throw badRequest('date', `expected a date up to ${last}, a month ahead, found ${date}`)
}

/**
 * The rule for a question, the elections and the special cases. Throws 400 or 404 if there is no rule; the message says
 * what to change.
 */
function choose(rulebook: Rulebook, request: Request): Chosen {
  const {
    question: own,
    jurisdiction,
    candidates: { main, elections, cases },
    isNamed
  } = chooseRule(rulebook, request)
  const beside = { ...request, series: undefined }
  const questionsOf = (rules: KnownRule[]) =>
    rules
      .map((it) => questionOf(rulebook, jurisdiction, it, beside))
      .filter(({ rule, source, target }) => rule.id !== own.rule.id && source !== target)
  const defaults = main === undefined ? [] : [main]
  const replaced = own.rule.parent ?? own.rule.id
  const offered = elections.filter(({ parent }) => parent === undefined || parent === replaced)
  return {
    main: own,
    jurisdiction,
    elections: questionsOf(offered),
    cases: questionsOf([...defaults, ...cases]),
    warnings: choiceWarnings(own.rule, isNamed, request)
  }
}

/** A request as a question to the one rule that answers it. Throws as `choose` does. */
export function chooseRule(rulebook: Rulebook, request: Request): ChosenRule & { question: Question } {
  const chosen = ruleFor(rulebook, request)
  return { ...chosen, question: questionTo(rulebook, chosen, request) }
}

/** The rule that answers a request, and the other candidates. */
export interface ChosenRule {
  rule: KnownRule
  jurisdiction: string
  candidates: Candidates
  isNamed: boolean
}

/** The one rule that answers a request, which depends only on these fields. Throws as `choose` does. */
export function ruleFor(
  rulebook: Rulebook,
  request: Pick<Request, 'jurisdiction' | 'purpose' | 'date' | 'source' | 'rule' | 'withUnsure'>
): ChosenRule {
  const named = request.rule === undefined ? undefined : namedRule(rulebook, request)
  const jurisdiction = request.jurisdiction ?? named?.jurisdiction
  const purpose = request.purpose ?? named?.purpose
  if (jurisdiction === undefined) throw badRequest('jurisdiction', 'expected a jurisdiction, or a rule')
  if (purpose === undefined) throw badRequest('purpose', 'expected a purpose, or a rule')
  if (rulebook.rules.length === 0) throw notFound('no rule had been recorded at that instant')
  if (!rulebook.jurisdiction(jurisdiction)) {
    throw notFound(`no rule is recorded for ${jurisdiction}: /api/v1/applicable/rules lists those that are`)
  }
  const place = { jurisdiction, purpose, date: request.date, source: request.source, withUnsure: request.withUnsure }
  const candidates = rulebook.candidates(place)
  const rule = named ?? candidates.main ?? missing(rulebook, place, [...candidates.cases, ...candidates.elections])
  return { rule, jurisdiction, candidates, isNamed: named !== undefined }
}

/**
 * A request as a question to a rule. If the amount is in the target currency, the answer needs no choice. Throws 400
 * without a target currency.
 */
export function questionTo(
  rulebook: Rulebook,
  { rule, jurisdiction, candidates, isNamed }: ChosenRule,
  request: Request
): Question {
  const question = questionOf(rulebook, jurisdiction, rule, request)
  if (question.source === question.target) return { ...question, asks: [] }
  if (!isNamed) question.asks.unshift(...branchesOf(rule, candidates))
  return question
}

function namedRule(
  rulebook: Rulebook,
  {
    rule: id,
    jurisdiction,
    purpose,
    date,
    source,
    withUnsure
  }: Pick<Request, 'jurisdiction' | 'purpose' | 'date' | 'source' | 'rule' | 'withUnsure'>
): KnownRule {
  const rule = rulebook.rule(id!)
  if (!rule) throw notFound(`there is no rule ${id}: /api/v1/applicable/rules lists them`)
  if (purpose !== undefined && purpose !== rule.purpose) {
    throw badRequest('purpose', `expected ${rule.purpose}, the purpose of ${id}, or none`)
  }
  if (jurisdiction !== undefined && !rulebook.isRuleOf(rule, jurisdiction, date)) {
    throw badRequest('jurisdiction', `expected ${rule.jurisdiction}, the jurisdiction of ${id}, or none`)
  }
  if (rule.confidence === 'unsure' && !withUnsure) {
    throw notFound(`${id} is unsure (${rule.missing}): pass unsure=true to use it`)
  }
  if (!convertsFrom(rule, source)) {
    throw badRequest('source', `expected ${currenciesText(rule)}, from which ${id} converts`)
  }
  const { from, to } = rule.in_force
  if ((from ?? '') > date || (to ?? '9999') < date) {
    throw notFound(
      `${id} is not in force on ${date}: its ${from !== undefined && from > date ? `first day is ${from}` : `last day was ${to}`}${successorText(rulebook, rule, date)}`
    )
  }
  return rule
}

function successorText(rulebook: Rulebook, { jurisdiction, purpose }: KnownRule, date: string): string {
  const { main, cases } = rulebook.candidates({ jurisdiction, purpose, date, withUnsure: false })
  const ids = (main ? [main] : cases).map(({ id }) => id)
  return ids.length === 0
    ? '; no other rule is recorded for that date'
    : `; ${ids.join(', ')} ${ids.length === 1 ? 'is' : 'are'}`
}

type Place = Parameters<Rulebook['candidates']>[0]

function missing(rulebook: Rulebook, place: Place, others: KnownRule[]): never {
  const { jurisdiction, purpose, date } = place
  if (others.length > 0) throw badRequest('rule', `expected ${others.map(nameAndCase).join(', ')}`)
  const { main, cases, elections } = rulebook.candidates({ ...place, withUnsure: true })
  const unsure = main === undefined ? [...cases, ...elections] : [main]
  const [{ missing: evidence } = {}] = unsure
  if (unsure.length > 0) {
    throw notFound(
      `only unsure rules are recorded for ${purpose} in ${jurisdiction} on ${date}: ${unsure.map(nameAndCase).join(', ')} (missing: ${evidence}); pass unsure=true to use them`
    )
  }
  const any = rulebook.candidates({ ...place, source: undefined })
  const otherwise = [...(any.main ? [any.main] : []), ...any.cases].filter(({ from }) => from !== undefined)
  if (otherwise.length > 0) {
    throw badRequest(
      'source',
      `expected ${otherwise.map((rule) => `${currenciesText(rule)} for ${rule.id}`).join(', ')}: no other rule is recorded for ${purpose} in ${jurisdiction} on ${date}`
    )
  }
  throw notFound(
    `no rule is recorded for ${purpose} in ${jurisdiction} on ${date}; there are rules for ${rulebook.purposesOf(jurisdiction, date).join(', ')}`
  )
}

function nameAndCase({ id, case: scope, when }: KnownRule): string {
  const text = when === undefined ? scope : `if ${when}`
  return text === undefined ? id : `${id} (${text})`
}

/**
 * The rules among which only a missing fact or choice decides, for a request that names no rule: the branches of its
 * default rule, the scope of the only rule, or an election that replaces a default rule.
 */
function branchesOf(rule: KnownRule, { cases }: Candidates): Ask[] {
  const branches = cases.filter(({ parent }) => parent === rule.id)
  const own = rule.stands_in
    ? 'if the taxpayer elects it'
    : branches.length > 0
      ? 'in any other case'
      : rule.case === undefined
        ? undefined
        : `for ${rule.case}`
  return own === undefined
    ? []
    : [{ id: rule.id, text: own }, ...branches.map(({ id, when }) => ({ id, text: `if ${when}` }))].map(
        ({ id, text }) => ({
          parameter: 'rule',
          value: id,
          text
        })
      )
}

function questionOf(
  rulebook: Rulebook,
  jurisdiction: string,
  rule: KnownRule,
  { date, invoice_date: invoice, source, target, side, series, from, to, amount }: Request
): Question {
  const event = typeof rule.event === 'object' && 'earlier_of' in rule.event ? rule.event.earlier_of : []
  const d = invoice !== undefined && event.includes('invoice') && invoice < date ? invoice : date
  const into = target ?? rule.target ?? rulebook.currencyOf(jurisdiction, date)
  if (into === undefined) {
    throw badRequest('target', `expected a currency: none is recorded for ${jurisdiction} on ${date}`)
  }
  const choices = Array.isArray(rule.rate) ? rule.rate : []
  if (series !== undefined && !choices.includes(series)) {
    throw badRequest(
      'series',
      choices.length === 0 ? `expected none: ${rule.id} leaves no choice` : `expected ${choices.join(', ')}`
    )
  }
  const asks =
    series === undefined ? choices.map((value): Ask => ({ parameter: 'series', value, text: nameOf(value) })) : []
  return { rule, date: d, source, target: into, side, series, from, to, amount, asks }
}

function choiceWarnings(rule: KnownRule, isNamed: boolean, { invoice_date: invoice, jurisdiction }: Request): string[] {
  const warnings: string[] = []
  if (!isNamed && rule.stands_in) {
    warnings.push(`The default rule of ${jurisdiction} is not recorded; ${rule.id} must be accepted in its place.`)
  }
  if (invoice !== undefined && !(typeof rule.event === 'object' && 'earlier_of' in rule.event)) {
    warnings.push(`invoice_date has no effect: ${rule.id} counts ${eventText(rule)}.`)
  }
  return warnings
}

/** The warning about a figure that a later table may change. */
export const NOT_FINAL = 'The figure is not final.'

/** The warnings of an answer. */
function warningsOf({ rule, series }: Question, found: ApplicableRow): string[] {
  const warnings: string[] = []
  if (rule.confidence !== 'verified') warnings.push(`The rule is ${rule.confidence}: ${CONFIDENCES[rule.confidence]}`)
  if (rule.named_by !== undefined) warnings.push(NAMED_BY[rule.named_by])
  if (Array.isArray(rule.rate) && series === undefined && found.value !== null) {
    warnings.push(
      `The rule leaves the choice between ${seriesText({ rate: rule.rate })}; this is ${found.publisher}:${found.type}.`
    )
  }
  if (rule.override !== undefined && rule.override.day === undefined) {
    warnings.push(`Not computed: ${rule.override.text}`)
  }
  if (found.pending && found.value !== null) warnings.push(NOT_FINAL)
  return warnings
}

export type Figure = ReturnType<typeof figureOf>

/**
 * The figures of some requests, in their order, from one query. Throws 400 or 404 if no rule can be chosen for one of
 * them.
 */
export async function applicableFigures(
  database: Database,
  rulebook: Rulebook,
  requests: Request[],
  moment: Moment
): Promise<Figure[]> {
  const questions = requests.map((request) => chooseRule(rulebook, request).question)
  return (await findFigures(database, questions, moment)).map((found, at) => figureOf(questions[at]!, found))
}

function figureOf(question: Question, found: ApplicableRow) {
  const isMean = Number(found.rates) > 1
  return {
    status: statusOf(question, found),
    reason: found.reason,
    explanation: explanation(question, found),
    rate_date: found.value === null ? null : found.date,
    rate: decimal(found.rate),
    publisher: found.publisher,
    rate_type: found.type,
    method: found.value === null ? null : isMean ? ('mean' as const) : found.method,
    converted: decimal(found.converted),
    pending_until: found.pending_until
  }
}

/** The facts and choices on which the answer to a question depends. */
function asksOf({ rule, asks }: Question, found: ApplicableRow): Ask[] {
  if (found.reason !== 'no_side') return worded(asks, found)
  return Object.keys(rule.rate).map((value) => ({ parameter: 'side', value, text: SIDES[value as keyof typeof SIDES] }))
}

export type Status = 'final' | 'open' | 'pending' | 'no_rate' | 'no_data'

/** The status of a result. */
export function statusOf(
  { asks }: Pick<Question, 'asks'>,
  { reason, pending }: Pick<ApplicableRow, 'reason' | 'pending'>
): Status {
  if (reason === 'unpublished' || reason === 'no_source') return 'no_data'
  if (reason !== null) return 'no_rate'
  if (pending) return 'pending'
  return asks.length > 0 ? 'open' : 'final'
}

function documentOf({ value, publication_id: id, url, sha256, fetched_at }: ApplicableRow) {
  return value === null ? null : { id: Number(id), url: url!, sha256: sha256!, fetched_at: fetched_at! }
}

type Leg = Pick<ApplicableRow, 'base' | 'quote'> & { value: Decimal | null; date?: string; document_id?: number }

function detailsOf(question: Question, found: ApplicableRow) {
  const legs: Leg[] =
    found.value === null ? [] : [{ base: found.base, quote: found.quote, value: decimal(found.value) }]
  if (found.other_value !== null) {
    legs.push({
      base: found.other_base,
      quote: found.other_quote,
      value: decimal(found.other_value),
      ...secondOf(found)
    })
  }
  return {
    dated: found.dated,
    legs,
    rates_in_mean: Number(found.rates) > 1 ? Number(found.rates) : null,
    valid_from: found.value === null ? null : found.valid_from,
    valid_to: found.value === null ? null : found.valid_to,
    steps: steps(question, found)
  }
}

/** The date and the document of a second rate, if its document is not that of the first. */
function secondOf({ other_date: date, other_publication_id: id }: ApplicableRow): {
  date?: string
  document_id?: number
} {
  return date === null ? {} : { date, document_id: Number(id) }
}

function decimal(text: string | null): Decimal | null {
  return text === null ? null : new Decimal(text)
}

/** The source text of a rule and its place. A revision from before 2.2 has only the place. */
function readingOf({ seen, place }: KnownRule['citation']) {
  return seen !== undefined && place === undefined
    ? { seen: null, place: seen }
    : { seen: seen ?? null, place: place ?? null }
}

/** A rule and its citation as fields of an answer. */
export function ruleAndCitation(rule: KnownRule) {
  const { citation } = rule
  return {
    rule: {
      id: rule.id,
      revision: rule.revision,
      sha256: rule.sha256,
      jurisdiction: rule.jurisdiction,
      purpose: rule.purpose,
      mode: rule.mode,
      parent: rule.parent ?? null,
      when: rule.when ?? null,
      case: rule.case ?? null,
      event: eventText(rule),
      series: seriesText(rule),
      named_by: rule.named_by ?? ('law' as const),
      day: rule.day,
      day_meaning: DAY_MEANINGS[rule.day],
      rounding: roundingText(rule),
      override: rule.override?.text ?? null,
      lock: rule.lock ?? null,
      limit: rule.limit ?? null,
      conditions: rule.conditions ?? null,
      in_force_from: rule.in_force.from ?? null,
      in_force_to: rule.in_force.to ?? null,
      confidence: rule.confidence,
      missing: rule.missing ?? null,
      checked: rule.checked
    },
    citation: {
      act: citation.act,
      article: citation.article ?? null,
      url: citation.url ?? null,
      ...readingOf(citation)
    }
  }
}
