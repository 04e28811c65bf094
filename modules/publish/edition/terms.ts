import type { SourceEntry } from '../../../api/sources/sources-query.ts'

/** The terms of a source and its attribution, beside its figures. */

type Terms = Pick<SourceEntry, 'kind' | 'name' | 'source_url' | 'terms' | 'terms_url'>

export const termsPath = (code: string) => `pair/${code}/terms.txt`

/** What is known of the terms of a source. */
export function knownTerms({ kind, terms }: Pick<Terms, 'kind' | 'terms'>): string {
  return terms ?? (kind === 'composite' ? 'Calculated by Ratebook.' : 'Terms not read.')
}

/** The terms of a source as a text file. */
export function termsFile(source: Terms): string {
  return `Source: ${source.name}, ${source.source_url}
Terms: ${[knownTerms(source), source.terms_url ?? ''].join(' ').trim()}

The figures belong to their publisher. Name it as the source, and read its terms before you pass them on.
`
}
