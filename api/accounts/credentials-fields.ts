import { z } from 'zod'

/** The fields of accounts and log-ins, each described in one place. */

const MIN_PASSWORD = 8
const MAX_PASSWORD = 128
const MAX_NAME = 100
const MAX_EMAIL = 254 // RFC 5321, section 4.5.3.1.3, less the angle brackets

const AN_EMAIL = 'expected an e-mail address'
const A_PASSWORD = `expected ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`
const A_NAME = `expected at most ${MAX_NAME} characters in one line`
const A_TOKEN = 'expected the token at the end of the mailed link'

export const email = z
  .string(AN_EMAIL)
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL, AN_EMAIL)
  .pipe(z.email(AN_EMAIL))
  .meta({ description: 'The e-mail address, in any case.', examples: ['ada@example.org'] })

export const password = z
  .string(A_PASSWORD)
  .min(1, A_PASSWORD)
  .max(MAX_PASSWORD, A_PASSWORD)
  .meta({ description: 'The password.', examples: ['correct horse battery'] })

export const newPassword = z
  .string(A_PASSWORD)
  .min(MIN_PASSWORD, A_PASSWORD)
  .max(MAX_PASSWORD, A_PASSWORD)
  .meta({
    description: `The new password, ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`,
    examples: ['correct horse battery']
  })

export const personName = z
  .string(A_NAME)
  .trim()
  .max(MAX_NAME, A_NAME)
  .refine((text) => !/\p{Cc}/u.test(text), A_NAME)
  .default('')
  .meta({ description: 'The name by which the user wants to be addressed.', examples: ['Ada'] })

const AN_OPERATOR_TOKEN = 'expected the value of operator in the link that the service printed'

export const operatorToken = z
  .string(AN_OPERATOR_TOKEN)
  .regex(/^[\w-]{1,128}$/, AN_OPERATOR_TOKEN)
  .meta({
    description: 'The token of the link with which the first operator registers.',
    examples: ['0000000000000000']
  })

export const resetToken = z
  .string(A_TOKEN)
  .regex(/^[\w-]{1,128}$/, A_TOKEN)
  .meta({ description: 'The token at the end of the mailed link.', examples: ['0000000000000000'] })
