import { z } from 'zod'
import { signIn, signUp } from '../../accounts/auth-route.ts'
import { loginAddress } from '../kit/addresses.ts'
import { TextField } from '../kit/components.tsx'
import { FormPage } from '../kit/form-page.tsx'
import { EmailField, errorAt, GeneralRefusal, PasswordField, titleOf } from '../kit/form-parts.tsx'
import { submit, formText, type Refusal } from '../kit/forms.ts'
import { continueLogin } from './login.tsx'
import { localPath, privatePage, seeOther, privateAnswer } from '../kit/private.ts'

interface RegisterProps {
  next: string
  email?: string
  name?: string
  refusal?: Refusal
}

function Register ({ next, email, name, refusal }: RegisterProps) {
  return (
    <FormPage
      title={titleOf('Register', refusal)}
      heading="Register"
      lead="With an account you get an API key with an allowance of units, and can download tables as files."
      after={<p>Already registered? <a href={loginAddress(next)}>Log in</a></p>}
    >
      <GeneralRefusal refusal={refusal} fields={['email', 'name', 'password']} />
      <form class="stack" method="post" action="/register">
        <input type="hidden" name="next" value={next} />
        <TextField label="Name" name="name" autocomplete="name" maxLength={100} value={name} hint="How we address you. Optional." error={errorAt(refusal, 'name')} />
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
  query: { next: z.string().optional().meta({ description: 'The page to continue to.' }) },
  run: async ({ next }, { caller }) => caller ? seeOther(localPath(next)) : privateAnswer(<Register next={localPath(next)} />)
})

export const registerForm = privatePage({
  method: 'POST',
  path: '/register',
  summary: 'Registers a user and logs in; if mail is configured, redirects to the log-in page, whether the address was known or not',
  access: 'keyless',
  body: { email: formText, password: formText, name: formText, next: formText.optional() },
  run: async ({ email, password, name, next: typedNext }, context) => {
    const next = localPath(typedNext)
    const { refusal } = await submit(signUp, { email, password, name }, context)
    if (refusal) return privateAnswer(<Register next={next} email={email} name={name} refusal={refusal} />, refusal)
    if (context.auth.requiresConfirmation) return seeOther('/login?notice=mailed')
    const login = await submit(signIn, { email, password }, context)
    if (login.refusal) return seeOther('/login?notice=registered') // the address was registered before, with another password
    return continueLogin(login, next, context)
  }
})
