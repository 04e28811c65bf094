import { doubleOf, fractionOf, inverseOf, isEqual, meanOf, times, type Fraction } from './decimal.ts'

/** A published rate on which a statement is based. */
export interface CertifiedRate {
  base: string
  quote: string
  type: string
  date: string
  /** The price of one base in quote, with every digit. */
  value: string
  /** The number of units of base, or `gram`, for which the figure is printed. */
  unit: string
  valid_from: string | null
  valid_to: string | null
  /** The index of the entry in the log that brought it. */
  leaf: number
  /** The proof that it is a row of this entry; null or missing if the entry or the certificate predates such proofs. */
  row?: RowProof | null
}

/** The proof that a rate is a row in the tree of a log entry. */
export interface RowProof {
  part: 'new' | 'changed'
  /** Its index among the rows of the part, counted from 0. */
  place: number
  /** The row that it replaced, in the form of the log. */
  former: string | null
  /** The nodes of the inclusion proof in base64, from the row upwards. */
  inclusion: string[]
}

/** The statement of a certificate about a source. Each kind has further fields and an entry in `KINDS`. */
export interface Statement {
  kind: string
  bank: { code: string; name: string }
  /** The meaning of the source's dates: see `dated` of a source. */
  dated: string
  requested_date: string
  rate_date: string
  [field: string]: unknown
}

/** Checks a kind of statement against its rates, and renders it. */
interface Kind {
  title: (statement: Statement) => string
  /** The statement as names and values. */
  facts: (statement: Statement) => Array<[name: string, value: string]>
  /** The reason why it does not follow from the rates; undefined if it does. Throws for an unexpected form. */
  faults: (statement: Statement, rates: CertifiedRate[]) => string[]
}

export interface PairStatement extends Statement {
  kind: 'pair'
  source: string
  target: string
  rate: string
  rate_type: string
  method: string
  valid_from: string | null
  valid_to: string | null
}

const pair: Kind = {
  title: (statement) => {
    const { bank, source, target, rate, rate_date: date } = statement as PairStatement
    return `1 ${source} = ${rate} ${target}, ${bank.name}, ${date}`
  },
  facts: (statement) => {
    const { source, target, rate, rate_type: type, method, valid_from: from, valid_to: to } = statement as PairStatement
    return [
      ['Rate', `${rate} ${target} for 1 ${source}`],
      ['Rate type', type],
      ['Derivation', METHODS[method] ?? method],
      ...(from === null && to === null ? [] : [['Valid', `${from ?? '…'} to ${to ?? '…'}`] as [string, string]])
    ]
  },
  faults: (statement, rates) => {
    const { rate, rate_date: date, rate_type: type, ...asked } = statement as PairStatement
    if (rates.some((it) => it.date !== date || it.type !== type)) {
      return ['the rates are not of the table and the type of the statement']
    }
    const derived = derive(asked, rates.map(legOf))
    const holds =
      asked.method === 'published' || asked.method === 'composite'
        ? isEqual(derived, fractionOf(rate))
        : doubleOf(derived) === Number(rate)
    return holds ? [] : [`${METHODS[asked.method]} gives ${doubleOf(derived)}, not ${rate}`]
  }
}

const METHODS: Record<string, string> = {
  published: 'as published',
  composite: 'the median of several sources',
  inverse: 'one divided by the published rate',
  cross: 'a cross of two published rates over the home currency',
  mean: 'the mean of the published rates of the period'
}

/** The value of one unit of base in the quote currency. */
interface Leg {
  base: string
  quote: string
  value: Fraction
}

function legOf({ base, quote, value }: CertifiedRate): Leg {
  return { base, quote, value: fractionOf(value) }
}

/**
 * The rate that results from published rates by a method. Throws a `RangeError` if they do not connect the two
 * currencies.
 */
function derive({ source, target, method }: Pick<PairStatement, 'source' | 'target' | 'method'>, rates: Leg[]) {
  const priced = (from: string, to: string) => {
    const straight = rates.find(({ base, quote }) => base === from && quote === to)
    const reverse = rates.find(({ base, quote }) => base === to && quote === from)
    if (straight) return straight.value
    if (reverse && method !== 'published' && method !== 'composite') return inverseOf(reverse.value)
    throw new RangeError(`no rate leads from ${from} to ${to}`)
  }
  if (method !== 'cross') return priced(source, target)
  const homes = rates.flatMap(({ base, quote }) => [base, quote]).filter((code) => code !== source && code !== target)
  if (rates.length !== 2 || new Set(homes).size !== 1) {
    throw new RangeError('a cross is calculated from two rates that share one currency')
  }
  return times(priced(source, homes[0]!), priced(homes[0]!, target))
}

/**
 * Like `derive`, for the means of the series. Throws a `RangeError` if one has another number of dates than the
 * statement.
 */
