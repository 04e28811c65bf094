import { LayoutError } from '../source.ts'
import { excerpt } from './text.ts'

export type TableRecord = (heading: string) => string

/**
 * Rows of cells, of an HTML table or of a sheet, as one reader a row, which gives the cell under a heading. The first row that has all of
 * `headings` is the heading row; what stands above it is passed over. Throws a `LayoutError` where there is none, or where a row lacks a cell.
 */
export function recordsUnder (headings: string[], rows: string[][]): TableRecord[] {
  const start = rows.findIndex((row) => headings.every((heading) => row.includes(heading)))
  const columns = rows[start]
  if (!columns) throw new LayoutError(`a heading row with ${headings.join(', ')}`, excerpt(rows.slice(0, 3).flat().join(', ')))
  return rows.slice(start + 1).map((row) => (heading: string) => {
    const cell = row[columns.indexOf(heading)]
    if (cell === undefined) throw new LayoutError(`a cell under ${heading}`, excerpt(row.join(', ')))
    return cell
  })
}
