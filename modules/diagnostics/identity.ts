import type { Database } from '../../sql/database.ts'

/** A source's last thirty days compared with its identity; see `sql/functions/sources/identity_check.sql`. */
interface IdentityCheck {
  code: string
  verified: string
  cadence: string
  tables: number
  types: string[]
  currencies: number
  publishes: string | null
  /** The usual local time of arrival; null while no table arrived near its date. */
  arrives: string | null
  faults: string[]
}

/**
 * Compares the identity of each active source with its last thirty days up to a day, by code; those without a table
 * come last.
 */
export async function checkIdentities(database: Database, until: string): Promise<IdentityCheck[]> {
  return database.write<IdentityCheck>(
    'select code, verified, cadence, tables::integer, types, currencies::integer, publishes, arrives, faults from ' +
      'identity_check($1)',
    [until]
  )
}

/**
 * The checks as a table in Markdown, and for each source that agrees but is not yet verified against answers, the line
 * to add to its adapter, with the day.
 */
export function identityReport(checks: IdentityCheck[], until: string): string {
  const row = (cells: unknown[]) => `| ${cells.join(' | ')} |`
  const unproven = checks.filter(({ verified }) => verified !== 'recording')
  const met = unproven.filter(({ faults }) => faults.length === 0)
  return [
    `Identities of ${checks.length} sources against their last thirty days up to ${until}: ${met.length} of the ${unproven.length} that were not checked against an answer agree.`,
    '',
    row(['source', 'verified', 'cadence', 'tables', 'currencies', 'types', 'arrives', 'disagrees']),
    row(Array(8).fill('---')),
    ...checks.map((it) =>
      row([
        it.code,
        it.verified,
        it.cadence,
        it.tables,
        it.currencies,
        it.types.join(', '),
        it.arrives ?? '',
        it.faults.join('; ')
      ])
    ),
    ...met.map(
      ({ code }, index) =>
        `${index === 0 ? '\n' : ''}- \`adapters/${code}.ts\`: \`verified: 'recording', // answers of the publisher, ${until}\``
    )
  ].join('\n')
}
