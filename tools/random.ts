/** Returns numbers from 0 up to 1. */
export type Random = () => number

/** Mulberry32, a generator with 32 bits of state: the same numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random item; undefined if there is none. */
export function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/** Two random items from different places; undefined if there are fewer. */
export function pickTwo<Item>(items: readonly Item[], random: Random): [Item, Item] | undefined {
  if (items.length < 2) return undefined
  const first = Math.floor(random() * items.length)
  const second = (first + 1 + Math.floor(random() * (items.length - 1))) % items.length
  return [items[first]!, items[second]!]
}
