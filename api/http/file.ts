import { unitsOfFile, type FileContent } from '../contract/prices.ts'
import { besideOf, type FieldsAnswer } from '../formats/answer.ts'
import type { Form } from '../formats/index.ts'
import { streamTable } from '../formats/stream.ts'
import { Rows, type LongRows } from '../queries/rows.ts'
import type { StreamAnswer } from './answer.ts'

const MAX_HELD_ROWS = 5_000

export interface FileRows extends LongRows, FileContent {
  /** How many rows there are. */
  count: number
}

/**
 * Answers with a file of all rows, whose list is among the fields as undefined. A short file is made at once and has an ETag; a long one is
 * streamed, and charged for before it begins.
 */
export async function answerFile (answer: FieldsAnswer, rows: FileRows, form: Form): Promise<FieldsAnswer | StreamAnswer> {
  const { list, beside } = answer.rows!
  const units = unitsOfFile(rows)
  if (rows.count <= MAX_HELD_ROWS) return { ...answer, units, fields: { ...answer.fields, [list!]: await collect(rows) } }
  const long = form.format === 'xml' ? rows : withBeside(answer.fields, beside, rows)
  const { headers, body } = streamTable({ ...form, ...long, name: answer.fileName!, fields: answer.fields, list: list! })
  return { kind: 'stream', stream: body, headers, units }
}

async function collect ({ columns, batches }: LongRows): Promise<Rows> {
  const all: unknown[][] = []
  for await (const { cells } of batches) all.push(...cells)
  return new Rows(columns, all)
}

function withBeside (fields: Record<string, unknown>, names: string[], { columns, batches }: LongRows): LongRows {
  const beside = besideOf(fields, names)
  async function * widened () {
    for await (const { cells } of batches) yield { cells: cells.map((row) => [...beside.cells, ...row]) }
  }
  return { columns: [...beside.columns, ...columns], batches: widened() }
}
