import { LayoutError, type Row } from '../source.ts'
import { excerpt } from './text.ts'

/** The numbers of items that an adapter skipped in a document, by reason. */
export type Skipped = Record<string, number>

let counts: Skipped = {}
let collected: unknown[] | undefined

/**
 * Skips the items that `isOut` selects, and counts them under the reason: `no rate`, or a few words that say why they
 * are not rates. An adapter must read every other item or refuse it (`only`), so that no new or misspelt item is lost
 * silently.
 */
export function skip<Item>(
  items: readonly Item[],
  reason: string,
  isOut: (item: Item, index: number) => boolean
): Item[] {
  const kept = items.filter((item, index) => {
    const out = isOut(item, index)
    if (out) collected?.push(item)
    return !out
  })
  if (kept.length < items.length) counts[reason] = (counts[reason] ?? 0) + items.length - kept.length
  return kept
}

/**
 * The rows of a secondary part of a document, such as averages beside daily rates. If its layout is not as expected, the
 * part is skipped, and the error is the reason, so that it doesn't keep back the other rows.
 */
export function skipIfChanged(read: () => Row[]): Row[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    counts[error.message] = (counts[error.message] ?? 0) + 1
    return []
  }
}

/** Returns the items. Throws a `LayoutError` that shows the first unexpected item. */
export function only<Item, Kept extends Item>(
  items: readonly Item[],
  expected: string,
  isExpected: (item: Item) => item is Kept
): Kept[]
export function only<Item>(items: readonly Item[], expected: string, isExpected: (item: Item) => boolean): Item[]
export function only<Item>(items: readonly Item[], expected: string, isExpected: (item: Item) => boolean): Item[] {
  const other = items.find((item) => !isExpected(item))
  if (other !== undefined) {
    throw new LayoutError(expected, excerpt(typeof other === 'string' ? other : (JSON.stringify(other) ?? 'another')))
  }
  return [...items]
}

/**
 * The figures of a row with their rate types; `types` maps the publisher's columns to them. A figure that is null or
 * undefined, or that equals or matches `noRate`, is skipped as `no rate`.
 */
export function figuresOf<Column extends string>(
  types: Record<Column, string>,
  printedIn: (column: Column) => string | null | undefined,
  noRate?: string | RegExp
): Array<{ type: string; printed: string }> {
  const isNone = (printed: string) => (noRate instanceof RegExp ? noRate.test(printed) : printed === noRate)
  const figures = Object.entries<string>(types).map(([column, type]) => ({
    type,
    printed: printedIn(column as Column) ?? null
  }))
  return skip(figures, 'no rate', ({ printed }) => printed === null || isNone(printed)) as Array<{
    type: string
    printed: string
  }>
}

/**
 * Runs a reading, and returns its rows and the numbers of skipped items; adds these items to `items`. Only one reading
 * may run at a time, because all readings share the counts.
 */
export async function readCounted(
  read: () => Row[] | Promise<Row[]>,
  items?: unknown[]
): Promise<{ rows: Row[]; skippedItems: Skipped }> {
  counts = {}
  collected = items
  try {
    return { rows: await read(), skippedItems: counts }
  } finally {
    collected = undefined
  }
}
