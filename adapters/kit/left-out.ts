import { LayoutError, type Row } from '../source.ts'
import { excerpt } from './text.ts'

/** The numbers of items that an adapter left out of a document, by reason. */
export type LeftOut = Record<string, number>

let counts: LeftOut = {}

/**
 * The items without those that `isOut` selects, which are counted under the reason: `no rate`, or a few words on why
 * they are no rates. An adapter reads every other item or refuses it (`only`), so that no new or misspelt item is lost
 * silently.
 */
export function leaveOut<Item>(
  items: readonly Item[],
  reason: string,
  isOut: (item: Item, index: number) => boolean
): Item[] {
  const kept = items.filter((item, index) => !isOut(item, index))
  if (kept.length < items.length) counts[reason] = (counts[reason] ?? 0) + items.length - kept.length
  return kept
}

/** The items, all of which must be as expected. Throws a `LayoutError` that shows the first unexpected one. */
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
 * undefined, or that equals or matches `noRate`, is left out as `no rate`.
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
  return leaveOut(figures, 'no rate', ({ printed }) => printed === null || isNone(printed)) as Array<{
    type: string
    printed: string
  }>
}

/** The rows that a reading gives, and the numbers of items it left out. One reading runs at a time. */
export async function readCounted(read: () => Row[] | Promise<Row[]>): Promise<{ rows: Row[]; leftOut: LeftOut }> {
  counts = {}
  const rows = await read()
  return { rows, leftOut: counts }
}
