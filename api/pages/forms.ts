import { z } from 'zod'
import { HttpError } from '../contract/errors.ts'
import { ofKind } from '../http/answer.ts'
import type { Context, Route } from '../http/route.ts'

/** Why a form was refused, and at which of its fields where it was one. */
export interface Refusal {
  status: number
  field?: string
  message: string
  /** What the answer says beside it, such as when to try again. */
  headers: Record<string, string>
}

/** What came of a form: what the endpoint answered, with its cookies, or why it was refused. */
export interface Outcome {
  refusal?: Refusal
  fields: Record<string, unknown>
  cookies?: string[]
}

/** Whatever was typed: what it must be is said by the endpoint that it goes to. */
export const typed = z.string().max(2000).catch('')

const SHOWN_AGAIN = new Set([400, 401, 404, 409, 429])
const FIELD = /^(\w+): (.+)$/s

/** Hands what a form says to the endpoint that does the same for programs. Throws what the person can't put right. */
export async function submit (route: Route, given: Record<string, string>, context: Context): Promise<Outcome> {
  try {
    const { fields, cookies } = ofKind('fields', await route.run(route.read(given, new URLSearchParams()), context))
    return { fields, cookies }
  } catch (error) {
    return { refusal: asRefusal(error), fields: {} }
  }
}

/** The refusal that an error is. Throws an error that the person can't put right. */
export function asRefusal (error: unknown): Refusal {
  if (!(error instanceof HttpError) || !SHOWN_AGAIN.has(error.status)) throw error
  return refusalOf(error)
}

function refusalOf ({ status, message, headers }: HttpError): Refusal {
  const [, field, words] = FIELD.exec(message) ?? []
  return { status, field, message: words ?? message, headers }
}
