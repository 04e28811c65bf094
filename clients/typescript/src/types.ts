// The answers and options of the endpoints that the client has methods for, as the OpenAPI document describes them.
// Dates (YYYY-MM-DD) and instants (UTC) are text. F is the type of a figure.

export type Method = 'published' | 'inverse' | 'cross' | 'restated'
export type Grouping = 'week' | 'month' | 'quarter' | 'year'
export type Statistic = 'average' | 'end' | 'start' | 'min' | 'max'
export type Dated = 'made' | 'effective' | 'period'

export interface Source {
  code: string
  name: string
  country: string
  home_ccy: string
  kind: string
  rate_types: string[]
  latest_date: string | null
  days_of_history: number
  source_url: string
  dated: Dated
  publishes: string | null
  notes: string | null
  terms: string | null
  verified: 'recording' | 'documentation' | 'description' | null
  endpoints: { latest: string; by_date: string; history: string }
}

interface Validity {
  valid_from?: string | null
  valid_to?: string | null
}

/** The figure as printed, where it is printed for a unit other than one. */
export interface Printed<F> {
  value: F
  unit: number | 'gram'
}

export interface TableRate<F> extends Validity {
  base: string
  quote: string
  type: string
  value: F
  printed?: Printed<F>
  note?: string
}

interface Pair<F> extends Validity {
  bank: string
  rate_date: string
  source: string
  target: string
  rate: F
  rate_type: string
  derived: boolean
  printed?: Printed<F>
  note?: string
}

export interface Attribution {
  source: string
  url: string
  terms: string
}

export interface OpenTable<F> {
  bank: string
  rate_date: string
  rates: Array<TableRate<F>>
  notes?: CurrencyNote[]
  note?: string
  attribution: Attribution
}

export interface OpenRecord<F> extends Validity {
  source: string
  target: string
  rate: F
  rate_type: string
  derived: boolean
  method: Method
  printed?: Printed<F>
  note?: string
}

export interface OpenRate<F> extends Pair<F> {
  method: Method
  rates: Array<OpenRecord<F>>
  notes?: CurrencyNote[]
  attribution: Attribution
}

export interface Table<F> {
  bank: string
  name: string
  rate_date: string
  rates: Array<TableRate<F>>
  notes?: CurrencyNote[]
  note?: string
  overdue?: boolean
  disclaimer: string
}

export interface Rate<F> extends Pair<F> {
  name: string
  method: Method
  notes?: CurrencyNote[]
  overdue?: boolean
  disclaimer: string
}

interface Requested {
  requested_date: string
  published_on_requested_date: boolean
}

export interface DayTable<F> extends Table<F>, Requested {}

export interface DayRate<F> extends Rate<F>, Requested {}

export interface HistoryRate<F> extends TableRate<F> {
  rate_date: string
  /** The day, with `fill`. */
  date?: string
  filled?: boolean
}

export interface PairHistoryRate<F> extends TableRate<F> {
  date: string
  rate: F
  rate_type: string
  derived: boolean
  method: Method
  ratio?: F
  /** The date of the table, with `fill`. */
  rate_date?: string
  filled?: boolean
}

export interface PeriodRate<F> {
  period: string
  base: string
  quote: string
  type: string
  value: F
  derived: true
  method: Statistic
  days: number
  first_date: string
  last_date: string
  /** True if the figure is of a part of the period. */
  partial: boolean
}

export interface SeriesRate<F> {
  bank: string
  /** The day, with `fill`. */
  date?: string
  rate_date?: string
  period?: string
  base: string
  quote: string
  type: string
  value: F
  derived: boolean
  method: Method | Statistic
  days?: number
  first_date?: string
  last_date?: string
  partial?: boolean
  ratio?: F
  filled?: boolean
  printed?: Printed<F>
  note?: string
}

export interface Availability {
  bank: string
  name: string
  from: string
  to: string
  count: number
  truncated: boolean
  dates: string[]
  note_semantics: string
}

export interface ComparedRate<F> extends Validity {
  code: string
  name: string
  rate: F
  rate_date: string
  rate_type: string
  derived: boolean
  method: Method
  stale: boolean
  kind: string
  group: 'daily' | 'sides' | 'commercial' | 'periods' | 'older' | 'stale'
  printed?: Printed<F>
  note?: string
  reason?: string | null
}

export interface Statistics<F> {
  min: F
  max: F
  median: F
  spread_bps: F
  banks_in_stats: number
}

export interface GroupStatistics<F> extends Statistics<F> {
  group: 'daily' | 'sides' | 'commercial' | 'periods' | 'older'
}

export interface CurrencyNote {
  currency: string
  kind: 'peg' | 'regime' | 'redenomination' | 'unit' | 'doubt' | 'waiting' | 'unread'
  since: string
  until: string | null
  note: string
  verified: boolean
}

