const MAX_ERROR_LENGTH = 100

/** Prints a line to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints rows as a table, or `none` when there are no rows. */
export function printRows(rows: object[], none = ''): void {
  print(formatTable(rows) || none)
}

/** Formats rows as aligned columns under the names of the first row's fields. No rows give an empty text. */
export function formatTable(rows: object[]): string {
  const lines = cellsOf(rows)
  const widths = lines[0]!.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

/** Prints rows as CSV (RFC 4180) under the names of the first row's fields. */
export function printCsv(rows: object[]): void {
  for (const cells of cellsOf(rows))
    print(cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
}

/** The names of the first row's fields, then the cells of each row. */
function cellsOf(rows: object[]): string[][] {
  const columns = Object.keys(rows[0] ?? {})
  return [
    columns,
    ...rows.map((row) => columns.map((column) => String((row as Record<string, unknown>)[column] ?? '')))
  ]
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Shortens `last_error` so that a row fits on a line. */
export function withShortError<Row extends { last_error: string | null }>(row: Row): Row {
  return { ...row, last_error: row.last_error?.slice(0, MAX_ERROR_LENGTH) ?? null }
}
