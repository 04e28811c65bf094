import { readFileSync } from 'node:fs'

/** The version of Ratebook. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
) as {
  version: string
}

/**
 * The version of the contract with callers, which the service description states. It changes only with the contract.
 */
export const DESCRIPTION_VERSION = '2.1.0'
