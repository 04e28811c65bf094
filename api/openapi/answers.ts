import { readFileSync } from 'node:fs'

/**
 * The demo's answers to the example requests, by operation and example. They are text, to keep all digits, with
 * shortened lists.
 */
export const ANSWERS = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, string>
>
