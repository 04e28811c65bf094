import { InvalidArgumentError, type Command } from 'commander'
import { accountOf } from '../../api/accounts/users.ts'
import { addWebhook, changeWebhook, findWebhook, listWebhooks } from './webhooks-query.ts'
import { EVENT_KINDS, webhookAddress, type EventKind, type WebhookAction } from './webhooks-fields.ts'
import { assertSources } from '../../api/sources/sources-query.ts'
import { countArgument, listArgument } from '../../cli/arguments.ts'
import { confirm } from '../../cli/confirm.ts'
import { print, printRows } from '../../cli/output.ts'
import { runCommand, type Runtime } from '../../cli/runtime.ts'

/** Adds the commands that manage users' webhooks. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('manage the webhooks of a user')
  const command = (name: string, description: string) =>
    webhooks.command(name).description(description).argument('<email>', 'e-mail address of the user')
  const one = (name: string, description: string) =>
    command(name, description).argument('<id>', 'number of the webhook', countArgument)
  command('list', 'list the webhooks').action(list)
  command('create', 'create a webhook and print its number and secret')
    .argument('<url>', 'address that receives the events')
    .option('--banks <codes>', 'sources, separated by commas (default: all)', codesArgument)
    .option(
      '--kinds <kinds>',
      `kinds of events, separated by commas (default: ${EVENT_KINDS.join(',')})`,
      kindsArgument
    )
    .action(create)
  one('deliveries', 'list the last deliveries of a webhook').action(deliveries)
  one('test', 'queue a test message').action((email: string, id: number) => change(email, id, 'test'))
  one('rotate', 'replace the secret and print the new one').action(rotate)
  one('disable', 'stop sending events').action((email: string, id: number) => change(email, id, 'disable'))
  one('enable', 'send events that happen from now on').action((email: string, id: number) =>
    change(email, id, 'enable')
  )
  one('delete', 'delete a webhook with its deliveries').option('--yes', 'do not ask for confirmation').action(remove)
}

function codesArgument(text: string): string[] {
  return [...new Set(listArgument(text.toLowerCase()))]
}

function kindsArgument(text: string): EventKind[] {
  const kinds = codesArgument(text)
  if (!kinds.every((it) => EVENT_KINDS.includes(it as EventKind))) {
    throw new InvalidArgumentError(`expected ${EVENT_KINDS.join(', ')}`)
  }
  return kinds as EventKind[]
}

/** Runs a command on the account of a user. Throws for an unknown e-mail address. */
function withAccount(email: string, work: (runtime: Runtime, account: number) => Promise<void>): Promise<void> {
  return runCommand(async (runtime) => work(runtime, await accountOf(runtime.database, email)))
}

async function list(email: string): Promise<void> {
  await withAccount(email, async ({ database }, account) => {
    const rows = (await listWebhooks(database, account)).map(
      ({ id, url, sources, kinds, disabled_at, disabled_why }) => ({
        id,
        url,
        banks: sources ?? 'all',
        kinds,
        disabled_at,
        disabled_why
      })
    )
    printRows(rows, 'no webhooks yet')
  })
}

async function create(
  email: string,
  url: string,
  { banks, kinds = [...EVENT_KINDS] }: { banks?: string[]; kinds?: EventKind[] }
): Promise<void> {
  await withAccount(email, async ({ database, settings }, account) => {
    const address = webhookAddress(url, settings.WEBHOOK_PRIVATE)
    await assertSources(database, banks ?? [], new Date().toISOString().slice(0, 10))
    const { id, secret } = await findWebhook(
      database,
      account,
      await addWebhook(database, account, { url: address, email, sources: banks, kinds })
    )
    print(`${id} ${secret}`)
  })
}

async function deliveries(email: string, id: number): Promise<void> {
  await withAccount(email, async ({ database }, account) => {
    const { deliveries } = await findWebhook(database, account, id)
    printRows(
      deliveries.map(({ id, ...rest }) => ({ message: `msg_${id}`, ...rest })),
      'no deliveries yet'
    )
  })
}

async function change(email: string, id: number, action: WebhookAction): Promise<void> {
  await withAccount(email, ({ database }, account) => changeWebhook(database, account, id, action))
}

async function rotate(email: string, id: number): Promise<void> {
  await withAccount(email, async ({ database }, account) => {
    await changeWebhook(database, account, id, 'rotate')
    print((await findWebhook(database, account, id)).secret)
  })
}

async function remove(email: string, id: number, { yes }: { yes?: boolean }): Promise<void> {
  await withAccount(email, async ({ database }, account) => {
    const { url } = await findWebhook(database, account, id)
    await confirm(`Ratebook will send no more events to ${url} and forget its deliveries. Delete the webhook?`, yes)
    await changeWebhook(database, account, id, 'delete')
  })
}
