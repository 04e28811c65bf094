import type { Database } from '../../sql/database.ts'

/** The usual range of a feature of a series, of the tables of a type, or of all rates of a source. */
interface Habit {
  series: string
  feature: string
  /** How often the feature was observed. */
  observed: number
  /** The usual range of the feature, in words. */
  usual: string
}

/** The habits that the checks have learnt of a source, by series and feature. */
export async function knownHabits (database: Database, source: string): Promise<Habit[]> {
  return database.read<Habit>('select series, feature, observed::int, usual from describe_habits($1)', [source])
}
