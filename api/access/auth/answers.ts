import { asHttpError, badRequest, HttpError, unauthorized } from '../../contract/errors.ts'

/** How a 401 asks for a session. */
export const CHALLENGE = 'Cookie'

/** The same answer where it is a good one. Throws what it is to the caller otherwise. */
export async function expectOk (response: Response): Promise<Response> {
  if (!response.ok) throw await asError(response)
  return response
}

/** What an error of better-auth is to the caller, by its code. */
export async function asError (response: Response): Promise<Error> {
  const { code } = await response.json().catch(() => ({})) as { code?: string }
  if (response.status >= 500) return new Error(`better-auth failed: ${code}`)
  if (response.status === 401) return unauthorized('log in first', CHALLENGE)
  if (code === 'INVALID_PASSWORD') return badRequest('currentPassword', 'this is not the password that you have now')
  if (code === 'INVALID_TOKEN' || code === 'USER_NOT_FOUND') return badRequest('token', 'the link was used already or is too old; ask for another')
  return new HttpError(response.status === 422 ? 400 : response.status, 'the request was refused')
}

/** The answer to an error that the caller may see. Throws any other. */
export function answerError (error: unknown): Response {
  const known = asHttpError(error)
  if (!known) throw withoutDetail(error)
  return json(known.status, { error: known.message }, { headers: known.headers })
}

// The database's own detail of a failure repeats the row, an address in it, and would be logged.
function withoutDetail (error: unknown): unknown {
  if (error instanceof Error && 'detail' in error) error.detail = undefined
  return error
}

/** An answer that nobody keeps. */
export function json (status: number, body: unknown, { headers = {}, cookies = [] }: { headers?: Record<string, string>, cookies?: string[] } = {}): Response {
  const response = new Response(JSON.stringify(body), { status, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** Leads a browser elsewhere. */
export function redirect (location: string): Response {
  return new Response(null, { status: 302, headers: { 'Location': location, 'Cache-Control': 'no-store' } })
}
