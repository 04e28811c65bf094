import { z } from 'zod'
import { requestReset, resetPassword } from '../../../api/accounts/auth-route.ts'
import { Notice } from '../../pages/kit/components.tsx'
import { FormPage } from '../../pages/kit/form-page.tsx'
import { EmailField, errorAt, GeneralRefusal, PasswordField, titleOf } from '../../pages/kit/form-parts.tsx'
import { submit, formText, type Refusal } from '../../pages/kit/forms.ts'
import { privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'

const backToLogin = (
  <p>
    <a href="/login">Back to the log-in</a>
  </p>
)

function RequestLink({
  email,
  refusal,
  isSent = false,
  confirms
}: {
  email?: string
  refusal?: Refusal
  isSent?: boolean
  confirms: boolean
}) {
  return (
    <FormPage
      title={titleOf('Set a new password', refusal)}
      heading="Set a new password"
      lead="Enter the e-mail address of your account to get a link to set a new password."
      after={backToLogin}
    >
      {isSent && (
        <Notice kind="good">
          <p>
            {confirms
              ? 'If the address is registered, we have sent it a link. The link works once, within an hour.'
              : NO_MAIL}
          </p>
        </Notice>
      )}
      <GeneralRefusal refusal={refusal} fields={['email']} />
      <form class="stack" method="post" action="/reset">
        <EmailField value={email} error={errorAt(refusal, 'email')} />
        <button>Get a link</button>
      </form>
    </FormPage>
  )
}

const NO_MAIL =
  'If the address is registered, a link was created. This service sends no mail: ask its operator for ' +
  'the link. It works once, within an hour.'

export const linkPage = privatePage({
  path: '/reset',
  summary: 'The form to request a password reset',
  query: { notice: z.string().optional().meta({ description: 'Set if a link was requested.' }) },
  run: async ({ notice }, { auth }) =>
    privateAnswer(<RequestLink isSent={notice === 'sent'} confirms={auth.requiresConfirmation} />)
})

export const linkForm = privatePage({
  method: 'POST',
  path: '/reset',
  summary: 'Requests a link to set a new password; the answer is the same whether the address is registered or not',
  access: 'keyless',
  body: { email: formText },
  run: async ({ email }, context) => {
    const { refusal } = await submit(requestReset, { email }, context)
    if (refusal) {
      return privateAnswer(
        <RequestLink email={email} refusal={refusal} confirms={context.auth.requiresConfirmation} />,
        refusal
      )
    }
    return seeOther('/reset?notice=sent')
  }
})

function SetPassword({ token, refusal }: { token: string; refusal?: Refusal }) {
  return (
    <FormPage
      title={titleOf('Set a new password', refusal)}
      heading="Set a new password"
      lead="This ends all sessions: you will have to log in again on every device."
      after={backToLogin}
    >
      <GeneralRefusal refusal={refusal} fields={['newPassword']} />
      {refusal?.field === 'token' && (
        <p>
          <a href="/reset">Request another link</a>
        </p>
      )}
      <form class="stack" method="post" action={`/reset/${token}`}>
        <PasswordField label="New password" name="newPassword" isNew error={errorAt(refusal, 'newPassword')} />
        <button>Set password</button>
      </form>
    </FormPage>
  )
}

const token = z
  .string()
  .regex(/^[\w-]{1,128}$/, 'expected the token at the end of the link')
  .meta({ description: 'The token at the end of the link.' })

export const newPasswordPage = privatePage({
  path: '/reset/:token',
  summary: 'The form to set a new password, which the mailed link opens',
  params: { token },
  run: async ({ token }) => privateAnswer(<SetPassword token={token} />)
})

export const newPasswordForm = privatePage({
  method: 'POST',
  path: '/reset/:token',
  summary: 'Sets a new password and redirects to the log-in page',
  access: 'keyless',
  params: { token },
  body: { newPassword: formText },
  run: async ({ token, newPassword }, context) => {
    const { refusal } = await submit(resetPassword, { token, newPassword }, context)
    if (refusal) return privateAnswer(<SetPassword token={token} refusal={refusal} />, refusal)
    return seeOther('/login?notice=reset')
  }
})
