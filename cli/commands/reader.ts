import type { Command } from 'commander'
import { createReader, dropReader } from '../../sql/roles.ts'
import { confirm } from '../confirm.ts'
import { print } from '../output.ts'
import { runCommand } from '../runtime.ts'

/** Adds the command that gives a person or a program access to the database's views. */
export function addReaderCommand (program: Command): void {
  const reader = program.command('reader').description('give people and programs access to the views of the database')
  reader.command('create').description('create a database role that can only read the views, and print its URL once').argument('<name>').action(create)
  reader.command('drop').description('end the sessions of such a role and drop it').argument('<name>').option('--yes', 'do not ask').action(drop)
}

async function create (name: string): Promise<void> {
  await runCommand(async ({ owner, adminUrl }) => print(await createReader(owner, adminUrl, name)))
}

async function drop (name: string, { yes }: { yes?: boolean }): Promise<void> {
  await runCommand(async ({ owner, adminUrl }) => {
    await confirm(`Whoever uses ${name} can no longer read the database. Drop it?`, yes)
    await dropReader(owner, adminUrl, name)
  })
}
