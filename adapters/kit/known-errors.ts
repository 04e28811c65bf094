import type { Row } from '../source.ts'
import { skip } from './skip.ts'

/** A currency that a publisher is known to have printed wrongly on some days, including both ends. */
export interface KnownError {
  code: string
  from?: string
  to: string
  /** The error applies only if the figure equals that of this other currency. */
  like?: string
  /** The code to which the figure belongs; without one, the row is skipped. */
  is?: string
  reason: string
}

/**
 * Corrects the known errors in the rows of a document: a row gets its right code if that is known; otherwise it is
 * skipped and counted.
 */
export function withoutKnownErrors(rows: Row[], errors: KnownError[]): Row[] {
  return errors.reduce((kept, error) => {
    const figures = new Set(rows.filter((row) => has(row, error.like)).map(keyOf))
    const isWrong = (row: Row) =>
      has(row, error.code) &&
      row.date >= (error.from ?? '') &&
      row.date <= error.to &&
      (error.like === undefined || figures.has(keyOf(row)))
    const { is } = error
    if (is === undefined) return skip(kept, `${error.code}: ${error.reason}`, isWrong)
    return kept.map((row) => (isWrong(row) ? { ...row, [row.base === error.code ? 'base' : 'quote']: is } : row))
  }, rows)
}

/** One sentence per error, for the notes of a source. */
export function inWords(errors: KnownError[]): string {
  return errors
    .map(({ code, from, to, is, reason }) => {
      return `${code} ${from === undefined ? 'up to' : from === to ? 'of' : `of ${from} to`} ${to} is ${is === undefined ? 'left out' : `stored as ${is}`}: ${reason}.`
    })
    .join(' ')
}

function has({ base, quote }: Row, code?: string): boolean {
  return code !== undefined && (base === code || quote === code)
}

function keyOf({ date, type, value, unit = 1 }: Row): string {
  return `${date} ${type} ${value} ${unit}`
}
