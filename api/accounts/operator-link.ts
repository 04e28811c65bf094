import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token in the link with which the first operator registers. Only a person who can read the session secret, the
 * console or the data folder of the service can get it. It is derived from the secret, so that every process accepts
 * the same link. It becomes invalid once there is an operator.
 */
export function operatorToken(secret: string): string {
  return createHmac('sha256', secret).update('the first operator').digest('base64url')
}

/** The address of the registration of the first operator. */
export function operatorLink(address: string, secret: string): string {
  return `${address}/register?operator=${operatorToken(secret)}`
}

/** True if `given` is the token of the first operator's link. */
export function isOperatorToken(given: string, secret: string): boolean {
  const expected = Buffer.from(operatorToken(secret))
  const token = Buffer.from(given)
  return token.length === expected.length && timingSafeEqual(token, expected)
}
