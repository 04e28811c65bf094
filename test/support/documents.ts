import { existsSync } from 'node:fs'
import { onlyIf } from './tools.ts'

/**
 * Recorded answers of publishers and documents of other times. Their publishers allow no redistribution, so they are
 * not part of the project: `recordings/<code>/` and `foreign/<code>/`, in the folder `shared` next to the checkout or
 * in TEST_DOCUMENTS.
 */
export const DOCUMENTS =
  process.env.TEST_DOCUMENTS?.replace(/\/*$/, '/') ?? new URL('../../../shared/', import.meta.url).pathname

export const hasDocuments = existsSync(`${DOCUMENTS}recordings`)

/** `describe` and `it` for tests that need these documents. */
export const withDocuments = onlyIf(
  hasDocuments,
  'The folder of recorded documents',
  'see "Documents of publishers" in docs/contributing.md',
  process.env.WITHOUT_DOCUMENTS
)
