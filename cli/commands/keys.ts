import { Option, type Command } from 'commander'
import { createKey, disableKey, listKeys } from '../../api/accounts/keys.ts'
import { PLANS, type Plan } from '../../api/access/plans.ts'
import { countArgument } from '../arguments.ts'
import { confirm } from '../confirm.ts'
import { print, printRows } from '../output.ts'
import { runCommand } from '../runtime.ts'

/** Adds the commands that manage API keys without an account. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys that belong to no account')
  keys
    .command('create')
    .description('create an API key and print it once')
    .addOption(new Option('--plan <plan>', 'plan of the key').choices(PLANS).makeOptionMandatory())
    .option('--name <name>', 'name that describes its purpose', 'unnamed')
    .action(create)
  keys.command('list').description('list the keys by their first characters').action(list)
  keys
    .command('disable')
    .description('disable a key permanently')
    .argument('<id>', 'number of the key', countArgument)
    .option('--yes', 'do not ask for confirmation')
    .action(disable)
}

async function create({ plan, name }: { plan: Plan; name: string }): Promise<void> {
  await runCommand(async ({ database }) => print((await createKey(database, plan, name)).key))
}

async function list(): Promise<void> {
  await runCommand(async ({ database }) => printRows(await listKeys(database), 'no keys yet'))
}

async function disable(id: number, { yes }: { yes?: boolean }): Promise<void> {
  await runCommand(async ({ database }) => {
    const key = (await listKeys(database)).find((it) => it.id === id && it.disabled_at === null)
    if (!key) throw new Error(`there is no active key ${id}`)
    printRows([key])
    await confirm('Every request with this key will be refused. This cannot be undone. Disable it?', yes)
    await disableKey(database, id)
  })
}
