import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Decision } from '../../adapters/kit/reading.ts'
import { reviewQuarantined } from '../../api/operations/operations-query.ts'
import {
  listQuarantine,
  reject,
  release,
  releasePublication,
  undo,
  type Quarantined
} from '../../pipelines/care/quarantine.ts'
import type { Database } from '../../sql/database.ts'
import { countArgument, countArguments } from '../arguments.ts'
import { confirm } from '../confirm.ts'
import { refreshCalculations } from '../module.ts'
import { print, printRows } from '../output.ts'
import { LOCK_TIMEOUT, runCommand } from '../runtime.ts'

interface DecisionOptions {
  reason?: string
  by: string
}

interface ReleaseOptions extends DecisionOptions {
  publication?: number
  yes?: boolean
}

/** Adds the commands that review quarantined rows. */
export function addQuarantineCommands(program: Command): void {
  const quarantine = program.command('quarantine').description('review quarantined rows')
  const decide = (name: string, description: string) =>
    quarantine.command(name).description(description).option('--by <name>', 'name of the reviewer', userInfo().username)
  quarantine
    .command('list')
    .description('list the rows that wait for a decision')
    .argument('[code]', 'code of a source')
    .action(list)
  quarantine
    .command('show')
    .description('show a row beside the stored rates and the rates of other sources')
    .argument('<id>', 'number of the row', countArgument)
    .action(show)
  decide('release', 'accept quarantined rows and load them')
    .argument('[ids...]', 'numbers of the rows', countArguments)
    .option(
      '--publication <id>',
      'all rows of this publication that are valid rates without a second value',
      countArgument
    )
    .requiredOption('--reason <text>', 'why the rows are right')
    .option('--yes', 'do not ask for confirmation')
    .action(releaseRows)
  decide('reject', 'reject quarantined rows')
    .argument('<ids...>', 'numbers of the rows', countArguments)
    .option('--reason <text>', 'why the rows are wrong')
    .action(rejectRows)
  decide('undo', 'return a released or rejected row to the quarantine; a released rate becomes a revision')
    .argument('<id>', 'number of the row', countArgument)
    .requiredOption('--reason <text>', 'why the decision was wrong')
    .action(undoDecision)
}

function decisionOf({ reason = '', by }: DecisionOptions): Decision {
  return { by, reason: reason.trim() }
}

async function list(code?: string): Promise<void> {
  await runCommand(async ({ database }) => printRows(await listQuarantine(database, code), 'no rows in quarantine'))
}

async function show(id: number): Promise<void> {
  await runCommand(({ database }) => printReview(database, id))
}

async function printReview(database: Database, id: number): Promise<void> {
  const {
    row: { decisions, ...row },
    evidence
  } = await reviewQuarantined(database, id)
  for (const [name, value] of Object.entries(row)) print(`${name.padEnd(15)} ${value ?? ''}`)
  print('')
  printRows(evidence, 'no stored rates and no rates of other sources to compare with')
  if (decisions.length > 0) print('')
  printRows(decisions)
}

async function waitingRows(database: Database, ids: number[], publication?: number): Promise<Quarantined[]> {
  const rows = await listQuarantine(database)
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw new Error(`row ${missing} is not waiting in quarantine`)
  return rows.filter((row) => (publication === undefined ? ids.includes(row.id) : row.publication_id === publication))
}

async function releaseRows(ids: number[], { publication, yes, ...options }: ReleaseOptions): Promise<void> {
  if (ids.length > 0 === (publication !== undefined)) {
    throw new Error('expected either numbers of rows or --publication')
  }
  const decision = decisionOf(options)
  if (decision.reason === '') throw new Error('expected a --reason why the rows are right')
  await runCommand(async (runtime) => {
    const { database } = runtime
    const rows = await waitingRows(database, ids, publication)
    if (rows.length === 1) await printReview(database, rows[0]!.id)
    else printRows(rows)
    await confirm(`Publish ${rows.length === 1 ? 'this row' : `these ${rows.length} rows`}?`, yes)
    const { released, waiting } =
      publication === undefined
        ? { released: await release(database, ids, decision), waiting: [] }
        : await releasePublication(database, publication, decision)
    for (const row of released) print(`released ${Object.values(row).join(' ')}`)
    for (const row of waiting) print(`still in quarantine ${Object.values(row).join(' ')}`)
    await refreshCalculations(runtime, LOCK_TIMEOUT)
  })
}

async function rejectRows(ids: number[], options: DecisionOptions): Promise<void> {
  await runCommand(async ({ database }) => {
    for (const id of ids) await reject(database, id, decisionOf(options))
  })
}

async function undoDecision(id: number, options: DecisionOptions): Promise<void> {
  await runCommand(async (runtime) => {
    await undo(runtime.database, id, decisionOf(options))
    print(`row ${id} is in quarantine again`)
    await refreshCalculations(runtime, LOCK_TIMEOUT)
  })
}
