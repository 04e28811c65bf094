import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import { Rows, type Column } from '../queries/rows.ts'
import { writeCsv, writeCsvRows } from './csv.ts'
import { headersOf, type Format } from './index.ts'
import { rowWriter, writeJson } from './json.ts'
import { writeWorkbook } from './xlsx.ts'

const TIMEOUT_MS = 600_000

/** Formats that can be written while rows are still being read. */
export const STREAMED_FORMATS = ['json', 'csv', 'xlsx'] as const satisfies Format[]

/** A list of rows that is too long for memory. */
export interface LongTable {
  format: typeof STREAMED_FORMATS[number]
  /** The file name without its extension. */
  name: string
  /** The JSON fields before the rows. */
  fields: Record<string, unknown>
  /** The name of the rows: the JSON field, or the sheet of a workbook. */
  list: string
  columns: Column[]
  batches: AsyncIterable<{ cells: unknown[][] }>
}

/**
 * Writes rows as fast as the reader takes them. The first batch is requested when reading begins, and read before the first byte is written.
 * Destroying the body stops the batches, which happens after ten minutes at the latest; an error in the batches becomes an error of the body.
 */
export function streamTable (table: LongTable): { headers: Record<string, string>, body: Readable } {
  const body = Readable.from(write(table), { objectMode: false })
  return { headers: headersOf(table.format, table.name), body: addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), body) }
}

async function * write (table: LongTable): AsyncGenerator<string | Buffer> {
  const batches = table.batches[Symbol.asyncIterator]()
  try {
    const first = await batches.next()
    yield * WRITERS[table.format]({ ...table, batches: from(first, batches) })
  } finally {
    await batches.return?.()
  }
}

async function * from<Batch> (first: IteratorResult<Batch>, rest: AsyncIterator<Batch>): AsyncGenerator<Batch> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

const WRITERS: Record<LongTable['format'], (table: LongTable) => AsyncIterable<string | Buffer>> = { json, csv, xlsx }

async function * json ({ fields, list, columns, batches }: LongTable) {
  const writeRow = rowWriter(columns)
  yield `${writeJson(fields).slice(0, -1)},${JSON.stringify(list)}:[`
  let before = ''
  for await (const { cells } of batches) {
    yield before + cells.map(writeRow).join(',')
    before = ','
  }
  yield ']}'
}

async function * csv ({ columns, batches }: LongTable) {
  yield writeCsv(new Rows(columns, []))
  for await (const { cells } of batches) yield writeCsvRows(new Rows(columns, cells))
}

async function * xlsx (table: LongTable) {
  const output = new PassThrough()
  writeWorkbook(table, output).catch((error: Error) => output.destroy(error))
  yield * output
}
