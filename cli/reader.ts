import type { Command } from 'commander'
import { createReader } from '../sql/roles.ts'
import { print } from './output.ts'
import { runCommand } from './runtime.ts'

/** Adds the command that gives a person or a program access to the database's views. */
export function addReaderCommand (program: Command): void {
  const reader = program.command('reader').description('give people and programs access to the views of the database')
  reader.command('create').description('create a database role that can only read the views, and print its URL once').argument('<name>').action(create)
}

async function create (name: string): Promise<void> {
  await runCommand(async ({ owner, adminUrl }) => print(await createReader(owner, adminUrl, name)))
}
