import {
  convertsFrom,
  isElection,
  readSeries,
  seriesOf,
  type CurrencySpan,
  type Jurisdiction,
  type Rule
} from './rules/rule.ts'
import type { Database } from '../../sql/database.ts'

/** A rule in one of its revisions. */
export interface KnownRule extends Rule {
  revision: number
  sha256: string
  known_at: string
}

/** The rules for a question: the one that answers it, its elections, and those for special cases. */
export interface Candidates {
  /** Undefined if no rule is recorded, or each is for a special case. */
  main?: KnownRule
  elections: KnownRule[]
  cases: KnownRule[]
}

interface Place {
  jurisdiction: string
  purpose: string
  date: string
  /** The currency to convert from; without it, the rules for any currency. */
  source?: string
  withUnsure: boolean
}

interface Span {
  from?: string
  to?: string
}

const RULES = 'select id, revision, known_at, sha256, document from known_rules($1)'
const JURISDICTIONS = 'select document from known_jurisdictions($1) document'

/** Every rule as known at a moment, by default now. */
export async function readRulebook(database: Database, asOf?: string): Promise<Rulebook> {
  const [rules, jurisdictions] = await Promise.all([
    database.read<{ revision: number; known_at: string; sha256: string; document: Rule }>(RULES, [asOf ?? null]),
    database.read<{ document: Jurisdiction }>(JURISDICTIONS, [asOf ?? null])
  ])
  return new Rulebook(
    rules.map(({ document, ...revision }) => ({ ...document, ...revision })),
    jurisdictions.map(({ document }) => document)
  )
}

const RULE_IDS = 'select id from known_rules(null) where document ->> \'withdrawn\' is null order by id collate "C"'
const JURISDICTION_CODES = "select document ->> 'code' as code from known_jurisdictions(null) document"

/** Only the codes of the jurisdictions and the ids of the rules, because reading whole rules takes milliseconds. */
export async function listRulebook(database: Database): Promise<{ jurisdictions: string[]; rules: string[] }> {
  const [rules, jurisdictions] = await Promise.all([
    database.read<{ id: string }>(RULE_IDS),
    database.read<{ code: string }>(JURISDICTION_CODES)
  ])
  return { jurisdictions: jurisdictions.map(({ code }) => code), rules: rules.map(({ id }) => id) }
}

export interface RuleRevision {
  revision: number
  known_at: string
  /** Null for the current revision. */
  known_until: string | null
  sha256: string
}

/** The revisions of a rule, newest first. */
export function listRuleRevisions(database: Database, id: string): Promise<RuleRevision[]> {
  return database.read<RuleRevision>('select revision, known_at, known_until, sha256 from rule_revisions($1)', [id])
}

const QUOTED =
  'select distinct currency from series cross join lateral unnest(array[base, quote]) currency where ' +
  'source = any ($1) order by 1'

/** The currencies that the publishers of a rule quote, by code. */
export async function quotedCurrencies(database: Database, rule: Rule): Promise<string[]> {
  const rows = await database.read<{ currency: string }>(QUOTED, [
    seriesOf(rule).map((series) => readSeries(series).publisher)
  ])
  return rows.map(({ currency }) => currency)
}

/** The rules of all jurisdictions. */
export class Rulebook {
  readonly rules: KnownRule[]
  readonly jurisdictions: Jurisdiction[]
  readonly #byId: Map<string, KnownRule>
  readonly #byPurpose = new Map<string, KnownRule[]>()
  readonly #places: Map<string, Jurisdiction>

  constructor(rules: KnownRule[], jurisdictions: Jurisdiction[]) {
    this.rules = rules
      .filter(({ withdrawn }) => withdrawn === undefined)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
    this.jurisdictions = jurisdictions
    this.#byId = new Map(this.rules.map((rule) => [rule.id, rule]))
    this.#places = new Map(jurisdictions.map((it) => [it.code, it]))
    for (const rule of this.rules) {
      const key = keyOf(rule.jurisdiction, rule.purpose)
      this.#byPurpose.set(key, [...(this.#byPurpose.get(key) ?? []), rule])
    }
  }

