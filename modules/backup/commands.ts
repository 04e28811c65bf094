import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { secretFileIn } from '../../api/accounts/secret.ts'
import { backUp, type BackedUpTable } from './backup.ts'
import { restore } from './restore.ts'
import type { Settings } from '../../cli/settings.ts'
import { print } from '../../cli/output.ts'
import { runCommand, runOnDatabase, VERSION } from '../../cli/runtime.ts'
import { keyFileOf } from '../../cli/key-file.ts'

/** Adds the commands that write all data to a file and read it back. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all data and keys to a ZIP file; the service may keep running')
    .argument('<file>', 'ZIP file to write')
    .action(backup)
  program
    .command('restore')
    .description('read a backup into a new, empty database')
    .argument('<file>', 'ZIP file that "ratebook backup" wrote')
    .action(restoreFile)
}

/** The secrets outside of the database: without them, sessions end and certificates get another key. */
function filesOf(settings: Settings): Record<string, string> {
  return { 'session-secret': secretFileIn(settings.DATA_DIR), 'signing-key.json': keyFileOf(settings).file }
}

async function backup(file: string): Promise<void> {
  await runCommand(async ({ owner, settings }) => {
    const { tables } = await backUp(owner, file, {
      version: VERSION,
      files: await readExisting(filesOf(settings)),
      onTable: printTable
    })
    print(
      `${file}: ${tables.length} tables, ${sum(tables)} rows. It contains password hashes and private keys: keep it secret.`
    )
  })
}

async function restoreFile(file: string): Promise<void> {
  await runOnDatabase(async ({ owner, schema, settings }) => {
    const { tables, created_at: instant } = await restore(owner, file, {
      schema,
      paths: filesOf(settings),
      onTable: printTable
    })
    print(
      `${file}: ${tables.length} tables, ${sum(tables)} rows, as they were at ${instant}. Check them with: ratebook log verify`
    )
  })
}

function printTable({ name, rows }: BackedUpTable): void {
  print(`${name}: ${rows} rows`)
}

function sum(tables: BackedUpTable[]): number {
  return tables.reduce((total, { rows }) => total + rows, 0)
}

async function readExisting(paths: Record<string, string>): Promise<Record<string, Buffer>> {
  const read: Record<string, Buffer> = {}
  for (const [name, path] of Object.entries(paths)) {
    const content = await readFile(path).catch(undefinedIfAbsent)
    if (content) read[name] = content
  }
  return read
}

function undefinedIfAbsent(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}
