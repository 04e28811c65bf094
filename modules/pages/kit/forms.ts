import { z } from 'zod'
import { HttpError } from '../../../api/contract/errors.ts'
import type { Context, Route } from '../../../api/server/route.ts'

/** The reason why a form was refused, and its field, if any. */
export interface Refusal {
  status: number
  field?: string
  message: string
  /** Headers of the answer, such as when to retry. */
  headers: Record<string, string>
}

/** The outcome of a form: the answer of the endpoint with its cookies, or the refusal. */
export interface Outcome {
  refusal?: Refusal
  fields: Record<string, unknown>
  cookies?: string[]
}

/** Any text. The endpoint behind the form validates it. */
export const formText = z.string().max(2000).catch('')

const FIXABLE_STATUSES = new Set([400, 401, 404, 409, 429])
// in a form, a source without a table is a wrong choice of the user
const FIXABLE_CODES = ['address_not_confirmed', 'not_ingested']

/**
 * Passes the fields of a form to the endpoint that does the same for programs. Throws errors that the person cannot
 * fix.
 */
export async function submit(route: Route, given: Record<string, string>, context: Context): Promise<Outcome> {
  try {
    const { fields = {}, cookies } = await route.run(route.read(given, new URLSearchParams()), context)
    return { fields, cookies }
  } catch (error) {
    return { refusal: asRefusal(error), fields: {} }
  }
}

/** The refusal for an error. Throws an error that the person cannot fix. */
export function asRefusal(error: unknown): Refusal {
  if (!(error instanceof HttpError) || !(FIXABLE_STATUSES.has(error.status) || FIXABLE_CODES.includes(error.code))) {
    throw error
  }
  return refusalOf(error)
}

function refusalOf({ status, parameter: field, reason: message, headers }: HttpError): Refusal {
  return { status, field, message, headers }
}
