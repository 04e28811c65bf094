/** Numbers from 0 up to 1, the same for the same seed. */
export type Random = () => number

/** Mulberry32: a generator of 32 bits of state, good enough to choose what to damage. */
export function randomFrom (seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of some items, undefined where there is none. */
export function pick<Item> (items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/** Two different places of a list, undefined where it has fewer. */
export function pickTwo<Item> (items: readonly Item[], random: Random): [Item, Item] | undefined {
  if (items.length < 2) return undefined
  const first = Math.floor(random() * items.length)
  const second = (first + 1 + Math.floor(random() * (items.length - 1))) % items.length
  return [items[first]!, items[second]!]
}
