/** A service with a few tables of each source, on which everybody may try everything. */
export interface Demo {
  /** What its pages say of it. */
  notice: string
  /** A key that the documentation fills in. */
  key: string
  /** An account on a paid plan. */
  login: { email: string, password: string }
}
