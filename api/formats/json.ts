import { Decimal, isLong, Rows, type Column, type Kind, type LongRows } from './rows.ts'

/** The separator of rows in a list: one row a line, for people and for diffs. */
const ROW_BREAK = ',\n'

const PIECE = 64 * 1024 // characters; encoding a longer text takes more time than encoding it piece by piece

/** Collects texts as UTF-8. */
class Utf8 {
  #pieces: Buffer[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length > PIECE) this.#encode()
  }

  /** The bytes since the last call. */
  take(): Buffer {
    this.#encode()
    const pieces = this.#pieces
    this.#pieces = []
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }

  #encode(): void {
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

/** A value as UTF-8 JSON: rows as a list of objects, each on its own line, and decimals with all their digits. */
export function jsonOf(value: unknown): Buffer {
  const output = new Utf8()
  add(value, output)
  return output.take()
}

/**
 * Writes fields, or only rows, in the same form. If rows among the fields are still being read, the text is written in
 * pieces.
 */
export async function* writeJson(fields: unknown): AsyncGenerator<Buffer, void, void> {
  if (fields instanceof Rows) return yield jsonOf(fields)
  const output = new Utf8()
  for (const value of membersOf(fields as object, output)) {
    if (isLong(value)) yield* pieces(value, output)
    else add(value, output)
  }
  yield output.take()
}

async function* pieces({ columns, batches }: LongRows, output: Utf8): AsyncGenerator<Buffer, void, void> {
  let before = '[\n'
  for await (const { cells } of batches) {
    output.add(before)
    addObjects(new Rows(columns, cells), ROW_BREAK, output)
    yield output.take()
    before = ROW_BREAK
  }
  output.add(before === ROW_BREAK ? '\n]' : '[]')
}

/** Writes rows as lines, each a JSON object. */
export async function* writeJsonLines({ columns, batches }: LongRows): AsyncGenerator<Buffer, void, void> {
  const output = new Utf8()
  for await (const { cells } of batches) {
    addObjects(new Rows(columns, cells), '\n', output)
    if (cells.length > 0) output.add('\n')
    yield output.take()
  }
}

function add(value: unknown, output: Utf8): void {
  if (value instanceof Rows) addRows(value, output)
  else if (Array.isArray(value)) addList(value, output)
  else if (value === null || typeof value !== 'object' || value instanceof Decimal) output.add(scalar(value))
  else addMembers(value, output)
}

function scalar(value: unknown): string {
  return value instanceof Decimal ? value.text : (JSON.stringify(value) ?? 'null')
}

function addList(list: unknown[], output: Utf8): void {
  output.add('[')
  for (const [at, value] of list.entries()) {
    if (at > 0) output.add(',')
    add(value, output)
  }
  output.add(']')
}

function addMembers(members: object, output: Utf8): void {
  for (const value of membersOf(members, output)) add(value, output)
}

/** The values of an object's members, without undefined ones. Writes the member names before them, and the braces. */
function* membersOf(members: object, output: Utf8): Generator<unknown, void, void> {
  let before = '{'
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue
    output.add(`${before}${JSON.stringify(name)}:`)
    yield value
    before = ','
  }
  output.add(before === '{' ? '{}' : '}')
}

function addRows(rows: Rows, output: Utf8): void {
  const { columns, lists, length, isFlat } = rows
  if (isFlat) {
    output.add(`[${lists[0]!.map(writerOf(columns[0]!.kind)).join(',')}]`)
  } else if (length === 0) {
    output.add('[]')
  } else {
    output.add('[\n')
    addObjects(rows, ROW_BREAK, output)
    output.add('\n]')
  }
}

/** The cells of a column, and the text before each cell: its name and everything else that is the same in every row. */
interface Part {
  before: string
  cells: unknown[]
  /** Writes a cell; undefined if the cell is written unchanged, or as `null`. */
  write: ((cell: unknown) => string) | undefined
}

function addObjects(rows: Rows, between: string, output: Utf8): void {
  const { parts, end } = partsOf(rows)
  for (let row = 0; row < rows.length; row++) {
    let text = row === 0 ? '' : between
    for (let place = 0; place < parts.length; place++) {
      const { before, cells, write } = parts[place]!
      text += before
      text += write === undefined ? (cells[row] as string | null) : write(cells[row])
    }
    text += end
    output.add(text)
  }
}

function partsOf({ columns, lists }: Rows): { parts: Part[]; end: string } {
  const parts: Part[] = []
  let text = ''
  for (const [at, column] of columns.entries()) {
    const [cells, { kind, omitted }] = [lists[at]!, column]
    text += at === 0 ? '{' : ''
    if (omitted === 'of rows') {
      const { begin, end } = namesOf(columns, at)
      const write = writerOf(kind)
      parts.push({ before: text, cells, write: (cell) => (cell === null ? '' : begin + write(cell) + end) })
      text = ''
      continue
    }
    const { begin, end } = namesOf(columns, at)
    text += begin
    if (isConstant(cells)) {
      text += writerOf(kind)(cells[0])
    } else if (isPlain(cells, kind)) {
      parts.push({ before: `${text}"`, cells, write: undefined })
      text = '"'
    } else {
      parts.push({ before: text, cells, write: kind === 'number' ? undefined : writerOf(kind) })
      text = ''
    }
    text += end
  }
  return { parts, end: `${text}}` }
}

/**
 * The JSON text before and after a cell: the name of its field, that of its member if the field is an object, and the
 * brace after the last member.
 */
function namesOf(columns: Column[], at: number): { begin: string; end: string } {
  const { name, part } = columns[at]!
  const comma = at === 0 ? '' : ','
  if (part === undefined) return { begin: `${comma}"${name}":`, end: '' }
  const isFirst = columns[at - 1]?.part?.of !== part.of
  const isLast = columns[at + 1]?.part?.of !== part.of
  return { begin: `${comma}${isFirst ? `"${part.of}":{` : ''}"${part.name}":`, end: isLast ? '}' : '' }
}

function isConstant(cells: unknown[]): boolean {
  const first = cells[0]
  for (let row = 1; row < cells.length; row++) if (cells[row] !== first) return false
  return true
}

const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/ // RFC 8259, section 7, and unpaired surrogates

/** True for a column of texts that need no escaping in JSON. */
function isPlain(cells: unknown[], kind: Kind): boolean {
  if (kind === 'date' || kind === 'time') return !cells.includes(null)
  return kind === 'text' && cells.every((cell) => typeof cell === 'string' && !ESCAPED.test(cell))
}

function writerOf(kind: Kind): (cell: unknown) => string {
  switch (kind) {
    case 'number':
      return String // the digits of the database, or "null"
    case 'date':
    case 'time':
      return (cell) => (cell === null ? 'null' : `"${cell as string}"`)
    case 'nested':
      return (cell) => jsonOf(cell).toString()
    default:
      return cached(JSON.stringify)
  }
}

/** A writer that caches its results, because most columns have few distinct values. */
function cached(write: (cell: unknown) => string): (cell: unknown) => string {
  const known = new Map<unknown, string>()
  return (cell) => {
    let text = known.get(cell)
    if (text === undefined) known.set(cell, (text = write(cell)))
    return text
  }
}
