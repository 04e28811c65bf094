import { readFileSync } from 'node:fs'

/** What the demo answers to the example requests, as text with the digits of its figures: by operation and example, lists cut short. */
export const ANSWERS = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8')) as Record<string, Record<string, string>>
