import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { LongRows, Rows } from './rows.ts'
import { flatRowsOf, rowsOf, type Answer } from './answer.ts'
import { writeCsv } from './csv.ts'
import { writeJson, writeJsonLines } from './json.ts'
import { writeParquet } from './parquet.ts'
import { writePrices, type PriceFormat } from './price-directives.ts'
import { writeXlsx } from './xlsx.ts'
import { writeXml } from './xml.ts'

export const FORMATS = ['json', 'csv', 'xml', 'xlsx', 'ndjson', 'parquet'] as const

export type Format = typeof FORMATS[number] | PriceFormat

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
export interface Form {
  format: Format
  /** `0` leaves out the byte-order mark of CSV. */
  bom?: '0' | '1'
}

/** The media type of an answer and, except for JSON, its file name. */
export function headersOf (format: Format, fileName = 'ratebook'): Record<string, string> {
  const type = { 'Content-Type': MEDIA_TYPES[format] }
  return format === 'json'
    ? type
    : { ...type, 'Content-Disposition': `attachment; filename="${fileName}.${ENDINGS[format] ?? format}"` }
}

/** Finished bytes as an answer, with a hash of them as the tag of its ETag. */
export function taggedBytes (content: string | Buffer, headers: Record<string, string>) {
  const body = Buffer.from(content)
  return { body, tag: tagOf(body), headers }
}

/** The tag of some bytes: the first 162 bits of their hash. */
export function tagOf (body: Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 27)
}

/** An answer whose fields, if it has any, are written in a format, with a hash of the content as its tag. */
export async function write (
  { fields, rows, fileName, ...answer }: Answer, form: Form
): Promise<Answer & Required<Pick<Answer, 'body'>>> {
  const { body } = answer
  if (fields === undefined) return { ...answer, body: body ?? Buffer.alloc(0) }
  const written = await bodyOf({ fields, rows }, form)
  // A workbook contains its time of creation, so its content is hashed instead of its bytes.
  const content = form.format === 'xlsx' ? Buffer.concat([Buffer.from('xlsx'), writeJson(fields)]) : written
  return {
    ...answer, body: written, tag: tagOf(content), headers: { ...headersOf(form.format, fileName), ...answer.headers }
  }
}

function asLong ({ columns, cells }: Rows): LongRows {
  return { columns, batches: Readable.from([{ cells }]) }
}

function collect (pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  return buffer(Readable.from(pieces, { objectMode: false }))
}

function bodyOf (answer: Answer & { fields: object }, { format, bom }: Form): Buffer | Promise<Buffer> {
  switch (format) {
    case 'json': return writeJson(answer.rows?.isBare ? answer.fields[answer.rows.list!] : answer.fields)
    case 'csv': return Buffer.from(writeCsv(flatRowsOf(answer), { hasMark: bom !== '0' }))
    case 'xml': return Buffer.from(writeXml(answer.fields))
    case 'xlsx': return writeXlsx(flatRowsOf(answer), answer.rows?.list ?? 'rate')
    case 'ndjson': return writeJsonLines(rowsOf(answer))
    case 'parquet': return collect(writeParquet(asLong(flatRowsOf(answer))))
    default: return collect(writePrices(format, {
      ...asLong(rowsOf(answer)), fields: answer.fields, list: answer.rows!.list!
    }))
  }
}
