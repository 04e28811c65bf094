import type { ComponentChildren } from 'preact'
import { isPaid } from '../../../api/access/plans.ts'
import type { Context } from '../../../api/server/route.ts'
import { loginAddress } from './addresses.ts'
import { Notice } from './components.tsx'
import { isServed } from './served.ts'

type Visit = Pick<Context, 'caller' | 'settings' | 'endpoints'>

/** True if the visitor's account has dated tables and histories. */
export function hasHistory({ caller }: Pick<Context, 'caller'>): boolean {
  return caller !== undefined && isPaid(caller.plan)
}

/** The requirements of dated tables and histories: an account, or one on some plans. */
export function neededPlan({ settings: { accountPlan = 'free' } }: Pick<Context, 'settings'>): string {
  return isPaid(accountPlan) ? 'an account' : 'an account on the developer, business or enterprise plan'
}

/** How a visitor without the required account gets one. The log-in returns to `page`. */
export function PlanNeeded({ page, context }: { page: string; context: Visit }) {
  const { caller } = context
  if (caller === undefined) return <a href={loginAddress(page)}>Log in</a>
  if (!caller.user?.isOperator)
    return <>Yours is on the {caller.plan} plan: the operator of this service can change it.</>
  return (
    <>
      Yours is on the {caller.plan} plan:{' '}
      {isServed(context, '/status/users') ? <a href="/status/users">change it</a> : <>change it</>}.
    </>
  )
}

interface PlanNoticeProps {
  /** The subject of the sentence: the content that needs a plan. */
  what: string
  page: string
  context: Visit
  children?: ComponentChildren
}

/** The notice that replaces content that the visitor's account does not include. */
export function PlanNotice({ what, page, context, children }: PlanNoticeProps) {
  return (
    <Notice kind="quiet" title={`${what} ${neededPlan(context)}`}>
      <p>
        {children} <PlanNeeded page={page} context={context} />
      </p>
    </Notice>
  )
}
