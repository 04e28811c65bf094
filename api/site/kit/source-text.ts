import type { SourceEntry } from '../../sources/sources-query.ts'
import { countryName, currencyName, labelOf } from './labels.ts'

/** The text that a search for a source matches, normalized by `plain`. */
export function textOf ({ code, name, country, home_ccy: home, kind, cadence }: SourceEntry): string {
  return plain([code, name, country, countryName(country), home, currencyName(home) ?? '', labelOf(kind), cadence].join(' '))
}

/** The words of a search. */
export function wordsOf (text: string): string[] {
  return plain(text).split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '')
}

function plain (text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
