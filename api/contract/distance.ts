/** The Levenshtein distance of two texts. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let place = 0; place < other.length; place++)
      next.push(Math.min(row[place + 1]! + 1, next[place]! + 1, row[place]! + (letter === other[place] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
