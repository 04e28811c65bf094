import { HttpError } from '../contract/errors.ts'
import type { Payer } from './meter.ts'
import { isPaid } from './plans.ts'

/**
 * Whom an endpoint answers: anybody, anybody with a key, those with a key on a paid plan, anybody who is logged in, those who are logged in
 * and on a paid plan, or operators. A visitor is anybody, but known where logged in.
 */
export type Access = 'keyless' | 'visitor' | 'key' | 'paid' | 'session' | 'paid-session' | 'operator'

/** What a request shows of who sends it. */
export type Credential = 'none' | 'key' | 'session'

export interface Caller extends Payer {
  /** The person of a session; a key does not say who uses it. */
  user?: { id: string, email: string, isOperator: boolean }
  /** Set-Cookie headers for the answer, where the session was renewed. */
  cookies?: string[]
}

interface Permission {
  credential: Credential
  requires?: 'paid plan' | 'operator'
}

const PERMISSIONS: Record<Access, Permission> = {
  'keyless': { credential: 'none' },
  'visitor': { credential: 'session' },
  'key': { credential: 'key' },
  'paid': { credential: 'key', requires: 'paid plan' },
  'session': { credential: 'session' },
  'paid-session': { credential: 'session', requires: 'paid plan' },
  'operator': { credential: 'session', requires: 'operator' }
}

/** By what the callers of an endpoint are recognised. */
export function credentialOf (access: Access): Credential {
  return PERMISSIONS[access].credential
}

/** The error for a caller, recognised by the credential of an access, who may not have what it opens; undefined for those who may. */
export function refusalOf (caller: Caller | undefined, access: Access): HttpError | undefined {
  const { requires } = PERMISSIONS[access]
  if (requires === 'paid plan' && !isPaid(caller!.plan)) return new HttpError('plan_required', `the ${caller!.plan} plan does not include this; it needs a developer, business or enterprise plan`)
  if (requires === 'operator' && !caller!.user!.isOperator) return new HttpError('operator_required', 'this needs an operator account')
  return undefined
}