  rule(id: string): KnownRule | undefined {
    return this.#byId.get(id)
  }

  jurisdiction(code: string): Jurisdiction | undefined {
    return this.#places.get(code)
  }

  /** The currency of a jurisdiction on a day; undefined if none is recorded. */
  currencyOf(code: string, date: string): string | undefined {
    return this.#places.get(code)?.currencies.find((it: CurrencySpan) => holds(it, date))?.code
  }

  /** True if a rule belongs to the jurisdiction, or to its union on a day and is for members like it. */
  isRuleOf(rule: KnownRule, code: string, date: string): boolean {
    if (rule.jurisdiction === code) return true
    const currency = this.#membershipOf(code, date)
    return rule.jurisdiction === this.#unionOf(code, date) && (rule.members ?? currency) === currency
  }

  /** The purposes for which a jurisdiction or its union has rules on a day. */
  purposesOf(code: string, date: string): string[] {
    const found = this.rules.filter((rule) => this.isRuleOf(rule, code, date) && holds(rule.in_force, date))
    return [...new Set(found.map(({ purpose }) => purpose))].sort()
  }

  /** The rules of a jurisdiction itself. */
  ownRules(code: string): KnownRule[] {
    return this.rules.filter(({ jurisdiction }) => jurisdiction === code)
  }

  /** The rules of a jurisdiction's union on a day, without those that the jurisdiction implements by its own rules. */
  commonRules(code: string, date: string): KnownRule[] {
    const union = this.#unionOf(code, date)
    const currency = this.#membershipOf(code, date)
    const implemented = new Set(this.ownRules(code).map((rule) => rule.implements))
    return union === undefined
      ? []
      : this.ownRules(union).filter(({ id, members }) => !implemented.has(id) && (members ?? currency) === currency)
  }

  /**
   * The rules for a purpose on a day: the jurisdiction's own, then those of its union that it does not implement by its
   * own rules.
   */
  candidates({ jurisdiction, purpose, date, source, withUnsure }: Place): Candidates {
    const currency = this.#membershipOf(jurisdiction, date)
    const rulesOf = (code?: string) =>
      (this.#byPurpose.get(keyOf(code, purpose)) ?? []).filter((rule) => {
        return (
          holds(rule.in_force, date) &&
          (withUnsure || rule.confidence !== 'unsure') &&
          (rule.members ?? currency) === currency &&
          (source === undefined || convertsFrom(rule, source))
        )
      })
    const own = rulesOf(jurisdiction)
    const implemented = new Set(own.map((rule) => rule.implements))
    const common = rulesOf(this.#unionOf(jurisdiction, date)).filter(({ id }) => !implemented.has(id))
    const all = [...own, ...common]
    const main = own.find(isGeneral) ?? common.find(isGeneral) ?? all.find((rule) => rule.stands_in)
    return {
      main,
      elections: all.filter((rule) => rule !== main && isElection(rule)),
      cases: all.filter((rule) => rule !== main && !isElection(rule))
    }
  }

  #membershipOf(code: string, date: string): 'euro' | 'other' {
    return this.currencyOf(code, date) === 'EUR' ? 'euro' : 'other'
  }

  #unionOf(code: string, date: string): string | undefined {
    const union = this.#places.get(code)?.part_of
    return union && holds(union, date) ? union.code : undefined
  }
}

function keyOf(jurisdiction: string | undefined, purpose: string): string {
  return `${jurisdiction} ${purpose}`
}

function holds({ from = '', to = '9999' }: Span, date: string): boolean {
  return from <= date && date <= to
}

function isGeneral(rule: KnownRule): boolean {
  return rule.parent === undefined && !isElection(rule) && rule.case === undefined
}
