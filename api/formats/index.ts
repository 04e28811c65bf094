import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { flatRowsOf, rowsOf, type Answer, type FieldsAnswer } from './answer.ts'
import { fieldsOf } from './columns.ts'
import { writeCsv, type CsvForm } from './csv.ts'
import { writeJson, writeJsonLines } from './json.ts'
import { writeParquet } from './parquet.ts'
import { writePrices, type PriceFormat } from './price-directives.ts'
import { isLong, type LongRows } from './rows.ts'
import { writeXlsx } from './xlsx.ts'
import { writeXml } from './xml.ts'

export const FORMATS = ['json', 'csv', 'xml', 'xlsx', 'ndjson', 'parquet'] as const

export type Format = (typeof FORMATS)[number] | PriceFormat

const PLAIN_TEXT = 'text/plain; charset=utf-8'

const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  hledger: PLAIN_TEXT,
  ledger: PLAIN_TEXT,
  beancount: PLAIN_TEXT
}

const ENDINGS: Partial<Record<Format, string>> = { hledger: 'journal' }

/** The requested format. */
export interface RequestedFormat extends CsvForm {
  format: Format
  /** `0` omits the byte-order mark of CSV. */
  bom?: '0' | '1'
}

/** The media type of an answer and, except for JSON, its file name. */
export function headersOf(format: Format, fileName = 'ratebook'): Record<string, string> {
  const type = { 'Content-Type': MEDIA_TYPES[format] }
  return format === 'json'
    ? type
    : { ...type, 'Content-Disposition': `attachment; filename="${fileName}.${ENDINGS[format] ?? format}"` }
}

/** Finished bytes as an answer, with their hash as its ETag. */
export function taggedBytes(content: string | Buffer, headers: Record<string, string>) {
  const body = Buffer.from(content)
  return { body, tag: tagOf(body), headers }
}

/** The tag of some bytes: the first 162 bits of their hash. */
export function tagOf(body: Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 27)
}

/**
 * Writes an answer in a format, if it has fields, with the kinds of the declared response. It is written at once, with
 * a hash of the content as its tag, or as a stream if its rows are still being read.
 */
export async function write(
  { fields, rows, fileName, ...answer }: Answer,
  form: RequestedFormat,
  response?: z.ZodType
): Promise<Answer & Required<Pick<Answer, 'body'>>> {
  if (fields === undefined) return { ...answer, body: answer.body ?? Buffer.alloc(0) }
  const headers = { ...headersOf(form.format, fileName), ...answer.headers }
  if (Object.values(fields).some(isLong))
    return { ...answer, headers, body: streamOf({ fields, rows }, form, response) }
  const body = await collect(piecesOf({ fields, rows }, form, response))
  return { ...answer, headers, body, tag: tagOf(body) }
}

/**
 * The body of an answer with rows that are still being read, written as fast as the client reads. The first batch is
 * read when the client begins to read, before the first byte is written. Destroying the body stops the batches; an
 * error in the batches becomes an error of the body.
 */
export function streamOf({ fields, rows }: FieldsAnswer, form: RequestedFormat, response?: z.ZodType): Readable {
  async function* pieces() {
    const [name, { columns, batches }] = Object.entries(fields).find(([, it]) => isLong(it)) as [string, LongRows]
    const iterator = batches[Symbol.asyncIterator]()
    try {
      const first = await iterator.next()
      const read = { columns, batches: from(first, iterator) }
      yield* piecesOf({ rows, fields: { ...fields, [name]: read } }, form, response)
    } finally {
      await iterator.return?.()
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

async function* from<Batch>(first: IteratorResult<Batch>, rest: AsyncIterator<Batch>): AsyncGenerator<Batch> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

function piecesOf(
  answer: FieldsAnswer,
  { format, bom, ...csv }: RequestedFormat,
  response?: z.ZodType
): AsyncIterable<string | Buffer> {
  const { fields, rows } = answer
  const declared = fieldsOf(response)
  switch (format) {
    case 'json':
      return writeJson(rows?.isBare ? fields[rows.list!] : fields)
    case 'csv':
      return writeCsv(flatRowsOf(answer, declared), { hasMark: bom !== '0', ...csv })
    case 'xml':
      return writeXml(fields)
    case 'xlsx':
      return writeXlsx(flatRowsOf(answer, declared), rows?.list ?? 'rate', missingOf(fields))
    case 'ndjson':
      return writeJsonLines(rowsOf(answer, declared))
    case 'parquet':
      return writeParquet(flatRowsOf(answer, declared))
    default:
      return writePrices(format, fields, rowsOf(answer, declared))
  }
}

/** A note in a workbook with only a page of rows, because its reader does not see the headers. */
function missingOf({ count, truncated, to }: Record<string, unknown>): string | undefined {
  if (truncated !== true) return undefined
  return `This file has ${Number(count).toLocaleString('en')} rows of the period up to ${String(to)}, not all of them. Ask for a shorter period, for all rows (rows=all, of a history), or for the next page, whose address is in the header Link.`
}

async function collect(pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  return all.length === 1 ? all[0]! : Buffer.concat(all)
}
