import { HttpError } from '../../../api/contract/errors.ts'
import { ANSWER_COLUMNS, type Batch } from './batch.ts'
import { emptySummary, summarySheet, type FilePreview, type Summary } from './summary.ts'
import { guessColumns, headingsAt, type ChosenColumns } from './headings.ts'
import {
  charsetOf,
  readTable,
  writeTable,
  type AddedColumn,
  type AnsweredBlock,
  type Block,
  type TableFormat
} from '../tables/tables.ts'

const NUMBERS: ReadonlySet<string> = new Set(['rate', 'converted', 'rule_revision', 'document_id'])
const MAX_PREFETCHED = 1
const MAX_ERRORS = 50 // the number of erroneous rows that a preview lists
const TEXTS: ReadonlySet<string> = new Set(['citation', 'explanation'])
const ADDED: AddedColumn[] = ANSWER_COLUMNS.map((name) => ({
  name,
  kind: NUMBERS.has(name) ? 'number' : name === 'rate_date' ? 'date' : TEXTS.has(name) ? 'text' : 'code'
}))

interface FileOptions {
  /** True to keep texts unchanged that a spreadsheet would run as formulas. */
  keepsFormulas?: boolean
  /** Filled while the file is answered. */
  summary?: Summary
  /** The units that the account is charged for the file. */
  units?: number
}

function blocksOf(batch: Batch, path: string, format: TableFormat): ReturnType<typeof readTable> {
  return readTable(path, format, { country: batch.jurisdiction, headingsAt })
}

/**
 * Appends the applicable rate to each row of the file, in the file's format; a workbook gets a first sheet with the
 * summary. Answers the next block while one is written.
 */
export function answerFile(
  batch: Batch,
  path: string,
  format: TableFormat,
  { keepsFormulas, summary = emptySummary(), units }: FileOptions = {}
): AsyncIterable<string | Buffer> {
  const blocks = prefetched(blocksOf(batch, path, format), async (block) => ({
    ...block,
    added: await answerCounted(batch, block, summary)
  }))
  return writeTable(format, blocks, ADDED, {
    path,
    keepsFormulas,
    notation: (delimiter) => batch.columns.notation(delimiter),
    summary: () => summarySheet(summary, units)
  })
}

/**
 * Counts the rows of a file, and those that can be answered, which are its price in units. Also infers the notation of
 * its columns. Throws 400 for a file that is incomplete, has no rows, or lacks a required column.
 */
export async function checkFile(
  batch: Batch,
  path: string,
  format: TableFormat
): Promise<{ rows: number; units: number; passedOver: number }> {
  const rows = await inferNotation(batch, path, format)
  const found = { rows, units: rows, passedOver: 0 }
  for await (const block of blocksOf(batch, path, format)) {
    const { errors, passedOver } = batch.countFree(block)
    found.units -= errors + passedOver
    found.passedOver += passedOver
  }
  return found
}

/** Infers the notation of the columns from all rows. Returns their number. */
async function inferNotation(batch: Batch, path: string, format: TableFormat): Promise<number> {
  let count = 0
  for await (const block of blocksOf(batch, path, format)) {
    if (format !== 'jsonl') batch.checkHeader(block.header) // JSON lines may differ in their keys
    batch.note(block)
    count += block.rows.length
  }
  if (count === 0) throw new HttpError('invalid_body', 'the file: expected a header and at least one row')
  return count
}

async function answerCounted(batch: Batch, block: Block, summary: Summary): Promise<AnsweredBlock['added']> {
  const added = await batch.answer(block)
  for (const { cells } of added) summary[cells[0] as keyof Summary]++
  return added
}

/** Reads the columns and the first rows of a file, and counts the rows by status. Throws 400 as `checkFile` does. */
export async function previewFile(batch: Batch, path: string, format: TableFormat, most: number): Promise<FilePreview> {
  const rows = await inferNotation(batch, path, format)
  const charset = format === 'xlsx' ? null : await charsetOf(path, batch.jurisdiction)
  const preview: FilePreview = {
    rows,
    units: rows,
    charset,
    columns: [],
    summary: emptySummary(),
    first: [],
    errors: []
  }
  for await (const block of blocksOf(batch, path, format)) {
    const places = batch.placesIn(block.header)
    if (preview.columns.length === 0) {
      const fieldAt = new Map(places.map(({ at, field }) => [at, field]))
      preview.columns = block.header.map((name, at) => ({
        name,
        field: fieldAt.get(at) ?? null,
        written: fieldAt.has(at) ? batch.columns.describe(fieldAt.get(at)!) : null
      }))
    }
    for (const [at, { cells }] of (await answerCounted(batch, block, preview.summary)).entries()) {
      const isError = cells[0] === 'error' && preview.errors.length < MAX_ERRORS
      if (cells[0] === 'passed_over' || (!isError && preview.first.length >= most)) continue
      const { row } = block.rows[at]!
      const { wrong, ...understood } = batch.understand(places, block.rows[at]!)
      if (preview.first.length < most) preview.first.push({ row, ...understood })
      const column = places.find(({ field }) => field === wrong)
      if (isError) {
        preview.errors.push({ row, column: column ? block.header[column.at]! : null, error: understood.error! })
      }
    }
  }
  preview.units -= preview.summary.error + preview.summary.passed_over
  return preview
}

/** The columns of a file whose headings do not identify the fields: the first cells of each, and a guess. */
export interface UnclearColumns {
  /** The unclear fields. */
  problem: string
  header: string[]
  rows: string[][]
  guesses: ChosenColumns
}

const MAX_SAMPLES = 3

/** The columns of a file, if a person must assign them. Throws 400 for a file that cannot be read. */
export async function findUnclearColumns(
  batch: Batch,
  path: string,
  format: TableFormat
): Promise<UnclearColumns | undefined> {
  if (format === 'jsonl') return undefined
  const { value } = await blocksOf(batch, path, format).next()
  if (!value || value.rows.length === 0) return undefined
  const { header, rows } = value
  try {
    batch.checkHeader(header)
    return undefined
  } catch (error) {
    if (!(error instanceof HttpError) || error.parameter !== undefined) throw error
    const samples = rows.slice(0, MAX_SAMPLES).map(({ cells }) => cells)
    return { problem: error.message, header, rows: samples, guesses: guessColumns(header, samples) }
  }
}

/**
 * The results of work on items, in their order. Work on the next item begins before the previous result is consumed, so
 * that the database never waits.
 */
async function* prefetched<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>
): AsyncGenerator<Result, void, void> {
  const begun: Array<Promise<Result>> = []
  for await (const item of items) {
    const next = work(item)
    next.catch(() => {}) // awaiting it below reports the error
    begun.push(next)
    if (begun.length > MAX_PREFETCHED) yield await begun.shift()!
  }
  for (const last of begun) yield await last
}
