import type { AddedColumn, AnsweredBlock, Block, TableCodec, TableOptions } from './block.ts'
import { csv } from './csv.ts'
import { jsonLines } from './json-lines.ts'
import { workbook } from './workbook.ts'

export { charsetOf } from './text.ts'
export type { AddedColumn, AnsweredBlock, Block } from './block.ts'

/**
 * Reads files with the caller's own columns in blocks, and writes them with additional columns; the caller's columns
 * stay unchanged.
 */

export const TABLE_TYPES = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
} as const

export type TableFormat = keyof typeof TABLE_TYPES

/** The rows of a file, in blocks of a few thousand. Throws 400 for a file of another format. */
export function readTable(
  path: string,
  format: TableFormat,
  options: TableOptions = {}
): AsyncGenerator<Block, void, void> {
  return CODECS[format].read(path, options)
}

/**
 * Writes the rows with the added columns, in the format in which they were read. A name that the caller already uses
 * gets the prefix ratebook_.
 */
export function writeTable(
  format: TableFormat,
  blocks: AsyncIterable<AnsweredBlock>,
  added: AddedColumn[],
  options: TableOptions = {}
): AsyncIterable<string | Buffer> {
  return CODECS[format].write(blocks, added, options)
}

const CODECS: Record<TableFormat, TableCodec> = { csv, jsonl: jsonLines, xlsx: workbook }
