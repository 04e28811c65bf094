import { z } from 'zod'
import { signIn, signUp } from '../../../api/accounts/auth-route.ts'
import { loginAddress } from '../../pages/kit/addresses.ts'
import { TextField } from '../../pages/kit/components.tsx'
import { FormPage } from '../../pages/kit/form-page.tsx'
import { EmailField, errorAt, GeneralRefusal, PasswordField, titleOf } from '../../pages/kit/form-parts.tsx'
import { NoOperator } from '../../pages/kit/no-operator.tsx'
import { submit, formText, type Refusal } from '../../pages/kit/forms.ts'
import { continueLogin } from './login.tsx'
import { localPath, privatePage, seeOther, privateAnswer } from '../../pages/kit/private.ts'

const LEAD = 'With an account you get an API key with an allowance of units, and can download tables as files.'
const OPERATOR_LEAD = 'The operator starts runs, reviews the quarantine and has the enterprise plan.'

interface RegisterProps {
  operator?: string
  /** True if the installation has no operator. */
  isUnclaimed?: boolean
  next: string
  email?: string
  name?: string
  refusal?: Refusal
}

function Register({ operator, isUnclaimed, next, email, name, refusal }: RegisterProps) {
  return (
    <FormPage
      title={titleOf('Register', refusal)}
      heading={operator === undefined ? 'Register' : 'Register as the operator'}
      lead={operator === undefined ? LEAD : OPERATOR_LEAD}
      after={
        <p>
          Already registered? <a href={loginAddress(next)}>Log in</a>
        </p>
      }
    >
      <GeneralRefusal refusal={refusal} fields={['email', 'name', 'password']} />
      {isUnclaimed && operator === undefined && <NoOperator />}
      <form class="stack" method="post" action="/register">
        {operator !== undefined && <input type="hidden" name="operator" value={operator} />}
        <input type="hidden" name="next" value={next} />
        <TextField
          label="Name"
          name="name"
          autocomplete="name"
          maxLength={100}
          value={name}
          hint="How we address you. Optional."
          error={errorAt(refusal, 'name')}
        />
        <EmailField value={email} error={errorAt(refusal, 'email')} />
        <PasswordField isNew error={errorAt(refusal, 'password')} />
        <button>Register</button>
      </form>
    </FormPage>
  )
}

export const registerPage = privatePage({
  path: '/register',
  summary: 'The form to register',
  query: {
    next: z.string().optional().meta({ description: 'The page to continue to.' }),
    operator: z
      .string()
      .max(128)
      .optional()
      .meta({ description: 'The token of the link with which the first operator registers.' })
  },
  run: async ({ next, operator }, { caller, auth }) => {
    if (caller) return seeOther(localPath(next))
    return privateAnswer(
      <Register next={localPath(next)} operator={operator} isUnclaimed={!(await auth.hasOperator())} />
    )
  }
})

export const registerForm = privatePage({
  method: 'POST',
  path: '/register',
  summary:
    'Registers a user and logs in; if mail is configured, redirects to the log-in page, whether the address ' +
    'was known or not',
  access: 'keyless',
  body: {
    email: formText,
    password: formText,
    name: formText,
    next: formText.optional(),
    operator: formText.optional()
  },
  run: async ({ email, password, name, operator, next: typedNext }, context) => {
    const next = localPath(typedNext)
    const { refusal } = await submit(
      signUp,
      { email, password, name, ...(operator !== undefined && { operator }) },
      context
    )
    if (refusal) {
      const isWrongLink = refusal.field === 'operator'
      return privateAnswer(
        <Register {...{ next, email, name, refusal }} operator={isWrongLink ? undefined : operator} />,
        refusal
      )
    }
    if (context.auth.requiresConfirmation) return seeOther('/login?notice=mailed')
    const login = await submit(signIn, { email, password }, context)
    // the address is already registered, with another password
    if (login.refusal) return seeOther('/login?notice=registered')
    return continueLogin(login, next, context)
  }
})
