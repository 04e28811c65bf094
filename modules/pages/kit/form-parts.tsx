import { Notice, TextField } from './components.tsx'
import type { Refusal } from './forms.ts'

/** A message about the last action. */
export interface PageNotice {
  kind: 'quiet' | 'good' | 'warning' | 'bad'
  text: string
}

/** The error of a field as a sentence. Undefined if the refusal concerns another field or none. */
export function errorAt(refusal: Refusal | undefined, ...fields: string[]): string | undefined {
  return refusal?.field !== undefined && fields.includes(refusal.field) ? sentence(refusal.message) : undefined
}

/** Shows a refusal that does not concern a field of the form. */
export function GeneralRefusal({ refusal, fields }: { refusal: Refusal | undefined; fields: string[] }) {
  if (!refusal || (refusal.field !== undefined && fields.includes(refusal.field))) return null
  return (
    <Notice kind="bad">
      <p>{sentence(refusal.message)}</p>
    </Notice>
  )
}

/** The field for the e-mail address of an account. */
export function EmailField({ value, error }: { value?: string; error?: string }) {
  return (
    <TextField
      label="E-mail address"
      name="email"
      type="email"
      inputMode="email"
      autocomplete="username"
      maxLength={254}
      required
      value={value}
      error={error}
    />
  )
}

/** The field for a password. It is never filled in again. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  isNew = false,
  error
}: {
  label?: string
  name?: string
  isNew?: boolean
  error?: string
}) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      required
      autocomplete={isNew ? 'new-password' : 'current-password'}
      minLength={isNew ? 8 : undefined}
      maxLength={128}
      hint={isNew ? '8 to 128 characters. A few words are easier to remember than a few symbols.' : undefined}
      error={error}
    />
  )
}

/** The title of a page, which begins with Error if the form was refused. */
export function titleOf(title: string, refusal: Refusal | undefined): string {
  return refusal ? `Error: ${title}` : title
}

// The name of a parameter, or the code of a source or rule, at the beginning of a message.
const CODE = /^[\w-]+(?::| has no | does not publish | is unsure | is not in force )/

/** A message as a sentence. A code at its beginning keeps its case. */
export function sentence(text: string): string {
  return `${CODE.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
