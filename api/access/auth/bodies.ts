import { z } from 'zod'
import { badRequest, HttpError } from '../../contract/errors.ts'

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 128
const LONGEST_NAME = 100
const LONGEST_EMAIL = 254 // RFC 5321, section 4.5.3.1.3, less the angle brackets

const AN_EMAIL = 'expected an e-mail address'
const A_PASSWORD = `expected ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`
const A_NAME = `expected at most ${LONGEST_NAME} characters in one line`
const A_TOKEN = 'expected what the mailed link ends with'

const email = z.string(AN_EMAIL).trim().toLowerCase().max(LONGEST_EMAIL, AN_EMAIL).pipe(z.email(AN_EMAIL))
  .meta({ description: 'The e-mail address, in any case.', examples: ['ada@example.org'] })
const password = z.string(A_PASSWORD).min(1, A_PASSWORD).max(LONGEST_PASSWORD, A_PASSWORD)
  .meta({ description: 'The password.', examples: ['correct horse battery'] })
const newPassword = z.string(A_PASSWORD).min(SHORTEST_PASSWORD, A_PASSWORD).max(LONGEST_PASSWORD, A_PASSWORD)
  .meta({ description: `The new password, ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`, examples: ['correct horse battery'] })
const name = z.string(A_NAME).trim().max(LONGEST_NAME, A_NAME).regex(/^\P{Cc}*$/u, A_NAME).default('')
  .meta({ description: 'What the person wants to be called.', examples: ['Ada'] })
const token = z.string(A_TOKEN).regex(/^[\w-]{1,128}$/, A_TOKEN)
  .meta({ description: 'What the mailed link ends with.', examples: ['0000000000000000'] })

/** What each request may say. */
export const bodies = {
  signUp: z.object({ email, password: newPassword, name }),
  signIn: z.object({ email, password }),
  changePassword: z.object({ currentPassword: password, newPassword }),
  requestReset: z.object({ email }),
  reset: z.object({ token, newPassword })
}

/** The body of a request as it has to be. Throws 415 where it is no JSON, and 400 with the field and what it accepts. */
export async function readBody<Body> (request: Request, schema: z.ZodType<Body>): Promise<Body> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type)) throw new HttpError(415, 'expected a body of type application/json')
  const result = schema.safeParse(parse(await request.text()))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue!.path.length > 0 ? badRequest(String(issue!.path[0]), issue!.message) : new HttpError(400, 'expected a JSON object')
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'the body is no JSON')
  }
}