function deriveMean(
  { source, target, rates_in_mean: count }: Pick<ApplicableStatement, 'source' | 'target' | 'rates_in_mean'>,
  rates: CertifiedRate[]
): Fraction {
  const series = [...new Set(rates.map(({ base, quote }) => `${base} ${quote}`))].map((name) =>
    rates.filter(({ base, quote }) => `${base} ${quote}` === name)
  )
  const legs = series.map((dated): Leg => {
    if (new Set(dated.map(({ date }) => date)).size !== count || dated.length !== count) {
      throw new RangeError(`expected a rate of ${count} dates, found ${dated.length}`)
    }
    return { base: dated[0]!.base, quote: dated[0]!.quote, value: meanOf(dated.map(({ value }) => fractionOf(value))) }
  })
  return derive({ source, target, method: legs.length === 2 ? 'cross' : 'inverse' }, legs)
}

interface ApplicableStatement extends Statement {
  kind: 'applicable'
  jurisdiction: string
  purpose: string
  rule: { id: string; revision: number; sha256: string; confidence: string; event: string; day_meaning: string }
  /**
   * `seen` and `place` name the text that was read for the rule, and the place; certificates from before 2.2 have no
   * `place`.
   */
  citation: { act: string; article: string | null; url: string | null; seen?: string | null; place?: string | null }
  source: string
  target: string
  /** Rounded by the rule. */
  rate: string
  rate_type: string
  method: string
  amount: string | null
  converted: string | null
  /** For a mean: the first and the last date of its period, and the number of its rates in one series. */
  valid_from?: string
  valid_to?: string
  rates_in_mean?: number
}

const applicable: Kind = {
  title: (statement) => {
    const { source, target, rate, jurisdiction, purpose, requested_date: date } = statement as ApplicableStatement
    return `1 ${source} = ${rate} ${target} for ${purpose === 'vat' ? 'VAT' : purpose} in ${jurisdiction} on ${date}`
  },
  facts: (statement) => {
    const {
      rule,
      citation,
      rate_type: type,
      method,
      source,
      target,
      amount,
      converted,
      ...mean
    } = statement as ApplicableStatement
    return [
      ['Rule', `${rule.id}, revision ${rule.revision} (${rule.confidence})`],
      ['Citation', [citation.act, citation.article].filter(Boolean).join(', ')],
      ...(citation.place ? [['Read', `${citation.seen}: ${citation.place}`] as [string, string]] : []),
      ['Event', rule.event],
      ['Day', rule.day_meaning],
      ['Rate type', type],
      ['Derivation', METHODS[method] ?? method],
      ...(method === 'mean'
        ? [['Period', `${mean.valid_from} to ${mean.valid_to}, ${mean.rates_in_mean} rates`] as [string, string]]
        : []),
      ...(amount === null || converted === null
        ? []
        : [['Amount', `${amount} ${source} = ${converted} ${target}`] as [string, string]])
    ]
  },
  faults: (statement, rates) => {
    const { rate, rate_date: date, rate_type: type, amount, converted, ...asked } = statement as ApplicableStatement
    const isMean = asked.method === 'mean'
    const { valid_from: from, valid_to: to } = isMean ? asked : { valid_from: date, valid_to: date }
    if (rates.some((it) => it.type !== type || !(it.date >= from! && it.date <= to!))) {
      return [`the rates are not of the ${isMean ? 'period' : 'table'} and the type of the statement`]
    }
    const derived = doubleOf(isMean ? deriveMean(asked, rates) : derive(asked, rates.map(legOf)))
    const products = [derived, Number(rate)].map((it) => Number(amount) * it)
    return [
      ...(isRounded(derived, rate) ? [] : [`${METHODS[asked.method]} gives ${derived}, not ${rate}`]),
      ...(converted === null || products.some((it) => isRounded(it, converted))
        ? []
        : [`${amount} at ${rate} is not ${converted}`])
    ]
  }
}

// units of the last decimal; below 1, so that the error of a double never hides a difference of 1
const BELOW_ONE = 0.999

/** True if a figure is a number rounded to the figure's decimals, in any of the directions that rules prescribe. */
function isRounded(number: number, figure: string): boolean {
  const last = 10 ** -(figure.split('.')[1]?.length ?? 0)
  return Math.abs(number - Number(figure)) < Math.max(last * BELOW_ONE, Math.abs(number) * Number.EPSILON)
}

const table: Kind = {
  title: ({ bank, rate_date: date }) => `The table of ${bank.name}, ${date}`,
  facts: ({ rates }) => [['Rates', String(rates)]],
  faults: ({ rate_date: date, rates: count }, rates) => [
    ...(rates.some((it) => it.date !== date) ? ['the rates are not of the table of the statement'] : []),
    ...(rates.length === count ? [] : [`the statement is about ${String(count)} rates, and there are ${rates.length}`])
  ]
}

/**
 * The kinds of statements. A new kind needs an entry here, and a function that creates its statements in
 * `modules/proof/certificates-query.ts`.
 */
const KINDS: Record<string, Kind> = { pair, table, applicable }

/** The kind of a statement. Throws for a kind that this version lacks. */
export function kindOf({ kind }: Statement): Kind {
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!found) throw new RangeError(`this version does not support statements of the kind ${kind}`)
  return found
}
