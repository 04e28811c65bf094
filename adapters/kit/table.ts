import { LayoutError } from '../source.ts'
import { excerpt } from './text.ts'

/**
 * One row of a table as a function of the heading. Throws a `LayoutError` if the heading is missing or not unique, if
 * the row has no such cell, or if the row is longer than the headings, because an extra cell shifts all later cells.
 */
export type TableRecord = (heading: string) => string

/**
 * The rows below the first one that has all of `headings`; the rows above it are skipped. The rows are cells of an HTML
 * table or of a sheet. Throws a `LayoutError` if there is no such row.
 */
export function recordsUnder(headings: string[], rows: string[][]): TableRecord[] {
  const start = rows.findIndex((row) => headings.every((heading) => row.includes(heading)))
  const columns = rows[start]
  if (!columns) {
    throw new LayoutError(`a heading row with ${headings.join(', ')}`, excerpt(rows.slice(0, 3).flat().join(', ')))
  }
  return recordsOf(columns, rows.slice(start + 1))
}

/** Rows of cells by the headings of their columns. */
export function recordsOf(columns: string[], rows: string[][]): TableRecord[] {
  const places = new Map(columns.map((column, index) => [column, index]))
  const twice = new Set(columns.filter((column, index) => places.get(column) !== index))
  const recordOf = (row: string[]) => (heading: string) => {
    const place = places.get(heading)
    if (place === undefined || twice.has(heading)) {
      throw new LayoutError(`one column ${heading}`, excerpt(columns.join(', ')))
    }
    const cell = row[place]
    if (cell === undefined) throw new LayoutError(`a cell under ${heading}`, excerpt(row.join(', ')))
    if (row.length > columns.length) throw new LayoutError(`a row of ${columns.length} cells`, excerpt(row.join(', ')))
    return cell
  }
  // `JSON.stringify` writes the cells
  return rows.map((row) => Object.assign(recordOf(row), { toJSON: () => row }))
}
