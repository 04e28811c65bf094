import { Argument, type Command } from 'commander'
import { PLANS, type Plan } from '../../api/access/plans.ts'
import { disableUser, enableUser, listUsers, setOperator, setUserPlan } from '../../api/accounts/users.ts'
import { print, printRows } from '../output.ts'
import { runCommand } from '../runtime.ts'

const EMAIL = ['<email>', 'e-mail address of the user'] as const

/** Adds the commands that manage user accounts. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('manage user accounts')
  users.command('list').description('list the users').action(list)
  users
    .command('plan')
    .description('set a user’s plan')
    .argument(...EMAIL)
    .addArgument(new Argument('<plan>', 'new plan').choices(PLANS))
    .action(setPlan)
  users
    .command('disable')
    .description('end a user’s sessions and refuse their log-ins and keys')
    .argument(...EMAIL)
    .action(disable)
  users
    .command('enable')
    .description('undo "users disable"; ended sessions stay ended')
    .argument(...EMAIL)
    .action(enable)
  users
    .command('operator')
    .description('let a user see errors, review the quarantine and start runs at /status')
    .argument(...EMAIL)
    .action(makeOperator)
}

async function list(): Promise<void> {
  await runCommand(async ({ database }) => printRows(await listUsers(database), 'no users yet'))
}

async function setPlan(email: string, plan: Plan): Promise<void> {
  await runCommand(async ({ database }) => print(`${await setUserPlan(database, email, plan)} is on the ${plan} plan`))
}

async function disable(email: string): Promise<void> {
  await runCommand(async ({ database }) => print(`${await disableUser(database, email)} is disabled`))
}

async function enable(email: string): Promise<void> {
  await runCommand(async ({ database }) => print(`${await enableUser(database, email)} is enabled`))
}

async function makeOperator(email: string): Promise<void> {
  await runCommand(async ({ database }) => print(`${await setOperator(database, email)} is an operator`))
}
