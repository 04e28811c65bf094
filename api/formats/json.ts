import { Decimal, Rows, type Column } from '../queries/rows.ts'

/** What stands between two rows of a list: each row has its own line, for people and for programs that compare lines. */
export const ROW_BREAK = ',\n'

/** Writes a value as JSON: rows as a list of objects, each on its own line, decimals with all their digits. */
export function writeJson (value: unknown): string {
  if (value instanceof Decimal) return value.text
  if (value instanceof Rows) return writeRows(value)
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  let members = ''
  for (const name of Object.keys(value)) {
    const it = (value as Record<string, unknown>)[name]
    if (it !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${writeJson(it)}`
  }
  return `{${members}}`
}

/** Writes rows as lines, each a JSON object. */
export function writeJsonLines ({ columns, cells }: Rows): string {
  const writeRow = rowWriter(columns)
  return cells.map((row) => `${writeRow(row)}\n`).join('')
}

function writeRows ({ columns, cells, isFlat }: Rows): string {
  if (isFlat) {
    const write = writerOf(columns[0]!)
    return `[${cells.map(([cell]) => write(cell)).join(',')}]`
  }
  if (cells.length === 0) return '[]'
  return `[\n${cells.map(rowWriter(columns)).join(ROW_BREAK)}\n]`
}

/** A function that writes a row as a JSON object. */
export function rowWriter (columns: Column[]): (row: unknown[]) => string {
  const writers = columns.map(writerOf)
  const names = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  return (row) => {
    let text = ''
    for (let at = 0; at < names.length; at++) text += names[at]! + writers[at]!(row[at])
    return `${text}}`
  }
}

function writerOf ({ kind }: Column): (cell: unknown) => string {
  switch (kind) {
    case 'number': return String // the digits of the database, or "null"
    case 'date':
    case 'time': return (cell) => cell === null ? 'null' : `"${cell as string}"`
    case 'nested': return writeJson
    default: return remembering(JSON.stringify)
  }
}

/** A writer that reuses its last text: most columns of a history repeat one value. */
function remembering (write: (cell: unknown) => string): (cell: unknown) => string {
  let last: unknown = null
  let text = write(null)
  return (cell) => {
    if (cell !== last) {
      last = cell
      text = write(cell)
    }
    return text
  }
}
