import type { Database } from '../../sql/database.ts'

/** A threshold of the checks. */
interface Setting {
  name: string
  value: number
  unit: string
  meaning: string
  /** The measurement or reason on which the value is based. */
  set_by: string
}

/** The past of a series, with which the checks compare new figures; sizes of moves in percent per day. */
interface Past {
  series: string
  moves: number
  /** The size below which 95 % of the moves are. */
  usual: string
  largest: string
  unchanged: string
}

/** A rule of the checks, with its threshold and what it named when it was measured. */
interface Rule {
  rule: string
  verdict: 'refuse' | 'wait' | 'doubt'
  names: string
  threshold: string | null
  value: number | null
  unit: string | null
  /** True rows that it named, of 10,000. */
  false_alarms: number
  /** Damaged documents with a wrong row that no other rule kept back, in percent. */
  alone: number
}

/** Every rule of the checks, in the order in which equal verdicts count. */
export function checkRules(database: Database): Promise<Rule[]> {
  return database.read<Rule>(
    'select rules.name as rule, verdict, rules.meaning as names, threshold, value, unit, false_alarms, alone ' +
      'from check_rules() with ordinality rules left join check_settings() settings on settings.name = threshold order by ordinality'
  )
}

/** Every threshold of the checks. */
export function checkSettings(database: Database): Promise<Setting[]> {
  return database.read<Setting>('select * from check_settings()')
}

/** The past of each series of a source. */
export function pastOf(database: Database, source: string): Promise<Past[]> {
  return database.read<Past>('select series, moves::int, usual, largest, unchanged from describe_past($1)', [source])
}
