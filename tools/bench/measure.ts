import { formatTable } from '../../cli/output.ts'

/** One line of the result: two medians, and the median of their ratios round by round. */
export interface Finding {
  what: string
  ours: string
  against: string
  ratio: string
  aim: string
}

/** The median of some figures. */
export function median (figures: number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return sorted.length === 0 ? NaN : (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
}

/** The median ratio of two figures of each round. */
export function medianRatio (ours: number[], theirs: number[]): number {
  return median(ours.map((figure, round) => figure / theirs[round]!))
}

/** The figures of each contender. They are measured in turns, round by round, after some rounds that do not count. */
export async function inTurns<Figure> (rounds: number, contenders: Array<() => Promise<Figure>>, uncounted = 1): Promise<Figure[][]> {
  const figures = contenders.map((): Figure[] => [])
  for (let round = -uncounted; round < rounds; round++) {
    for (const [index, measure] of contenders.entries()) {
      const figure = await measure()
      if (round >= 0) figures[index]!.push(figure)
    }
  }
  return figures
}

/** The medians of two lists of times, and of their ratio round by round. */
export function compareTimes (what: string, ours: number[], against: number[], aim = ''): Finding {
  return { what, ours: milliseconds(median(ours)), against: milliseconds(median(against)), ratio: medianRatio(ours, against).toFixed(2), aim }
}

/** The milliseconds that some work takes. */
export async function timed (work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** A time with three significant digits. */
export function milliseconds (figure: number): string {
  return `${figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)} ms`
}

/** Prints a heading and a table of findings. */
export function print (heading: string, findings: object[]): void {
  process.stdout.write(`\n${heading}\n\n${formatTable(findings)}\n`)
}

/** Reports progress on standard error. */
export function progress (text: string): void {
  process.stderr.write(`${text}\n`)
}
