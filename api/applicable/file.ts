import { HttpError } from '../contract/errors.ts'
import { ANSWER_COLUMNS } from './batch-answer-query.ts'
import type { Batch, UnderstoodRow } from './batch-query.ts'
import { fieldsIn, fieldsOf } from './batch-columns-query.ts'
import { countRows, readTable, writeTable, type AddedColumn, type AnsweredBlock, type Block, type TableFormat } from '../formats/tables.ts'

const NUMBERS: ReadonlySet<string> = new Set(['rate', 'converted', 'rule_revision', 'document_id'])
const MAX_AHEAD = 1
const TEXTS: ReadonlySet<string> = new Set(['citation', 'explanation'])
const ADDED: AddedColumn[] = ANSWER_COLUMNS.map((name) => ({ name, kind: NUMBERS.has(name) ? 'number' : TEXTS.has(name) ? 'text' : 'code' }))

/** The file with the applicable rate beside each of its rows, in the format in which it came. The next block is answered while one is written. */
export function answerFile (batch: Batch, path: string, format: TableFormat): AsyncIterable<string | Buffer> {
  return writeTable(format, ahead(readTable(path, format), (block) => answerBlock(batch, block)), ADDED)
}

/** How many rows a file has. Throws 400 for one that cannot be answered: not whole, without a row, or without a column that is needed. */
export async function checkFile (batch: Batch, path: string, format: TableFormat): Promise<number> {
  const count = await countRows(path, format, (header) => { checkHeader(batch, header, format) })
  if (count === 0) throw new HttpError('invalid_body', 'the file: expected a header and at least one row')
  return count
}

/** JSON lines may differ in their keys, so that each is answered by itself. */
function checkHeader (batch: Batch, header: string[], format: TableFormat): void {
  if (format !== 'jsonl') batch.checkHeader(header)
}

async function answerBlock (batch: Batch, block: Block): Promise<AnsweredBlock> {
  return { ...block, added: await batch.answer(block) }
}

/** How a file was understood, before anything is answered. */
export interface FilePreview {
  rows: number
  /** What is read from each column; null for a column that is only kept. */
  columns: Array<{ name: string, field: string | null }>
  first: UnderstoodRow[]
}

/** Counts the rows of a file and says how its columns and its first rows are understood. Throws 400 as `checkFile` does. */
export async function previewFile (batch: Batch, path: string, format: TableFormat, most: number): Promise<FilePreview> {
  const preview: FilePreview = { rows: 0, columns: [], first: [] }
  for await (const block of readTable(path, format)) {
    if (preview.rows === 0) {
      checkHeader(batch, block.header, format)
      const places = fieldsOf(block.header)
      preview.columns = block.header.map((name, column) => ({ name, field: places.find(({ at }) => at === column)?.field ?? null }))
      preview.first = block.rows.slice(0, most).map(({ cells }) => batch.understand(fieldsIn(places, cells)))
    }
    preview.rows += block.rows.length
  }
  return preview
}

/** The results of work on items, in their order, with the work on the next items begun before the last result is taken: the database never waits. */
async function * ahead<Item, Result> (items: AsyncIterable<Item>, work: (item: Item) => Promise<Result>): AsyncGenerator<Result, void, void> {
  const begun: Array<Promise<Result>> = []
  for await (const item of items) {
    const next = work(item)
    next.catch(() => {}) // it fails when it is taken
    begun.push(next)
    if (begun.length > MAX_AHEAD) yield await begun.shift()!
  }
  for (const last of begun) yield await last
}
