import { z } from 'zod'
import type { Plan } from '../../../api/access/plans.ts'
import { notFound } from '../../../api/contract/errors.ts'
import * as parameters from '../../../api/contract/parameters.ts'
import { BEGINNING } from '../series/chart-data.ts'
import type { Answer } from '../../../api/formats/answer.ts'
import { write, type RequestedFormat } from '../../../api/formats/index.ts'
import type { Context, Route } from '../../../api/server/route.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import type { UsageEntry } from '../../../api/accounts/usage-query.ts'
import { account, endKey, keys, newKey, usage } from '../../../api/accounts/account-route.ts'
import { changePassword } from '../../../api/accounts/auth-route.ts'
import { fileOfTables, publicBank, publicHistory } from '../../../api/rates/public-route.ts'
import type { TablesLookup } from '../../../api/rates/tables-query.ts'
import { Badge, Notice, Section, type Option } from '../../pages/kit/components.tsx'
import {
  HistoryDownload,
  SeriesDownload,
  TableDownload,
  type DownloadRequest,
  type HistoryProps
} from './downloads.tsx'
import {
  errorAt,
  GeneralRefusal,
  PasswordField,
  sentence,
  titleOf,
  type PageNotice
} from '../../pages/kit/form-parts.tsx'
import { asRefusal, submit, formText, type Refusal } from '../../pages/kit/forms.ts'
import { ConfirmDisable, Keys, type UsedKey } from './keys.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import { NewKey } from './new-key.tsx'
import { isServed } from '../../pages/kit/served.ts'
import { hasHistory } from '../../pages/kit/plan-needed.tsx'
import { download, privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'
import { Allowance, Usage } from './usage.tsx'

interface About {
  email: string
  is_operator: boolean
  plan: Plan
  limit: number
  used: number
  resets_at: string | null
}

/** The outcome of a form on the page: the reason of a refusal, the typed text, or the price of a download. */
interface State {
  notice?: PageNotice
  password?: Refusal
  key?: Refusal & { name: string }
  history?: { request: DownloadRequest; cost?: number; refusal?: Refusal }
}

const NOTICES: Record<string, PageNotice> = {
  password: { kind: 'good', text: 'Your password is changed and all other sessions are ended.' },
  disabled: { kind: 'good', text: 'The key is disabled and no longer accepted.' }
}

async function fieldsOf<Fields>(route: Route, context: Context): Promise<Fields> {
  const { fields } = await route.run(route.read({}, new URLSearchParams()), context)
  return fields as Fields
}

async function accountPage(context: Context, { notice, password, key, history }: State = {}) {
  const { database, today } = context
  const [about, used, created, sources] = await Promise.all([
    fieldsOf<About>(account, context),
    fieldsOf<{ usage: UsageEntry[] }>(usage, context),
    fieldsOf<{ keys: UsedKey[] }>(keys, context),
    listSources(database, today, 'name')
  ])
  const banks = sources
    .filter(({ latest_date: latest }) => latest !== null)
    .map(({ code, name }): Option => [code, name])
  const request = history?.request ?? { bank: '', from: `${today.slice(0, 7)}-01`, to: today }
  return (
    <Layout title={titleOf('Account', password ?? key ?? history?.refusal)} current="/account" styles={['account.css']}>
      <div class="heading">
        <div>
          <h1>Account</h1>
          <p class="lead">
            {about.email} {about.is_operator && <Badge kind="quiet">operator</Badge>}
          </p>
        </div>
        <form method="post" action="/logout">
          <button class="plain">Log out</button>
        </form>
      </div>
      {notice && (
        <Notice kind={notice.kind}>
          <p>{notice.text}</p>
        </Notice>
      )}
      <Section id="plan" class="card" title={`${about.plan.charAt(0).toUpperCase()}${about.plan.slice(1)} plan`}>
        <Allowance used={about.used} limit={about.limit} resetsAt={about.resets_at} />
      </Section>
      <Section id="use" title="Usage this month">
        <Usage rows={used.usage} today={today} />
      </Section>
      <Section id="keys" title="Keys">
        <p>
          Send a key with each request to the API, as <code>Authorization: Bearer KEY</code>. Name each key after its
          use, so that you know which one to disable.
        </p>
        <GeneralRefusal refusal={key} fields={['name']} />
        <Keys keys={created.keys} name={key?.name} error={errorAt(key, 'name')} />
      </Section>
      {isServed(context, '/account/webhooks') && (
        <Section id="webhooks" title="Webhooks">
          <p>
            New tables, corrections and overdue sources can be posted to an address of yours.{' '}
            <a href="/account/webhooks">Manage webhooks</a>
          </p>
        </Section>
      )}
      <DownloadsSection
        banks={banks}
        context={context}
        request={request}
        cost={history?.cost}
        left={about.limit - about.used}
        refusal={history?.refusal}
      />
      <PasswordSection refusal={password} />
    </Layout>
  )
}

function DownloadsSection(history: HistoryProps) {
  return (
    <Section id="downloads" title="Downloads">
      {history.banks.length === 0 ? (
        <p>No source has a table yet.</p>
      ) : (
        <div class="cards">
          <TableDownload banks={history.banks} />
          <HistoryDownload {...history} />
          <SeriesDownload />
        </div>
      )}
    </Section>
  )
}

function PasswordSection({ refusal }: { refusal: State['password'] }) {
  return (
    <Section id="password" title="Password">
      <GeneralRefusal refusal={refusal} fields={['currentPassword', 'newPassword']} />
      <form class="stack" method="post" action="/account/password#password">
        <PasswordField label="Current password" name="currentPassword" error={errorAt(refusal, 'currentPassword')} />
        <PasswordField label="New password" name="newPassword" isNew error={errorAt(refusal, 'newPassword')} />
        <button>Change password</button>
      </form>
    </Section>
  )
}

const text = z.string().optional()
const downloadQuery = {
  bank: text.meta({ description: 'The source of a download.' }),
  from: text.meta({ description: 'Its first date.' }),
  to: text.meta({ description: 'Its last date.' }),
  as: z.enum(['csv', 'xlsx', 'json']).default('csv').meta({ description: 'The format of the file.' })
}

export const accountRoute = privatePage({
  path: '/account',
  summary: 'The plan, usage, keys and downloads of the logged-in user',
  access: 'session',
  query: { notice: text.meta({ description: 'What just happened.' }), ...downloadQuery },
  run: async ({ notice, bank, as: _format, ...window }, context) => {
    const state: State = {
      notice: NOTICES[notice ?? ''],
      history: bank === undefined ? undefined : await costOf({ bank, from: '', to: '', ...window }, context)
    }
    return privateAnswer(await accountPage(context, state))
  }
})

/** The price of a download, or the reason why it is refused. */
async function costOf(request: DownloadRequest, context: Context): Promise<State['history']> {
  if (!hasHistory(context)) return undefined
  try {
    const { units } = await historyOf(request, context)
    return { request, cost: units }
  } catch (error) {
    return { request, refusal: asRefusal(error) }
  }
}

/** The tables of a source as a file: all of them if no dates are given. */
function historyOf({ bank, from, to }: DownloadRequest, context: Context): Promise<Answer> {
  const request = publicHistory.read(
    { bank },
    new URLSearchParams({ ...(from && { from }), ...(to && { to }) })
  ) as RequestedFormat & Omit<TablesLookup, 'from' | 'to'> & { from?: string; to?: string }
  return fileOfTables(
    { ...request, ...parameters.windowOf({ ...request, from: request.from ?? BEGINNING }, context.today) },
    context
  )
}

export const historyDownload = privatePage({
  path: '/account/history',
  summary: 'The tables of a source in a window as a file',
  access: 'paid-session',
  query: downloadQuery,
  run: async ({ bank = '', from = '', to = '', as }, context): Promise<Answer> => {
    const request = { bank, from, to }
    try {
      return await write(await historyOf(request, context), { format: as })
    } catch (error) {
      const refusal = asRefusal(error)
      return privateAnswer(await accountPage(context, { history: { request, refusal } }), refusal)
    }
  }
})

export const tableDownload = download({
  path: '/account/table',
  summary: 'The newest table of a source as a file',
  units: 1,
  query: { bank: parameters.bank },
  formats: publicBank.formats,
  run: (request, context) => publicBank.run(request, context)
})

const form = { method: 'POST', access: 'session' } as const

export const passwordForm = privatePage({
  ...form,
  path: '/account/password',
  summary: 'Changes the password, and ends all other sessions',
  body: { currentPassword: formText, newPassword: formText },
  run: async ({ currentPassword, newPassword }, context) => {
    const { refusal, cookies } = await submit(changePassword, { currentPassword, newPassword }, context)
    if (refusal) return privateAnswer(await accountPage(context, { password: refusal }), refusal)
    return seeOther('/account?notice=password#content', cookies)
  }
})

export const keyForm = privatePage({
  ...form,
  path: '/account/keys',
  summary: 'Creates a key and shows it once',
  body: { name: formText },
  run: async ({ name }, context) => {
    const { refusal, fields } = await submit(newKey, { name }, context)
    if (refusal) return privateAnswer(await accountPage(context, { key: { ...refusal, name } }), refusal)
    return privateAnswer(
      <NewKey apiKey={String(fields.api_key)} origin={context.origin} heading="New key" next="/account" />,
      { status: 201 }
    )
  }
})

export const disablePage = privatePage({
  path: '/account/keys/:id/disable',
  summary: 'Asks whether to disable a key',
  access: 'session',
  params: { id: parameters.keyId },
  run: async ({ id }, context) => {
    const { keys: own } = await fieldsOf<{ keys: UsedKey[] }>(keys, context)
    const key = own.find((it) => it.id === Number(id) && it.disabled_at === null)
    if (!key) throw notFound(`the account has no active key ${id}`)
    return privateAnswer(<ConfirmDisable apiKey={key} />)
  }
})

export const disableForm = privatePage({
  ...form,
  path: '/account/keys/:id/disable',
  summary: 'Disables a key for good',
  params: { id: parameters.keyId },
  run: async ({ id }, context) => {
    const { refusal } = await submit(endKey, { id }, context)
    if (refusal) {
      return privateAnswer(await accountPage(context, { notice: { kind: 'bad', text: sentence(refusal.message) } }), {
        status: refusal.status
      })
    }
    return seeOther('/account?notice=disabled')
  }
})
