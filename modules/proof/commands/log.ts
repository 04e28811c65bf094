import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { auditLog } from '../audit.ts'
import { signingKeyOf, SigningKeys } from '../keys.ts'
import { openCheckpoint, signCheckpoint } from '../kit/note.ts'
import { print, printRows } from '../../../cli/output.ts'
import { startProgress } from '../../../cli/progress.ts'
import { runCommand } from '../../../cli/runtime.ts'
import { keyFileOf } from '../../../cli/key-file.ts'

/** Adds the commands that verify and sign the log of all loads. */
export function addLogCommands(program: Command): void {
  const log = program.command('log').description('verify or sign the append-only log of all loads')
  log
    .command('verify')
    .description('recalculate the log from the stored data and list every difference from what was loaded')
    .option('--checkpoint <file...>', 'earlier checkpoints that the log must continue')
    .action(verify)
  log.command('checkpoint').description('print a signed checkpoint of the log').action(checkpoint)
}

async function verify({ checkpoint: files = [] }: { checkpoint?: string[] }): Promise<void> {
  await runCommand(async ({ database, parser, sources, settings }) => {
    const { keys } = await new SigningKeys(keyFileOf(settings)).ring()
    const checkpoints = files.map((file) => openCheckpoint(readFileSync(file, 'utf8'), keys))
    const progress = startProgress(1)
    const { size, root, faults } = await auditLog({
      database,
      parser,
      sources,
      checkpoints,
      onSource: (code) => progress.step(code)
    }).finally(() => progress.end())
    if (faults.length > 0) {
      process.exitCode = 1
      printRows(
        faults.map(({ leaf = '', source = '', publication = '', fault }) => ({
          leaf,
          source,
          publication,
          fault
        }))
      )
    }
    print(
      `${faults.length === 0 ? 'the log is complete, and the stored data equals the loaded data' : `${faults.length} faults`}: ${size} entries, root ${root.toString('base64')}`
    )
  })
}

async function checkpoint(): Promise<void> {
  await runCommand(async ({ database, settings }) => {
    const ring = await new SigningKeys(keyFileOf(settings)).ring()
    const [head] = await database.write<{ size: number; root: Buffer }>('select size, root from log_head()')
    process.stdout.write(signCheckpoint({ origin: ring.origin, ...head! }, signingKeyOf(ring)))
  })
}
