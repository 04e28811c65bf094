import { z } from 'zod'
import { addWebhook, changeWebhook, listWebhooks, type Webhook, type WebhookDelivery } from './webhooks-query.ts'
import { badRequest } from '../../api/contract/errors.ts'
import {
  EVENT_KINDS,
  MAX_WEBHOOK_URL,
  WEBHOOK_ACTIONS,
  webhookAddress,
  webhookId,
  type EventKind,
  type WebhookAction
} from './webhooks-fields.ts'
import type { Context } from '../../api/server/route.ts'
import { assertSources } from '../../api/sources/sources-query.ts'
import { Badge, Breadcrumbs, Facts, InstantText, Notice, Section, TextField } from '../pages/kit/components.tsx'
import { errorAt, GeneralRefusal, titleOf, type PageNotice } from '../pages/kit/form-parts.tsx'
import { asRefusal, formText, type Refusal } from '../pages/kit/forms.ts'
import { utcText } from '../../api/contract/instants.ts'
import { Layout } from '../pages/kit/layout.tsx'
import { privatePage, seeOther, privateAnswer } from '../pages/kit/private.ts'
import { DataTable } from '../pages/kit/tables.tsx'

const NOTICES: Record<string, PageNotice> = {
  created: { kind: 'good', text: 'The webhook is created. New events are sent to it.' },
  test: {
    kind: 'good',
    text: 'A test message is on its way. Reload the page in a few seconds to see how it was answered.'
  },
  rotate: { kind: 'good', text: 'The webhook has a new secret. The former one also signs for a day.' },
  disable: { kind: 'good', text: 'The webhook is disabled. Nothing is sent to it.' },
  enable: { kind: 'good', text: 'The webhook is enabled. It receives events from now on.' },
  delete: { kind: 'good', text: 'The webhook is deleted.' }
}

const KIND_LABELS: Record<EventKind, string> = {
  table: 'new tables',
  correction: 'corrections',
  overdue: 'overdue sources'
}

interface State {
  notice?: PageNotice
  refusal?: Refusal
  url?: string
  banks?: string
}

async function webhooksPage({ caller, database }: Context, { notice, refusal, url, banks }: State = {}) {
  const webhooks = await listWebhooks(database, caller!.account)
  return (
    <Layout title={titleOf('Webhooks', refusal)} current="/account" styles={['account.css']}>
      <Breadcrumbs trail={[['Account', '/account']]} />
      <h1>Webhooks</h1>
      <p class="lead">
        A webhook is a URL of yours to which Ratebook posts events: new tables, corrections and overdue sources.
        Messages are signed as <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> describes. A message
        that fails is sent again for a day, and it may arrive twice: its <code>webhook-id</code> is the same each time.
      </p>
      {notice && (
        <Notice kind={notice.kind}>
          <p>{notice.text}</p>
        </Notice>
      )}
      {webhooks.map((webhook) => (
        <WebhookCard webhook={webhook} />
      ))}
      <Section id="new" title="New webhook">
        <GeneralRefusal refusal={refusal} fields={['url', 'banks']} />
        <form class="stack" method="post" action="/account/webhooks#new">
          <TextField
            label="Address"
            name="url"
            type="url"
            required
            maxLength={MAX_WEBHOOK_URL}
            value={url}
            placeholder="https://example.org/rates"
            hint="An https address on the public Internet. To try a local one, an operator starts the service with WEBHOOK_PRIVATE=true."
            error={errorAt(refusal, 'url')}
            autocomplete="off"
          />
          <TextField
            label="Sources"
            name="banks"
            value={banks}
            hint="Codes separated by commas, such as ecb,boe. Leave it empty for all."
            error={errorAt(refusal, 'banks')}
            autocomplete="off"
          />
          <fieldset class="choices">
            <legend>Events</legend>
            {EVENT_KINDS.map((kind) => (
              <label>
                <input type="checkbox" name={kind} value="yes" checked />
                {` ${KIND_LABELS[kind]}`}
              </label>
            ))}
          </fieldset>
          <button>Create webhook</button>
        </form>
      </Section>
    </Layout>
  )
}

