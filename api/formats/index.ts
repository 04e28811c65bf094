export const FORMATS = ['json', 'csv', 'xml', 'xlsx', 'ndjson', 'parquet'] as const

/** The price directives of plain-text accounting, for answers with one rate of a pair a day. */
export const PRICE_FORMATS = ['hledger', 'ledger', 'beancount'] as const

export type PriceFormat = typeof PRICE_FORMATS[number]
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

/** The format that a request asks for. */
export interface Form {
  format: Format
  /** `0` leaves out the byte-order mark of CSV. */
  bom?: '0' | '1'
}

/** The media type of an answer and, except for JSON, its file name. */
export function headersOf (format: Format, fileName = 'ratebook'): Record<string, string> {
  const type = { 'Content-Type': MEDIA_TYPES[format] }
  return format === 'json' ? type : { ...type, 'Content-Disposition': `attachment; filename="${fileName}.${ENDINGS[format] ?? format}"` }
}
