import { VERSION } from '../../../api/contract/version.ts'

/** The description of a book, and the version of Ratebook that wrote it. */

export const BOOK = 'book.json'

/**
 * The content of a book's description; undefined if it is not JSON. Throws if a newer version wrote it. `place` is the
 * location of the book.
 */
export function readDescription(place: string, text: string): unknown {
  const content = parse(text)
  const { version } = (content ?? {}) as { version?: unknown }
  if (typeof version === 'string' && version.localeCompare(VERSION, 'en', { numeric: true }) > 0) {
    throw new Error(
      `${place} was written by Ratebook ${version}, and this is Ratebook ${VERSION}: use version ${version} or a later one`
    )
  }
  return content
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
