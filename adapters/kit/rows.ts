import { LayoutError, type Row } from '../source.ts'

/** Items of which a document must have some. Throws a `LayoutError` where there is none. */
export function atLeastOne<Item> (items: Item[], expected: string): Item[] {
  if (items.length === 0) throw new LayoutError(`at least one ${expected}`, 'none')
  return items
}

/** The item of which a document must have exactly one. Throws a `LayoutError` where it has none, or several: their order does not say which is right. */
export function onlyOne<Item> (items: Item[], expected: string): Item {
  if (items.length !== 1) throw new LayoutError(`one ${expected}`, String(items.length))
  return items[0]!
}

/**
 * Rows of a table that is printed country by country: a currency that several countries share is given once where its rows are equal.
 * Rows that differ are all given, for the pipeline's check to see two values for one key.
 */
export function distinctRows (rows: Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ date, base, quote, type, value, unit = 1 }) => {
    const key = [date, base, quote, type, value, unit].join(' ')
    return !seen.has(key) && seen.add(key)
  })
}
