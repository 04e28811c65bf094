import isCommon from 'wildleek'
import { badRequest } from '../contract/errors.ts'

const MAX_REPEATED = 4 // the longest part whose repetition is refused, in characters: abcdabcd
// Common in passwords that must be changed every few months.
const SEASON =
  /^(spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)\W*((19|20)\d\d|\d\d)\W*$/
const MIN_NAME = 4 // a shorter one occurs in too many words

/**
 * Throws 400 for a password that attackers try first (NIST SP 800-63B, section 3.1.1.2): a common one, a few characters
 * repeated or in sequence, a season or month with a year, or one that contains the product's name or the e-mail
 * address.
 */
export async function refuseWeak(field: string, password: string, email?: string): Promise<void> {
  const text = password.normalize('NFKC').toLowerCase()
  const names = ['ratebook', ...(email === undefined ? [] : [email, email.slice(0, email.lastIndexOf('@'))])].filter(
    (it) => it.length >= MIN_NAME
  )
  if (names.some((it) => text.includes(it))) {
    throw badRequest(field, 'expected a password without the e-mail address and without the name of this service')
  }
  if (isRepeated(text) || isInOrder(text) || SEASON.test(text) || (await isCommon(text))) {
    throw badRequest(field, 'expected a password that is not among the most common ones')
  }
}

/** True if each character follows the previous one at the same distance, where 0 follows 9. */
function isInOrder(text: string): boolean {
  const steps = Array.from(text.slice(1), (it, at) => it.charCodeAt(0) - text.charCodeAt(at))
  const isDigits = /^\d*$/.test(text)
  return new Set(steps.map((it) => (isDigits ? (it + 10) % 10 : it))).size === 1
}

/** True if the password repeats a few characters. */
function isRepeated(text: string): boolean {
  return Array.from({ length: MAX_REPEATED }, (_, at) => text.slice(0, at + 1)).some((part) =>
    part.repeat(Math.ceil(text.length / part.length)).startsWith(text)
  )
}
