import { z } from 'zod'
import { HttpError } from '../contract/errors.ts'
import type { Answer } from '../queries/table.ts'
import type { Context, Raw, Route } from '../http/route.ts'

/** Why a form was refused, and at which of its fields where it was one. */
export interface Refusal {
  status: number
  field?: string
  message: string
  /** What the answer says beside it, such as when to try again. */
  headers: Raw['headers']
}

/** What came of a form: what the endpoint answered, with its cookies, or why it was refused. */
export interface Outcome {
  refusal?: Refusal
  fields: Record<string, unknown>
  headers: Raw['headers']
}

/** Whatever was typed: what it must be is said by the endpoint that it goes to. */
export const typed = z.string().max(2000).catch('')

const SHOWN_AGAIN = new Set([400, 401, 404, 409, 429])
const PASSED_ON = ['set-cookie', 'retry-after', 'www-authenticate', 'x-ratelimit-remaining']
const FIELD = /^(\w+): (.+)$/s

/** Hands what a form says to the endpoint that does the same for programs. Throws what the person can't put right. */
export async function submit (route: Route, given: Record<string, string>, context: Context): Promise<Outcome> {
  try {
    return outcomeOf(await route.run(route.read(given, new URLSearchParams()), context) as Raw | Answer)
  } catch (error) {
    return refused(asRefusal(error))
  }
}

/** The refusal that an error is. Throws an error that the person can't put right. */
export function asRefusal (error: unknown): Refusal {
  if (!(error instanceof HttpError) || !SHOWN_AGAIN.has(error.status)) throw error
  return refusalOf(error)
}

function outcomeOf (answer: Raw | Answer): Outcome {
  if ('fields' in answer) return { fields: answer.fields, headers: {} }
  const { status = 200, body } = answer
  const fields = JSON.parse(body.toString()) as Record<string, unknown>
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => PASSED_ON.includes(name.toLowerCase())))
  if (status >= 400) throw new HttpError(status, String(fields.error), headers as Record<string, string>)
  return { fields, headers }
}

function refused (refusal: Refusal): Outcome {
  return { refusal, fields: {}, headers: refusal.headers }
}

function refusalOf ({ status, message, headers }: HttpError): Refusal {
  const [, field, words] = FIELD.exec(message) ?? []
  return { status, field, message: words ?? message, headers }
}