export interface Comparison<F> {
  source: string
  target: string
  requested_date?: string
  as_of: string
  count: number
  banks: Array<ComparedRate<F>>
  stats: Statistics<F> | null
  groups: Array<GroupStatistics<F>>
  notes?: CurrencyNote[]
  methodology: string
  disclaimer: string
}

export interface Rule {
  id: string
  revision: number
  sha256: string
  jurisdiction: string
  purpose: string
  mode: 'default' | 'elect' | 'permit' | 'old'
  parent: string | null
  when: string | null
  case: string | null
  event: string
  series: string
  named_by: 'law' | 'authority' | 'practice'
  day: string
  day_meaning: string
  rounding: string | null
  override: string | null
  lock: string | null
  limit: string | null
  conditions: string | null
  in_force_from: string | null
  in_force_to: string | null
  confidence: 'verified' | 'known' | 'unsure'
  missing: string | null
  checked: string
}

export interface Citation {
  act: string
  article: string | null
  url: string | null
  seen: 'law' | 'authority' | 'quoted' | 'secondary' | null
  place: string | null
}

interface RuleAnswer<F> {
  date: string
  target: string
  status: 'final' | 'open' | 'pending' | 'no_rate' | 'no_data'
  reason: string | null
  explanation: string
  rate_date: string | null
  rate: F | null
  publisher: string | null
  rate_type: string | null
  method: 'published' | 'inverse' | 'cross' | 'mean' | null
  converted: F | null
  pending_until: string | null
}

export interface OtherRule<F> extends RuleAnswer<F> {
  rule: Rule
  citation: Citation
}

export interface Leg<F> {
  base: string
  quote: string
  value: F
  date?: string
  document_id?: number
}

export interface Applicable<F> extends RuleAnswer<F> {
  jurisdiction: string
  purpose: string
  source: string
  amount: F | null
  dated: Dated | null
  legs: Array<Leg<F>>
  rates_in_mean: number | null
  valid_from: string | null
  valid_to: string | null
  steps: string[]
  rule: Rule
  citation: Citation
  document: { id: number; url: string; sha256: string; fetched_at: string } | null
  asks: Array<{ parameter: 'rule' | 'series' | 'side'; value: string; text: string }>
  elections: Array<OtherRule<F>>
  cases: Array<OtherRule<F>>
  warnings: string[]
  as_of: string | null
  report: string
  disclaimer: string
}

export interface Correction<F> {
  date: string
  source: string
  base: string
  quote: string
  type: string
  old_value: F
  new_value: F | null
  difference: F | null
  old_unit: string
  new_unit: string | null
  old_publication: number
  new_publication: number | null
  known_at: string
  corrected_at: string
  crosses_of: string | null
  rules: string[]
  old_document: string
  new_document: string | null
}

export interface PublicationTimes {
  code: string
  name: string
  cadence: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  series: number | null
  timezone: string
  latest_date: string
  next_date: string | null
  next_at: string | null
  clock: string
  missed: string[] | null
  late_90_median: number | null
  late_90_worst: number | null
  late_90_tables: number
  late_365_median: number | null
  late_365_worst: number | null
  late_365_tables: number
}

export type TypeOption = {
  /** The rate type, such as `mid`. */
  type?: string
}

export type DayOptions = TypeOption & {
  /** The rates as the service knew them at this instant or on this day. */
  as_of?: string
}

export type HistoryOptions = DayOptions & {
  from?: string
  to?: string
  /** `previous` gives a row for every calendar day. Not with `convert` or `group`. */
  fill?: 'previous'
}

export type PairHistoryOptions = HistoryOptions & {
  /** `successor` restates former units in the current currency. */
  convert?: 'successor'
}

export type PeriodOptions = PairHistoryOptions & {
  group: Grouping
  stat?: Statistic
  /** The number of decimals. */
  round?: number
}

export type SeriesOptions = Partial<PeriodOptions> & {
  /** The codes of the sources; by default all. */
  banks?: readonly string[]
}

export type AvailabilityOptions = {
  year?: number
  from?: string
  to?: string
}

export type CompareOptions = TypeOption & {
  /** YYYY-MM-DD: each rate is the newest on or before it. */
  date?: string
}

export type CorrectionOptions = {
  /** The code of a source; by default all. */
  bank?: string
  from?: string
  to?: string
  as_of?: string
}

export type CalendarOptions = {
  /** The code of a source; by default all. */
  bank?: string
}

export type ApplicableOptions = {
  jurisdiction?: string
  purpose?: string
  target?: string
  /** Text keeps every digit. */
  amount?: string | number
  rule?: string
  side?: 'asset' | 'liability' | 'import' | 'export' | 'account' | 'cash'
  series?: string
  invoice_date?: string
  from?: string
  to?: string
  unsure?: boolean
  as_of?: string
}
