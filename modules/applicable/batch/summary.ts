import type { UnderstoodRow } from './batch.ts'

/** The number of rows by status. */
export type Summary = Record<'final' | 'open' | 'pending' | 'no_rate' | 'no_data' | 'error' | 'passed_over', number>

export const emptySummary = (): Summary => ({
  final: 0,
  open: 0,
  pending: 0,
  no_rate: 0,
  no_data: 0,
  error: 0,
  passed_over: 0
})

/** A summary in words. */
export function summaryText({
  final,
  open,
  pending,
  no_rate: noRate,
  no_data: noData,
  error,
  passed_over: passed
}: Summary): string {
  return `${final} final, ${open} open, ${pending} provisional, ${noRate + noData} without a rate, ${error} in error${passed > 0 ? `, ${passed} with totals passed over` : ''}`
}

/**
 * A summary as the sheet of a workbook: a label and a number in each row. `units` are the units charged, if the caller
 * has an account.
 */
export function summarySheet(
  { final, open, pending, no_rate: noRate, no_data: noData, error, passed_over: passed }: Summary,
  units?: number
): Array<[string, number]> {
  return [
    ['Final', final],
    ['Open', open],
    ['Provisional', pending],
    ['Without a rate', noRate + noData],
    ['In error', error],
    ...(passed === 0 ? [] : [['Totals passed over', passed] as [string, number]]),
    ['Rows in all', final + open + pending + noRate + noData + error + passed],
    ...(units === undefined ? [] : [['Units charged', units] as [string, number]])
  ]
}

/** The interpretation of a file. */
export interface FilePreview {
  rows: number
  /** The number of rows that can be answered, for a unit each. Rows in error and totals cannot. */
  units: number
  /** The charset of a text; null for a workbook. */
  charset: string | null
  /** The field and the notation of each column; null for a column that is copied as it is, or without a notation. */
  columns: Array<{ name: string; field: string | null; written: string | null }>
  summary: Summary
  /** With the number of each row in the file. */
  first: Array<UnderstoodRow & { row: number }>
  /** The first rows in error, each with the invalid column; null if no single column is invalid. */
  errors: Array<{ row: number; column: string | null; error: string }>
}
