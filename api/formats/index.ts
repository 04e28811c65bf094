export const FORMATS = ['json', 'csv', 'xml', 'xlsx', 'ndjson'] as const

export type Format = typeof FORMATS[number]

const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson'
}

/** How a request wants its answer written. */
export interface Form {
  format: Format
  /** `0` leaves out the byte-order mark of CSV. */
  bom?: '0' | '1'
}

/** The media type of an answer and, except for JSON, its file name. */
export function headersOf (format: Format, fileName = 'ratebook'): Record<string, string> {
  const type = { 'Content-Type': MEDIA_TYPES[format] }
  return format === 'json' ? type : { ...type, 'Content-Disposition': `attachment; filename="${fileName}.${format}"` }
}
