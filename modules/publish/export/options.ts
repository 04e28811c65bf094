export const EXPORT_FORMATS = ['parquet', 'csv', 'ndjson'] as const

export interface ExportOptions {
  format: (typeof EXPORT_FORMATS)[number]
  /** The first date. */
  since?: string
}
