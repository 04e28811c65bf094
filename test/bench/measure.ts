import { formatTable } from '../../cli/output.ts'

/** One line of the result: two medians, and the median of their ratios round by round. */
export interface Finding {
  what: string
  ours: string
  against: string
  ratio: string
  aim: string
}

/** The middle of some figures. */
export function median (figures: number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return sorted.length === 0 ? NaN : (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
}

/** The median of what one figure is of another, round by round. */
export function medianRatio (ours: number[], theirs: number[]): number {
  return median(ours.map((figure, round) => figure / theirs[round]!))
}

/** Measures each in its turn, round by round, after a round that does not count. */
export async function inTurns<Name extends string> (rounds: number, contenders: Record<Name, () => Promise<number>>): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const figure = await contenders[name]()
      if (round >= 0) figures[name].push(figure)
    }
  }
  return figures
}

/** Milliseconds that some work takes. */
export async function timed (work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function milliseconds (figure: number): string {
  return `${figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)} ms`
}

/** Writes a heading and the findings below it as an aligned table. */
export function print (heading: string, findings: Array<Partial<Finding> & Record<string, string>>): void {
  process.stdout.write(`\n${heading}\n\n${formatTable(findings)}\n`)
}

/** Says on standard error how far long work is. */
export function progress (text: string): void {
  process.stderr.write(`${text}\n`)
}
