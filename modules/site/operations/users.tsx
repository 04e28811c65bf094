import { z } from 'zod'
import { isPaid, PLANS, type Plan } from '../../../api/access/plans.ts'
import { listUsers, setUserPlan, type UserEntry } from '../../../api/accounts/users.ts'
import type { Context } from '../../../api/server/route.ts'
import { Badge, Breadcrumbs, DateText, Notice } from '../../pages/kit/components.tsx'
import { sentence } from '../../pages/kit/form-parts.tsx'
import { formText } from '../../pages/kit/forms.ts'
import { formatCount } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { privateAnswer, privatePage, seeOther } from '../../pages/kit/private.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

const MAX_SHOWN = 500

async function usersPage(
  { database, settings: { accountPlan = 'free' } }: Context,
  { changed, error }: { changed?: string; error?: string }
) {
  const users = await listUsers(database)
  const isChanged = users.some(({ email }) => email === changed)
  const shown = users.slice(0, MAX_SHOWN)
  return (
    <Layout
      title="Users"
      current="/status"
      styles={['account.css']}
      description="The users of this service and their plans."
    >
      <Breadcrumbs trail={[['Status', '/status']]} />
      <h1>Users</h1>
      <p class="lead">
        Dated tables, histories and their files belong to these plans: {PLANS.filter(isPaid).join(', ')}.{' '}
        <a href="/docs/plans">All plans</a>
      </p>
      {isChanged && (
        <Notice kind="good">
          <p>The plan of {changed} is saved.</p>
        </Notice>
      )}
      {error && (
        <Notice kind="bad">
          <p>{sentence(error)}</p>
        </Notice>
      )}
      <p>
        {accountPlan === 'free' ? (
          <>
            The setting <code>ACCOUNT_PLAN=enterprise</code> gives every account that plan at once.
          </>
        ) : (
          <>
            Accounts on the free plan have the {accountPlan} plan here, by the setting <code>ACCOUNT_PLAN</code>.
          </>
        )}
      </p>
      {users.length > MAX_SHOWN && (
        <p>
          {`These are the newest ${formatCount(MAX_SHOWN)} of ${formatCount(users.length)} users. For the others: `}
          <code>ratebook users plan EMAIL PLAN</code>
        </p>
      )}
      <DataTable
        label="Users"
        description="Users and their plans, newest first"
        isStacked
        rows={shown}
        columns={[
          {
            head: 'E-mail address',
            class: 'broken',
            cell: ({ email, role, disabled_at: disabled }) => (
              <>
                {email} {role === 'operator' && <Badge kind="quiet">operator</Badge>}
                {disabled && <Badge kind="warning">disabled</Badge>}
              </>
            )
          },
          { head: 'Since', cell: ({ created_at: created }) => <DateText day={created.slice(0, 10)} /> },
          { head: 'Last seen', cell: ({ last_seen_at: seen }) => <DateText day={seen && seen.slice(0, 10)} /> },
          { head: 'Keys', class: 'number', cell: ({ keys }) => formatCount(keys) },
          { head: 'Plan', cell: (user) => <PlanForm user={user} /> }
        ]}
      />
    </Layout>
  )
}

function PlanForm({ user: { email, plan } }: { user: UserEntry }) {
  return (
    <form class="plan" method="post" action="/status/users">
      <input type="hidden" name="email" value={email} />
      <select name="plan" aria-label={`Plan of ${email}`}>
        {PLANS.filter((it) => it !== 'trial' || plan === it).map((it) => (
          <option value={it} selected={it === (plan ?? 'free')}>
            {it}
          </option>
        ))}
      </select>
      <button class="plain small">
        Save<span class="hidden">{` the plan of ${email}`}</span>
      </button>
    </form>
  )
}

export const usersRoute = privatePage({
  path: '/status/users',
  summary: 'The users and their plans, which an operator changes',
  access: 'operator',
  query: { changed: z.string().max(320).optional().catch(undefined).meta({ description: 'Whose plan was changed.' }) },
  run: async ({ changed }, context) => privateAnswer(await usersPage(context, { changed }))
})

export const userPlanForm = privatePage({
  method: 'POST',
  path: '/status/users',
  summary: 'Puts a user on a plan',
  access: 'operator',
  body: { email: formText, plan: formText },
  run: async ({ email, plan }, context) => {
    const refuse = async (error: string) => privateAnswer(await usersPage(context, { error }), { status: 400 })
    if (!PLANS.includes(plan as Plan)) return refuse(`plan: expected ${PLANS.join(', ')}`)
    if (!(await listUsers(context.database)).some((it) => it.email === email))
      return refuse(`there is no user ${email}`)
    const changed = await setUserPlan(context.database, email, plan as Plan)
    return seeOther(`/status/users?${new URLSearchParams({ changed })}`)
  }
})
