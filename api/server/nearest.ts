const LONGEST = 100 // characters of a path that count

/** The declared path that needs the fewest changes of characters to become a requested one, with `{name}` for its parameters. */
export function nearest (path: string, declared: readonly string[]): string {
  const wanted = path.slice(0, LONGEST)
  const segments = wanted.split('/')
  const filled = (it: string) => it.split('/').map((segment, at) => /^[:*]/.test(segment) ? segments[at] || segment : segment).join('/')
  const distances = declared.map((it) => distance(wanted, filled(it)))
  return declared[distances.indexOf(Math.min(...distances))]!.replaceAll(/[:*](\w+)/g, '{$1}')
}

/** The Levenshtein distance of two texts. */
function distance (one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let place = 0; place < other.length; place++) next.push(Math.min(row[place + 1]! + 1, next[place]! + 1, row[place]! + (letter === other[place] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
