import type { Allowances, Plan } from '../access/plans.ts'

export interface OriginSettings {
  /** The public address of the service. */
  publicUrl?: string
  /** The number of trusted proxies in front of the service. */
  trustProxy: number
}

/** The origins that the operator allows; `*` for all. */
export type NamedOrigins = '*' | readonly string[]

export interface Limits {
  /** Requests a minute for each key or session. */
  perCaller: number
  /** Requests a minute for each address, at open endpoints or with an invalid key. */
  perAddress: number
  /** Trial keys a day for each address. */
  trialKeys: number
}

/** A path, empty or with a leading slash, below which a family of compatible endpoints is served as well. */
export interface CompatAlias {
  path: string
  /** Its name, the last part of its own path. */
  family: string
}

/** Who may copy the archived documents. */
export interface Sharing {
  /** The sources whose documents are shared, or all of them; by default none. */
  sources?: readonly string[] | '*'
  /** True if no key is needed. */
  isOpen: boolean
}

export interface ApiSettings extends OriginSettings {
  limits: Limits
  allowances: Allowances
  /** The plan of the accounts on the free plan, as in a house whose members all may read everything; by default free. */
  accountPlan?: Plan
  /** The request header in which the edge proxy names the caller's country. */
  countryHeader: string
  /** The origins whose pages may use endpoints that take a key. By default none may. */
  corsOrigins?: NamedOrigins
  /** True if the compatible endpoints serve dates and ranges without a key, which older clients can't send. */
  compatOpenDates?: boolean
  /** Who may copy the archived documents; by default none are shared. */
  sharing?: Sharing
  /** The time of the service, in milliseconds; by default the machine's. */
  now?: () => number
  /** Additional paths of the compatible endpoints. */
  compatAliases?: CompatAlias[]
  /** The secret that signs session cookies. */
  sessionSecret: string
}
