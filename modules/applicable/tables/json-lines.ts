import { HttpError } from '../../../api/contract/errors.ts'
import {
  namesBeside,
  numbersIn,
  shown,
  textOf,
  type AddedColumn,
  type AnsweredBlock,
  type Block,
  type TableCodec,
  type TableOptions
} from './block.ts'
import { MAX_ROWS_OF_BLOCK, recordsOf } from './text.ts'

export const jsonLines: TableCodec = { read: readJsonLines, write: writeJsonLines }

async function* readJsonLines(path: string, options: TableOptions): AsyncGenerator<Block, void, void> {
  let before = 0
  for await (const text of recordsOf(path, false, options)) {
    const all = text.split('\n')
    const lines = all.map((it, at) => ({ own: it.trim(), row: before + at + 1 })).filter(({ own }) => own !== '')
    before += all.length - (all.at(-1) === '' ? 1 : 0)
    for (let at = 0; at < lines.length; at += MAX_ROWS_OF_BLOCK)
      yield* blocksOfLines(lines.slice(at, at + MAX_ROWS_OF_BLOCK))
  }
}

/** Lines with the same keys in the same order make one block. */
function* blocksOfLines(lines: Array<{ own: string; row: number }>): Generator<Block, void, void> {
  let block: Block | undefined
  for (const { own, row } of lines) {
    const value = objectOf(own, row)
    const header = Object.keys(value)
    if (block && (block.header.length !== header.length || header.some((name, at) => name !== block!.header[at]))) {
      yield block
      block = undefined
    }
    block ??= { header, rows: [] }
    block.rows.push({ cells: cellsOf(value, own), numbers: numbersIn(Object.values(value)), own, row })
  }
  if (block) yield block
}

function objectOf(line: string, row: number): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new HttpError(
      'invalid_body',
      `the file: expected a JSON object in each line, found in line ${row} ${JSON.stringify(line.slice(0, 60))}`
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError(
      'invalid_body',
      `the file: expected a JSON object in each line, found in line ${row} ${line.slice(0, 60)}`
    )
  }
  return value as Record<string, unknown>
}

const NOISE = /\.\d{5}/ // a number with fewer decimals may have more than fifteen significant digits

function cellsOf(value: object, line: string): string[] {
  try {
    return Object.values(value).map((it) => textOf(typeof it === 'number' && NOISE.test(String(it)) ? shown(it) : it))
  } catch {
    // writing deeply nested values as text overflows the stack
    throw new HttpError(
      'invalid_body',
      `the file: expected values that are not nested, found ${JSON.stringify(line.slice(0, 60))}`
    )
  }
}

// The caller's line stays unchanged, so that no digit of its numbers is lost.
async function* writeJsonLines(blocks: AsyncIterable<AnsweredBlock>, added: AddedColumn[]): AsyncGenerator<string> {
  for await (const { header, rows, added: answers } of blocks) {
    const names = namesBeside(header, added).map((name) => JSON.stringify(name))
    yield rows
      .map(({ own }, at) => {
        const { cells } = answers[at]!
        const ours = names
          .map(
            (name, column) =>
              `${name}:${added[column]!.kind === 'number' ? (cells[column] ?? 'null') : JSON.stringify(cells[column])}`
          )
          .join(',')
        const line = own as string
        return `${line.slice(0, -1)}${header.length > 0 ? ',' : ''}${ours}}\n`
      })
      .join('')
  }
}
