import { Argument, type Command } from 'commander'
import { PLANS, type Plan } from '../../api/access/plans.ts'
import { disableUser, enableUser, listUsers, setOperator, setUserPlan } from '../../api/accounts/users.ts'
import { printRows } from '../output.ts'
import { runCommand } from '../runtime.ts'

/** Adds the commands of user accounts. */
export function addUserCommands (program: Command): void {
  const users = program.command('users').description('manage user accounts')
  users.command('list').description('list the users').action(list)
  users.command('plan').description('set a user’s plan').argument('<email>').addArgument(new Argument('<plan>').choices(PLANS)).action(setPlan)
  users.command('disable').description('end a user’s sessions and refuse their log-ins and keys').argument('<email>').action(disable)
  users.command('enable').description('undo "users disable"; ended sessions stay ended').argument('<email>').action(enable)
  users.command('operator').description('let a user see errors, review the quarantine and start runs at /status').argument('<email>').action(makeOperator)
}

async function list (): Promise<void> {
  await runCommand(async ({ database }) => printRows(await listUsers(database), 'no users yet'))
}

async function setPlan (email: string, plan: Plan): Promise<void> {
  await runCommand(({ database }) => setUserPlan(database, email, plan))
}

async function disable (email: string): Promise<void> {
  await runCommand(({ database }) => disableUser(database, email))
}

async function enable (email: string): Promise<void> {
  await runCommand(({ database }) => enableUser(database, email))
}

async function makeOperator (email: string): Promise<void> {
  await runCommand(({ database }) => setOperator(database, email))
}
