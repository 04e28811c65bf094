import type { Command } from 'commander'
import { createRoles, type CreatedRole } from '../../sql/roles.ts'
import { print } from '../output.ts'
import { runCommand } from '../runtime.ts'

const SETTINGS: Record<CreatedRole['role'], string> = {
  ratebook_loader: 'DATABASE_LOADER_URL=',
  ratebook_api: 'DATABASE_API_URL=',
  ratebook_reader: '# for analysts: '
}

/** Adds the command that creates the database's roles. */
export function addRolesCommand(program: Command): void {
  program
    .command('roles')
    .description(
      'create least-privilege database roles for the worker, the API and analysts, and print their URLs once'
    )
    .action(roles)
}

async function roles(): Promise<void> {
  await runCommand(async ({ owner, adminUrl }) => {
    for (const { role, url } of await createRoles(owner, adminUrl))
      print(url === undefined ? `${role} already exists; its privileges are up to date` : `${SETTINGS[role]}${url}`)
  })
}