function WebhookCard({
  webhook: {
    id,
    url,
    sources,
    kinds,
    secret,
    former_until: formerUntil,
    disabled_at: disabledAt,
    disabled_why: reason,
    deliveries
  }
}: {
  webhook: Webhook
}) {
  const actions: WebhookAction[] = disabledAt === null ? ['test', 'rotate', 'disable', 'delete'] : ['enable', 'delete']
  return (
    <Section
      id={`webhook-${id}`}
      class="card"
      title={
        <span class="broken">
          {url} {disabledAt === null ? <Badge kind="good">enabled</Badge> : <Badge kind="bad">disabled</Badge>}
        </span>
      }
    >
      {reason !== null && <p>{`Disabled on ${disabledAt!.slice(0, 10)}: ${reason}.`}</p>}
      <Facts
        facts={[
          ['Sources', sources?.join(', ') ?? 'all'],
          ['Events', kinds.map((kind) => KIND_LABELS[kind]).join(', ')],
          [
            'Secret',
            <details>
              <summary>Show</summary>
              <code class="broken">{secret}</code>
            </details>
          ],
          formerUntil !== null && ['Former secret', `also signs until ${utcText(formerUntil)}`]
        ]}
      />
      <form class="row" method="post" action={`/account/webhooks/${id}`}>
        {actions.map((action) => (
          <button class={action === 'test' || action === 'enable' ? undefined : 'plain'} name="action" value={action}>
            {LABELS[action]}
          </button>
        ))}
      </form>
      {deliveries.length > 0 && <Deliveries url={url} deliveries={deliveries} />}
    </Section>
  )
}

const LABELS: Record<WebhookAction, string> = {
  test: 'Send a test',
  rotate: 'Replace secret',
  disable: 'Disable',
  enable: 'Enable',
  delete: 'Delete'
}

function Deliveries({ url, deliveries }: { url: string; deliveries: WebhookDelivery[] }) {
  return (
    <DataTable
      label={`Last deliveries to ${url}`}
      rows={deliveries}
      columns={[
        { head: 'Message', cell: ({ id }) => <code>{`msg_${id}`}</code> },
        { head: 'Event', cell: ({ type, bank }) => [type, bank].filter((it) => it !== null).join(' ') },
        { head: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
        { head: 'Attempts', class: 'number', cell: ({ attempts }) => attempts },
        { head: 'Created (UTC)', cell: ({ created_at: created }) => <InstantText instant={created} hasSeconds /> }
      ]}
    />
  )
}

function DeliveryState({
  delivery: { delivered_at: deliveredAt, next_at: nextAt, attempts, error }
}: {
  delivery: WebhookDelivery
}) {
  if (deliveredAt !== null) return <Badge kind="good">delivered</Badge>
  if (attempts === 0) return nextAt === null ? <Badge kind="quiet">dropped</Badge> : <Badge kind="quiet">waits</Badge>
  const state = nextAt === null ? 'given up' : `next attempt at ${nextAt.slice(11, 16)}`
  return (
    <>
      <Badge kind={nextAt === null ? 'bad' : 'warning'}>{state}</Badge> {error}
    </>
  )
}

async function sourcesOf({ database, today }: Context, text: string): Promise<string[] | undefined> {
  const codes = text
    .toLowerCase()
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')
  if (codes.length === 0) return undefined
  await assertSources(database, codes, today)
  return [...new Set(codes)]
}

export const webhooks = privatePage({
  path: '/account/webhooks',
  summary: 'The webhooks of the logged-in user with their deliveries',
  access: 'session',
  query: { notice: z.string().optional().meta({ description: 'What just happened.' }) },
  run: async ({ notice }, context) => privateAnswer(await webhooksPage(context, { notice: NOTICES[notice ?? ''] }))
})

const form = { method: 'POST', access: 'session' } as const

export const newWebhook = privatePage({
  ...form,
  path: '/account/webhooks',
  summary: 'Creates a webhook',
  body: { url: formText, banks: formText, table: formText, correction: formText, overdue: formText },
  run: async ({ url, banks, ...checked }, context) => {
    const {
      caller,
      database,
      settings: { webhooksMayBePrivate }
    } = context
    try {
      const kinds = EVENT_KINDS.filter((kind) => checked[kind] === 'yes')
      if (kinds.length === 0) throw badRequest('kinds', 'choose at least one kind of event')
      const wanted = {
        url: webhookAddress(url, webhooksMayBePrivate),
        email: caller!.user!.email,
        sources: await sourcesOf(context, banks),
        kinds
      }
      await addWebhook(database, caller!.account, wanted)
      return seeOther('/account/webhooks?notice=created')
    } catch (error) {
      const refusal = asRefusal(error)
      return privateAnswer(await webhooksPage(context, { refusal, url, banks }), refusal)
    }
  }
})

export const webhookForm = privatePage({
  ...form,
  path: '/account/webhooks/:id',
  summary: 'Tests, changes or deletes a webhook',
  params: { id: webhookId },
  body: { action: z.enum(WEBHOOK_ACTIONS, `expected ${WEBHOOK_ACTIONS.join(', ')}`) },
  run: async ({ id, action }, { caller, database }) => {
    await changeWebhook(database, caller!.account, Number(id), action)
    return seeOther(`/account/webhooks?notice=${action}`)
  }
})
