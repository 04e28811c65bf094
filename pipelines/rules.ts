import type { RuleBook } from '../rules/registry.ts'
import type { Database } from '../sql/database.ts'

/** Brings the table of rules in line with the files of `rules/`. A rule that changed gets a new revision, one that is gone ends. */
export async function registerRules (database: Database, { jurisdictions, rules }: RuleBook): Promise<void> {
  await database.write('select register_rules($1, $2)', [JSON.stringify(jurisdictions), JSON.stringify(rules)])
}
