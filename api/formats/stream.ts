import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import { Rows } from './rows.ts'
import { flatLong, type LongAnswer } from './answer.ts'
import { writeCsv, writeCsvRows } from './csv.ts'
import { headersOf, type Form, type Format } from './index.ts'
import { ROW_BREAK, writeJson, writeJsonLines, writeJsonRows } from './json.ts'
import { writeParquet } from './parquet.ts'
import { writePrices, type PriceFormat } from './price-directives.ts'
import { writeWorkbook } from './xlsx.ts'
import { writeLongXml } from './xml.ts'

const TIMEOUT_MS = 600_000

/** Rows that do not fit into memory, and their file format. */
export interface LongTable extends LongAnswer, Form {
  /** The file name without its extension. */
  name: string
}

/**
 * Writes rows as fast as the reader takes them. The first batch is requested when reading begins, and read before the
 * first byte is written.
 * Destroying the body stops the batches, which happens after ten minutes at the latest; an error in the batches becomes
 * an error of the body.
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

const WRITERS: Record<Format, (table: LongTable) => AsyncIterable<string | Buffer>> = {
  json, csv: flat(csv), xml: writeLongXml, xlsx: flat(xlsx), ndjson, parquet: flat(writeParquet), hledger: prices,
  ledger: prices, beancount: prices
}

function flat (write: (table: LongTable) => AsyncIterable<string | Buffer>) {
  return (table: LongTable) => write({ ...table, ...flatLong(table) })
}

async function * json ({ fields, list, columns, batches }: LongTable) {
  yield `${writeJson(fields).toString().slice(0, -1)},${JSON.stringify(list)}:[`
  let before = '\n'
  for await (const { cells } of batches) {
    yield before
    yield writeJsonRows(new Rows(columns, cells))
    before = ROW_BREAK
  }
  yield '\n]}'
}

async function * csv ({ columns, batches, bom }: LongTable) {
  yield writeCsv(new Rows(columns, []), { hasMark: bom !== '0' })
  for await (const { cells } of batches) yield writeCsvRows(new Rows(columns, cells))
}

function prices (table: LongTable) {
  return writePrices(table.format as PriceFormat, table)
}

async function * ndjson ({ columns, batches }: LongTable) {
  for await (const { cells } of batches) yield writeJsonLines(new Rows(columns, cells))
}

async function * xlsx (table: LongTable) {
  const output = new PassThrough()
  writeWorkbook(table, output).catch((error: Error) => output.destroy(error))
  yield * output
}
