import { badRequest } from '../contract/errors.ts'
import { unitsOfFile, type FileContent } from '../contract/prices.ts'
import type { Answer, FieldsAnswer } from '../formats/answer.ts'
import type { RequestedFormat } from '../formats/index.ts'
import { PRICE_FORMATS, type PriceFormat } from '../formats/price-directives.ts'
import { holdsDecimal } from '../formats/parquet.ts'
import { Rows, type LongRows } from '../formats/rows.ts'

const MAX_HELD_ROWS = 5_000

/** Rows with their extent, which is determined before they are read. */
interface FileRows extends LongRows, FileContent {
  count: number
  /** The maximum numbers of digits before and after the point. */
  whole: number
  scale: number
  /** True if a date has several rates of a pair. */
  isRepeated: boolean
}

/**
 * Answers with a file of all rows; the field of its list is undefined. A short file is written at once and has an ETag;
 * a long one is charged and then streamed.
 */
export async function answerFile(answer: FieldsAnswer, rows: FileRows, form: RequestedFormat): Promise<Answer> {
  assertFits(rows, form)
  const list = rows.count <= MAX_HELD_ROWS ? await collect(rows) : rows
  return { ...answer, units: unitsOfFile(rows), fields: { ...answer.fields, [answer.rows!.list!]: list } }
}

/** Throws 400 if a format can't hold the figures of a page exactly. */
export function assertRowsFit(rows: Rows, form: RequestedFormat): void {
  if (form.format !== 'parquet' && !PRICE_FORMATS.includes(form.format as PriceFormat)) return
  const [date, base, quote, value] = ['date', 'base', 'quote', 'value'].map((name) =>
    rows.columns.findIndex(
      (column) => column.name === name || (name === 'date' && /^(rate_date|period)$/.test(column.name))
    )
  ) as [number, number, number, number]
  const figures = rows.cells.map((row) => String(row[value]).split('.'))
  const longest = (part: 0 | 1) => figures.reduce((most, parts) => Math.max(most, parts[part]?.length ?? 0), 0)
  const distinct = new Set(rows.cells.map((row) => [row[date], row[base], row[quote]].join()))
  assertFits({ whole: longest(0), scale: longest(1), isRepeated: distinct.size < rows.length }, form)
}

/** Throws 400 if a format can't hold the figures exactly. */
function assertFits(
  { whole, scale, isRepeated }: Pick<FileRows, 'whole' | 'scale' | 'isRepeated'>,
  { format }: RequestedFormat
): void {
  if (format === 'parquet' && !holdsDecimal(whole, scale)) {
    throw badRequest(
      'format',
      `the figures have up to ${whole} digits and ${scale} decimals, more than a decimal of Parquet holds; use csv or ndjson`
    )
  }
  if (isRepeated && PRICE_FORMATS.includes(format as PriceFormat)) {
    throw badRequest(
      'type',
      `expected a rate type, because ${format} has one price of a pair per day and this source has several`
    )
  }
}

async function collect({ columns, batches }: LongRows): Promise<Rows> {
  const all: unknown[][] = []
  for await (const { cells } of batches) all.push(...cells)
  return new Rows(columns, all)
}
