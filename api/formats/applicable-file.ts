import { ANSWER_COLUMNS, fieldsOf, type Batch } from '../queries/applicable-batch.ts'
import { readTable, writeTable, type AddedColumn, type AnsweredBlock, type Block, type TableFormat } from './tables.ts'

const NUMBERS: ReadonlySet<string> = new Set(['rate', 'converted', 'rule_revision', 'document_id'])
const MAX_AHEAD = 2
const ADDED: AddedColumn[] = ANSWER_COLUMNS.map((name) => ({ name, isNumber: NUMBERS.has(name) }))

/** The file with the applicable rate beside each of its rows, in the format in which it came. Two blocks are answered while the one before is written. */
export function answerFile (batch: Batch, path: string, format: TableFormat): AsyncIterable<string | Buffer> {
  return writeTable(format, ahead(readTable(path, format), (block) => answerBlock(batch, block)), ADDED)
}

async function answerBlock (batch: Batch, block: Block): Promise<AnsweredBlock> {
  const places = fieldsOf(block.header)
  const rows = block.rows.map(({ cells }) => {
    const fields: Record<string, string> = {}
    for (const { field, at } of places) {
      const text = cells[at]!.trim()
      if (text !== '') fields[field] = text
    }
    return fields
  })
  return { ...block, added: await batch.answer(rows) }
}

/** The results of work on items, in their order, with the work on the next items begun before the last result is taken: the database never waits. */
async function * ahead<Item, Result> (items: AsyncIterable<Item>, work: (item: Item) => Promise<Result>): AsyncGenerator<Result, void, void> {
  const begun: Array<Promise<Result>> = []
  for await (const item of items) {
    const next = work(item)
    next.catch(() => {}) // it fails when it is taken
    begun.push(next)
    if (begun.length > MAX_AHEAD) yield await begun.shift()!
  }
  for (const last of begun) yield await last
}
