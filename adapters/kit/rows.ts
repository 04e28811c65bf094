import { LayoutError, type Row } from '../source.ts'

/** Items of a document, at least one. Throws a `LayoutError` for none. */
export function atLeastOne<Item>(items: Item[], expected: string): Item[] {
  if (items.length === 0) throw new LayoutError(`at least one ${expected}`, 'none')
  return items
}

/**
 * The only item, or the only one that `isIt` selects. Throws a `LayoutError` for none or several, because their order
 * does not show which one is right.
 */
export function onlyOne<Item>(items: Item[], expected: string, isIt: (item: Item) => boolean = () => true): Item {
  const found = items.filter(isIt)
  if (found.length !== 1) throw new LayoutError(`one ${expected}`, String(found.length))
  return found[0]!
}

/** Groups the items by a key, in the order in which the keys first appear. */
export function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/**
 * The rows of a table that is printed by country. Equal rows of a currency that several countries share are returned
 * once. If the rows differ, all are returned, and the pipeline's check finds two values for one key.
 */
export function distinctRows(rows: Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ date, base, quote, type, value, unit = 1 }) => {
    const key = [date, base, quote, type, value, unit].join(' ')
    return !seen.has(key) && seen.add(key)
  })
}
