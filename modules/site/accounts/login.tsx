import { z } from 'zod'
import type { Role } from '../../../api/access/callers.ts'
import type { Answer } from '../../../api/formats/answer.ts'
import type { Demo } from '../../module.ts'
import type { Context } from '../../../api/server/route.ts'
import { signIn, signOut } from '../../../api/accounts/auth-route.ts'
import { Notice } from '../../pages/kit/components.tsx'
import { FormPage } from '../../pages/kit/form-page.tsx'
import {
  EmailField,
  errorAt,
  GeneralRefusal,
  PasswordField,
  titleOf,
  type PageNotice
} from '../../pages/kit/form-parts.tsx'
import { NoOperator } from '../../pages/kit/no-operator.tsx'
import { submit, formText, type Outcome, type Refusal } from '../../pages/kit/forms.ts'
import { NewKey } from './new-key.tsx'
import { localPath, privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'

const NOTICES = {
  registered: { kind: 'good', text: 'You are registered. Log in with your e-mail address and password.' },
  mailed: { kind: 'good', text: 'We have sent you a link to confirm your address. Open it, then log in here.' },
  confirmed: { kind: 'good', text: 'Your address is confirmed. Log in.' },
  unconfirmed: {
    kind: 'warning',
    text:
      'The link has expired or was already used. Log in. If your address is not confirmed yet, we will send ' +
      'another link.'
  },
  reset: { kind: 'good', text: 'The new password is set and all sessions are ended. Log in with the new password.' },
  out: { kind: 'good', text: 'You are logged out.' },
  needed: { kind: 'quiet', text: 'Log in to see this page.' }
} satisfies Record<string, PageNotice>

type NoticeName = keyof typeof NOTICES

interface LoginProps {
  /** True if the installation has no operator. */
  isUnclaimed?: boolean
  next: string
  email?: string
  notice?: NoticeName
  refusal?: Refusal
  demo?: Demo
}

function Login({ isUnclaimed, next, email, notice, refusal, demo }: LoginProps) {
  const message = notice && NOTICES[notice]
  return (
    <FormPage
      title={titleOf('Log in', refusal)}
      heading="Log in"
      after={
        <p>
          <a href="/reset">Forgot your password?</a> · New here?{' '}
          <a href={`/register?${new URLSearchParams({ next })}`}>Register</a>
        </p>
      }
    >
      {message && (
        <Notice kind={message.kind}>
          <p>{message.text}</p>
        </Notice>
      )}
      {isUnclaimed && <NoOperator />}
      {demo && (
        <Notice>
          <p>
            In this demo: <code>{demo.login.email}</code> with the password <code>{demo.login.password}</code>, the
            operator of this service, on the enterprise plan.
          </p>
        </Notice>
      )}
      <GeneralRefusal refusal={refusal} fields={['email', 'password']} />
      <form class="stack" method="post" action="/login">
        <input type="hidden" name="next" value={next} />
        <EmailField value={email} error={errorAt(refusal, 'email')} />
        <PasswordField error={errorAt(refusal, 'password')} />
        <button>Log in</button>
      </form>
    </FormPage>
  )
}

const noticeName = z.enum(Object.keys(NOTICES) as [NoticeName, ...NoticeName[]])

const given = z.string().optional()

export const loginPage = privatePage({
  path: '/login',
  summary: 'The form to log in',
  query: {
    next: given.meta({ description: 'The page to continue to.' }),
    notice: noticeName.optional().catch(undefined).meta({ description: 'What just happened.' }),
    confirmed: given.meta({ description: 'Set if a mailed link was valid.' }),
    unconfirmed: given.meta({ description: 'Set if a mailed link was not valid.' })
  },
  run: async ({ next, notice, confirmed, unconfirmed }, { caller, auth, settings: { demo } }) => {
    if (caller) return seeOther(localPath(next))
    const outcome = confirmed !== undefined ? 'confirmed' : unconfirmed !== undefined ? 'unconfirmed' : notice
    const shown = outcome ?? (next === undefined ? undefined : 'needed')
    return privateAnswer(
      <Login next={localPath(next)} notice={shown} demo={demo} isUnclaimed={!(await auth.hasOperator())} />
    )
  }
})

export const loginForm = privatePage({
  method: 'POST',
  path: '/login',
  summary: 'Logs in; the first log-in shows the first API key of the account',
  access: 'keyless',
  body: { email: formText, password: formText, next: formText.optional() },
  run: async ({ email, password, next }, context) => {
    const { refusal, fields, cookies } = await submit(signIn, { email, password }, context)
    const target = localPath(next)
    if (refusal) {
      const shown = refusal.status === 401 ? { ...refusal, field: 'password' } : refusal
      return privateAnswer(<Login next={target} email={email} refusal={shown} demo={context.settings.demo} />, refusal)
    }
    return continueLogin({ fields, cookies }, target, context)
  }
})

/** Continues after a log-in: the first one shows the first key of the account. */
export function continueLogin(
  { fields, cookies }: Pick<Outcome, 'fields' | 'cookies'>,
  next: string,
  { origin }: Context
): Answer {
  if (fields.api_key === undefined) return seeOther(next, cookies)
  const { role } = fields.user as { role: Role }
  return privateAnswer(
    <NewKey
      apiKey={String(fields.api_key)}
      origin={origin}
      heading="Welcome to Ratebook"
      next={next}
      isOperator={role === 'operator'}
    />,
    { cookies }
  )
}

export const logoutPage = privatePage({
  path: '/logout',
  summary: 'Asks whether to log out',
  run: async (_request, { caller }) =>
    caller ? privateAnswer(<Logout email={caller.user!.email} />) : seeOther('/login')
})

function Logout({ email }: { email: string }) {
  return (
    <FormPage
      title="Log out"
      heading="Log out"
      lead={<>You are logged in as {email}.</>}
      after={
        <p>
          <a href="/account">Back to the account</a>
        </p>
      }
    >
      <form method="post" action="/logout">
        <button>Log out</button>
      </form>
    </FormPage>
  )
}

export const logoutForm = privatePage({
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session and leads to the page to log in',
  access: 'keyless',
  run: async (_request, context) => {
    const { cookies } = await submit(signOut, {}, context)
    return seeOther('/login?notice=out', cookies)
  }
})
