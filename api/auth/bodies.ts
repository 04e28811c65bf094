import { z } from 'zod'
import { badRequest, HttpError } from '../errors.ts'

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 128
const LONGEST_NAME = 100
const LONGEST_EMAIL = 254 // RFC 5321, section 4.5.3.1.3, less the angle brackets

const EXPECTED: Record<string, string> = {
  email: 'expected an e-mail address',
  name: `expected at most ${LONGEST_NAME} characters in one line`,
  password: `expected ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
  newPassword: `expected ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
  currentPassword: 'expected the password that you have now',
  token: 'expected what the mailed link ends with'
}

const email = z.string().trim().toLowerCase().max(LONGEST_EMAIL).pipe(z.email())
const password = z.string().min(1).max(LONGEST_PASSWORD)
const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD)

/** What each request may say. */
export const bodies = {
  signUp: z.object({ email, password: newPassword, name: z.string().trim().max(LONGEST_NAME).regex(/^\P{Cc}*$/u).default('') }),
  signIn: z.object({ email, password }),
  changePassword: z.object({ currentPassword: password, newPassword }),
  requestReset: z.object({ email }),
  reset: z.object({ token: z.string().regex(/^[\w-]{1,128}$/), newPassword })
}

/** The body of a request as it has to be. Throws 415 where it is no JSON, and 400 with the field and what it accepts. */
export async function readBody<Body> (request: Request, schema: z.ZodType<Body>): Promise<Body> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type)) throw new HttpError(415, 'expected a body of type application/json')
  const result = schema.safeParse(parse(await request.text()))
  if (result.success) return result.data
  const field = result.error.issues[0]!.path[0]
  throw typeof field === 'string' ? badRequest(field, EXPECTED[field]!) : new HttpError(400, 'expected a JSON object')
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'the body is no JSON')
  }
}
