const MAX_ERROR_LENGTH = 100

/** Writes a line to standard output. */
export function print (text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Writes rows as a table, or `none` when there are no rows. */
export function printRows (rows: object[], none = ''): void {
  print(formatTable(rows) || none)
}

/** Rows as text: columns under the names of the first row's fields, aligned; an empty text when there are no rows. */
export function formatTable (rows: object[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => String((row as Record<string, unknown>)[column] ?? '')))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)))
  return lines.map((line) => line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ').trimEnd()).join('\n')
}

/** Writes rows as CSV (RFC 4180), the fields' names of the first row before them. */
export function printCsv (rows: object[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => String((row as Record<string, unknown>)[column] ?? '')))]
  for (const cells of lines) print(cells.map((cell) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join(','))
}

/** A row whose `last_error` fits on a line. */
export function withShortError<Row extends { last_error: string | null }> (row: Row): Row {
  return { ...row, last_error: row.last_error?.slice(0, MAX_ERROR_LENGTH) ?? null }
}
