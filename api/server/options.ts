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
  /** Requests per minute for each key or session. */
  perCaller: number
  /** Requests per minute for each address, at open endpoints or with an invalid key. */
  perAddress: number
  /** Trial keys per day for each address. */
  trialKeys: number
}

/** A path, empty or with a leading slash, below which a family of compatible endpoints is also served. */
export interface CompatAlias {
  path: string
  /** The family's name, which is the last part of its own path. */
  family: string
}

/** The callers that may copy the archived documents. */
export interface Sharing {
  /** The sources whose documents are shared, or all of them; none by default. */
  sources?: readonly string[] | '*'
  /** True if no key is needed. */
  isOpen: boolean
}

export interface ApiSettings extends OriginSettings {
  limits: Limits
  allowances: Allowances
  /**
   * The plan of accounts that are on the free plan, for example in an organization whose members may read everything;
   * free by default.
   */
  accountPlan?: Plan
  /** The request header in which the edge proxy names the caller's country. */
  countryHeader: string
  /** The origins whose pages may use endpoints that take a key; none by default. */
  corsOrigins?: NamedOrigins
  /** True if the compatible endpoints serve dates and ranges without a key, which older clients can't send. */
  compatOpenDates?: boolean
  /** The callers that may copy the archived documents; none are shared by default. */
  sharing?: Sharing
  /** The clock of the service, in milliseconds; by default that of the machine. */
  now?: () => number
  /** Additional paths of the compatible endpoints. */
  compatAliases?: CompatAlias[]
  /** The secret that signs session cookies. */
  sessionSecret: string
}
