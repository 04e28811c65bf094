import { formatTable } from '../../cli/output.ts'

/** A line of the result: two medians, and the median of their ratios by round. */
export interface Finding {
  what: string
  ours: string
  against: string
  ratio: string
  aim: string
}

export function median(figures: number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
}

/** The median of the ratios by round. */
export function medianRatio(ours: number[], against: number[]): number {
  return median(ours.map((figure, round) => figure / against[round]!))
}

/** The figures of each contender. The contenders take turns; the warm-up rounds are not counted. */
export async function inTurns<Figure>(
  rounds: number,
  contenders: Array<() => Promise<Figure>>,
  warmUp = 1
): Promise<Figure[][]> {
  const figures = contenders.map((): Figure[] => [])
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, measure] of contenders.entries()) {
      const figure = await measure()
      if (round >= 0) figures[index]!.push(figure)
    }
  }
  return figures
}

/** Compares the times of two contenders. */
export function compareTimes(what: string, ours: number[], against: number[], aim = ''): Finding {
  return {
    what,
    ours: milliseconds(median(ours)),
    against: milliseconds(median(against)),
    ratio: medianRatio(ours, against).toFixed(2),
    aim
  }
}

/** The duration of some work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** A time with three significant digits. */
export function milliseconds(figure: number): string {
  return `${figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)} ms`
}

/** Prints a heading and a table. */
export function print(heading: string, findings: object[]): void {
  process.stdout.write(`\n${heading}\n\n${formatTable(findings)}\n`)
}

/** Reports progress on standard error. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`)
}
