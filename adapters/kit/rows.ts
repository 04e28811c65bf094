import { LayoutError, type Row } from '../source.ts'

/** Items of which a document must have at least one. Throws a `LayoutError` if there is none. */
export function atLeastOne<Item>(items: Item[], expected: string): Item[] {
  if (items.length === 0) throw new LayoutError(`at least one ${expected}`, 'none')
  return items
}

/**
 * The item of which a document must have exactly one, of all or of those that `isIt` selects. Throws a `LayoutError`
 * for none or several, because their order does not tell which is right.
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
 * The rows of a table that is printed by country: a currency of several countries is returned once if its rows are
 * equal. Rows that differ are all returned, so that the pipeline's check sees two values for one key.
 */
export function distinctRows(rows: Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ date, base, quote, type, value, unit = 1 }) => {
    const key = [date, base, quote, type, value, unit].join(' ')
    return !seen.has(key) && seen.add(key)
  })
}
