import { LayoutError, type Row } from '../source.ts'
import { excerpt } from './text.ts'

/** The numbers of items that an adapter left out of a document, by reason. */
export type LeftOut = Record<string, number>

let counts: LeftOut = {}

/**
 * The items without those that `isOut` selects, which are counted under the reason: `no rate`, or a few words on why they are no rates. An adapter
 * reads every other item or refuses it (`only`), so that no new or misspelt item is lost silently.
 */
export function leaveOut<Item> (items: readonly Item[], reason: string, isOut: (item: Item, index: number) => boolean): Item[] {
  const kept = items.filter((item, index) => !isOut(item, index))
  if (kept.length < items.length) counts[reason] = (counts[reason] ?? 0) + items.length - kept.length
  return kept
}

/** The items, all of which must be as expected. Throws a `LayoutError` that shows the first unexpected one. */
export function only<Item, Kept extends Item> (items: readonly Item[], expected: string, isExpected: (item: Item) => item is Kept): Kept[]
export function only<Item> (items: readonly Item[], expected: string, isExpected: (item: Item) => boolean): Item[]
export function only<Item> (items: readonly Item[], expected: string, isExpected: (item: Item) => boolean): Item[] {
  const other = items.find((item) => !isExpected(item))
  if (other !== undefined) throw new LayoutError(expected, excerpt(typeof other === 'string' ? other : JSON.stringify(other) ?? 'another'))
  return [...items]
}

/** The rows that a reading gives, and the numbers of items it left out. One reading runs at a time. */
export async function readCounted (read: () => Row[] | Promise<Row[]>): Promise<{ rows: Row[], leftOut: LeftOut }> {
  counts = {}
  const rows = await read()
  return { rows, leftOut: counts }
}
