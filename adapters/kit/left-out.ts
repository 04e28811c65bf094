import { LayoutError, type Row } from '../source.ts'
import { excerpt } from './text.ts'

/** What an adapter left out of a document: the number of items by reason. */
export type LeftOut = Record<string, number>

let counts: LeftOut = {}

/**
 * The items without those that `isOut` names, which are counted under the reason: `no rate`, or a few words that say why they are no rates. An adapter
 * keeps everything else and reads it or refuses it (`only`), so that nothing new or misspelt is lost in silence.
 */
export function leaveOut<Item> (items: readonly Item[], reason: string, isOut: (item: Item, index: number) => boolean): Item[] {
  const kept = items.filter((item, index) => !isOut(item, index))
  if (kept.length < items.length) counts[reason] = (counts[reason] ?? 0) + items.length - kept.length
  return kept
}

/** The items, which must all be as expected. Throws a `LayoutError` that shows the first that is not. */
export function only<Item, Kept extends Item> (items: readonly Item[], expected: string, isExpected: (item: Item) => item is Kept): Kept[]
export function only<Item> (items: readonly Item[], expected: string, isExpected: (item: Item) => boolean): Item[]
export function only<Item> (items: readonly Item[], expected: string, isExpected: (item: Item) => boolean): Item[] {
  const other = items.find((item) => !isExpected(item))
  if (other !== undefined) throw new LayoutError(expected, excerpt(typeof other === 'string' ? other : JSON.stringify(other) ?? 'another'))
  return [...items]
}

/** The rows that a reading gives, and what it left out. One reading at a time. */
export async function readCounted (read: () => Row[] | Promise<Row[]>): Promise<{ rows: Row[], leftOut: LeftOut }> {
  counts = {}
  const rows = await read()
  return { rows, leftOut: counts }
}
