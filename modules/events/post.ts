import { createHmac } from 'node:crypto'
import { request, type Dispatcher } from 'undici'

const TIMEOUT = 15_000
const MAX_READ = 64 * 1024
const MAX_ERROR = 200
const NOT_PUBLIC: ReadonlySet<string | undefined> = new Set(['FORBIDDEN', 'ENOTFOUND', 'ENODATA', 'EAI_AGAIN'])

/** A message to a webhook, of an account or of the operator. */
export interface Message {
  /** The same at each attempt, so that receivers recognize repeats. */
  id: string
  url: string
  /** The JSON. */
  message: string
  /** The secrets. Each of them signs the message. */
  secrets: string[]
}

/**
 * Posts a signed message (the Standard Webhooks specification). Returns the status of the answer, or the reason why
 * there was none. Follows no redirect, and reads only the start of an answer.
 */
export async function post(
  dispatcher: Dispatcher,
  { id, url, message, secrets }: Message
): Promise<{ status?: number; error?: string }> {
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Ratebook',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${message}`)).join(' ')
  }
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const { statusCode: status, body } = await request(url, {
      method: 'POST',
      headers,
      body: message,
      dispatcher,
      signal
    })
    await body.dump({ limit: MAX_READ, signal })
    return status < 300 ? { status } : { status, error: `answered ${status}` }
  } catch (error) {
    if (signal.aborted) return { error: `no answer within ${TIMEOUT / 1000} seconds` }
    const { code, message } = error as Error & { code?: string }
    // The owner of a webhook must not learn the names and addresses in a private network.
    return { error: NOT_PUBLIC.has(code) ? 'has no public address' : message.slice(0, MAX_ERROR) }
  }
}

/** The signature of a text: HMAC-SHA256 with the secret bytes that follow `whsec_`. */
export function signatureOf(secret: string, text: string): string {
  return `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64')}`
}
