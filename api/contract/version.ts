import { readFileSync } from 'node:fs'

/** The version of Ratebook, which is that of the contract with callers. */
export const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
