import type { Command } from 'commander'
import { createReader, dropReader } from '../../sql/roles.ts'
import { confirm } from '../confirm.ts'
import { print } from '../output.ts'
import { runCommand } from '../runtime.ts'

/** Adds the commands that manage read-only database roles. */
export function addReaderCommand(program: Command): void {
  const reader = program.command('reader').description('manage database roles that can only read the views')
  reader
    .command('create')
    .description('create a role and print its URL once')
    .argument('<name>', 'name of the role')
    .action(create)
  reader
    .command('drop')
    .description('end the sessions of a role and drop it')
    .argument('<name>', 'name of the role')
    .option('--yes', 'do not ask for confirmation')
    .action(drop)
}

async function create(name: string): Promise<void> {
  await runCommand(async ({ owner, adminUrl }) => print(await createReader(owner, adminUrl, name)))
}

async function drop(name: string, { yes }: { yes?: boolean }): Promise<void> {
  await runCommand(async ({ owner, adminUrl }) => {
    await confirm(`Programs that use the role ${name} will lose access to the database. Drop it?`, yes)
    await dropReader(owner, adminUrl, name)
  })
}
