/** The version of the contract with callers. */
export const VERSION = '2.1.0'
