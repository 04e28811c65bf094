import { createHash } from 'node:crypto'
import { rowsOf, type FieldsAnswer } from './answer.ts'
import { writeCsv } from './csv.ts'
import { writeJson } from './json.ts'
import { writeXlsx } from './xlsx.ts'
import { writeXml } from './xml.ts'

export const FORMATS = ['json', 'csv', 'xml', 'xlsx'] as const

export type Format = typeof FORMATS[number]

const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

/** An answer as bytes with their headers. */
export interface Written {
  body: Buffer
  /** A hash of the content. */
  tag: string
  headers: Record<string, string>
}

/** Writes an answer in a format. */
export async function write (answer: FieldsAnswer, format: Format): Promise<Written> {
  const body = await bodyOf(answer, format)
  // A workbook contains its time of creation, so its content is hashed instead of its bytes.
  const content = format === 'xlsx' ? Buffer.from(`xlsx${writeJson(answer.fields)}`) : body
  const headers = { ...headersOf(format, answer.fileName), ...answer.headers }
  return { body, tag: createHash('sha256').update(content).digest('base64url').slice(0, 27), headers }
}

/** The media type of an answer and, except for JSON, its file name. */
export function headersOf (format: Format, fileName = 'ratebook'): Record<string, string> {
  const type = { 'Content-Type': MEDIA_TYPES[format] }
  return format === 'json' ? type : { ...type, 'Content-Disposition': `attachment; filename="${fileName}.${format}"` }
}

async function bodyOf (answer: FieldsAnswer, format: Format): Promise<Buffer> {
  switch (format) {
    case 'json': return Buffer.from(writeJson(answer.rows?.isBare ? answer.fields[answer.rows.list!] : answer.fields))
    case 'csv': return Buffer.from(writeCsv(rowsOf(answer)))
    case 'xml': return Buffer.from(writeXml(answer.fields))
    case 'xlsx': return writeXlsx(rowsOf(answer), answer.rows?.list ?? 'rate')
  }
}
