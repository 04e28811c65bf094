import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token of the link with which somebody registers as the first operator. Who knows it can read the session secret,
 * the console or the data folder of the service. It is derived from the secret, so that every process accepts the same
 * link; it ends when there is an operator.
 */
export function operatorToken(secret: string): string {
  return createHmac('sha256', secret).update('the first operator').digest('base64url')
}

/** The address at which somebody registers as the first operator. */
export function operatorLink(address: string, secret: string): string {
  return `${address}/register?operator=${operatorToken(secret)}`
}

/** True if `given` is the token of the first operator's link. */
export function isOperatorToken(given: string, secret: string): boolean {
  const expected = Buffer.from(operatorToken(secret))
  const token = Buffer.from(given)
  return token.length === expected.length && timingSafeEqual(token, expected)
}
