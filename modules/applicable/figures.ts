import type { REASONS } from './fields.ts'
import type { Database } from '../../sql/database.ts'
import { MINOR_UNITS } from '../../api/sources/symbols-query.ts'
import type { KnownRule } from './rulebook.ts'

/** A question to a rule. */
export interface Question {
  rule: KnownRule
  /** The date of the event. */
  date: string
  source: string
  target: string
  side?: string
  /** The chosen series, if the rule leaves a choice. */
  series?: string
  from?: string
  to?: string
  amount?: string
  /** The choices and facts that the request leaves open. */
  asks: Ask[]
}

/** A parameter that decides an open question, one of its values, and the meaning of that value. */
export interface Ask {
  parameter: 'rule' | 'series' | 'side'
  value: string
  text: string
}

/** A row of `applicable_rates`. Figures are texts with all their digits. */
export interface ApplicableRow {
  n: number
  reason: keyof typeof REASONS | null
  pending: boolean
  pending_until: string | null
  publisher: string | null
  type: string | null
  via: string | null
  from_date: string | null
  to_date: string | null
  /** The date of the source’s newest table. */
  newest: string | null
  date: string | null
  base: string | null
  quote: string | null
  value: string | null
  other_base: string | null
  other_quote: string | null
  other_value: string | null
  /** The number of rates in a mean; one for any other figure. */
  rates: string | null
  valid_from: string | null
  valid_to: string | null
  rate: string | null
  method: 'published' | 'inverse' | 'cross' | null
  /** The converted amount, before rounding, is the amount times `factor`, divided by `divisor`. */
  factor: string | null
  divisor: string | null
  converted: string | null
  ordinary_date: string | null
  ordinary_value: string | null
  /** For a conversion in two steps: the date and the document of the second rate. */
  other_date: string | null
  other_publication_id: string | null
  publisher_name: string | null
  /** The page where a person finds the publisher's figures. */
  publisher_url: string | null
  /** The currencies of the series, if it does not quote the pair. */
  quoted: string | null
  dated: 'made' | 'effective' | 'period' | null
  publication_id: string | null
  url: string | null
  sha256: string | null
  fetched_at: string | null
}

// A column of texts as one text, with an empty line for null: the driver takes ten times as long to send an array with
// as many elements.
const column = (place: number, type: string) => `string_to_array($${place}, E'\\n', '')::${type}[]`
const CALL = `applicable_rates(${['text', 'integer', 'date', 'text', 'text', 'text', 'date', 'date', 'numeric', 'integer'].map((type, at) => column(at + 1, type)).join(', ')}, $11, $12)`

const FIGURES = `
  select it.*, as_written(it.rate, it.method <> 'published') as rate, bank.name as publisher_name, bank.source_url as publisher_url, bank.dated,
    case when it.reason = 'not_quoted' then (
      select string_agg(code, ' ' order by code)
      from (select distinct unnest(array[base, quote]) from series where series.source = it.publisher and series.type = it.type) quoted (code)
    ) end as quoted,
    document.url, encode(document.sha256, 'hex') as sha256, document.fetched_at
  from ${CALL} it
  left join sources bank on bank.code = it.publisher
  left join publications document on document.id = it.publication_id
  order by it.n`

const CONVERTED = `
  select string_agg(converted_amount(amount, factor, divisor, decimals, mode, currency_decimals)::text, E'\\n' order by n)
  from unnest(${['numeric', 'numeric', 'numeric', 'integer', 'text', 'integer'].map((type, at) => column(at + 1, type)).join(', ')})
    with ordinality it (amount, factor, divisor, decimals, mode, currency_decimals, n)`

/** An amount to convert, its `ApplicableRow`, and the rule or the target currency that rounds it. */
export interface Conversion {
  target: string
  amount: string
  factor: string
  divisor: string
  rule: KnownRule
}

interface Moment {
  asOf?: string
  at: number
}

/** The rates of all questions, in their order, from one query. A currency against itself is one, without a table. */
export async function findFigures(database: Database, questions: Question[], moment: Moment): Promise<ApplicableRow[]> {
  if (questions.length === 0) return []
  const rows = await database.read<ApplicableRow>(FIGURES, valuesOf(questions, moment))
  const same = questions.map(({ source, target }) => source === target)
  if (!same.includes(true)) return rows
  const given = questions.filter(({ amount }, at) => same[at] && amount !== undefined)
  const amounts = await convertAmounts(
    database,
    given.map(({ rule, target, amount }) => ({ rule, target, amount: amount!, factor: '1', divisor: '1' }))
  )
  const converted = new Map(given.map((question, at) => [question, amounts[at]!]))
  return rows.map((row, at) => (same[at] ? sameCurrency(row, converted.get(questions[at]!) ?? null) : row))
}

/** The row of a question whose amount is already in the target currency. */
function sameCurrency(row: ApplicableRow, converted: string | null): ApplicableRow {
  const empty = Object.fromEntries(Object.keys(row).map((name) => [name, null])) as unknown as ApplicableRow
  return { ...empty, n: row.n, pending: false, rate: '1', factor: '1', divisor: '1', converted }
}

/**
 * The converted amounts, rounded as their rules say or to the decimals of their currency, in the order of the
 * conversions, with one query.
 */
export async function convertAmounts(database: Database, conversions: Conversion[]): Promise<string[]> {
  if (conversions.length === 0) return []
  const lines = (value: (conversion: Conversion) => string | number | undefined) =>
    conversions.map((it) => value(it) ?? '').join('\n')
  const {
    cells: [row]
  } = await database.readCells(CONVERTED, [
    lines(({ amount }) => amount),
    lines(({ factor }) => factor),
    lines(({ divisor }) => divisor),
    lines(({ rule }) => rule.rounding?.amount?.decimals),
    lines(({ rule }) => rule.rounding?.amount?.mode),
    lines(decimalsOf)
  ])
  return (row![0] as string).split('\n')
}

function decimalsOf({ target }: { target: string }): number | undefined {
  return MINOR_UNITS.get(target) ?? undefined
}

function valuesOf(questions: Question[], { asOf, at }: Moment): Array<string | null> {
  const lines = (value: (question: Question) => string | number | undefined) =>
    questions.map((it) => value(it) ?? '').join('\n')
  const rare = (value: (question: Question) => string | undefined) => {
    return questions.some((it) => value(it) !== undefined) ? lines(value) : '\n'.repeat(questions.length - 1)
  }
  return [
    lines(({ rule }) => rule.id),
    lines(({ rule }) => rule.revision),
    lines(({ date }) => date),
    lines(({ source }) => source),
    lines(({ target }) => target),
    rare(({ rule, side, series }) => (Array.isArray(rule.rate) ? series : side)),
    rare(({ from }) => from),
    rare(({ to }) => to),
    lines(({ amount }) => amount),
    lines(decimalsOf),
    asOf ?? null,
    asOf ?? new Date(at).toISOString()
  ]
}
