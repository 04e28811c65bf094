import { Option, type Command } from 'commander'
import {
  FINDINGS,
  findDoubts,
  reviewFigures,
  reviewSeries,
  SLIPS,
  storedDays,
  type Doubt,
  type OffFigure,
  type OffSeries,
  type ReviewWindow,
  type Shift
} from '../review.ts'
import { assertInOrder, dateArgument, type DateWindow } from '../../../cli/arguments.ts'
import { print, printCsv, printRows } from '../../../cli/output.ts'
import { runCommand, selectSources } from '../../../cli/runtime.ts'

const MAX_DOUBTS = 50 // the number of lines to print; --json prints all

interface ReviewOptions extends DateWindow {
  csv?: boolean
  json?: boolean
}

/** Adds the command that compares the stored figures of all sources with each other. */
export function addReviewCommand(program: Command): void {
  program
    .command('review')
    .description('list stored rates that deviate from the other sources by more than their spread')
    .argument('[code]', 'code of a source')
    .option('--from <date>', 'first date (default: the first stored date)', dateArgument)
    .option('--to <date>', 'last date (default: the last stored date)', dateArgument)
    .addOption(new Option('--csv', 'print each rate as CSV, without grouping by series').conflicts('json'))
    .option('--json', 'print JSON')
    .action(review)
}

async function review(code: string | undefined, { csv, json, ...wanted }: ReviewOptions): Promise<void> {
  assertInOrder(wanted)
  await runCommand(async (runtime) => {
    const source = code === undefined ? undefined : selectSources(runtime, [code])[0]!.code
    const stored = await storedDays(runtime.database)
    if (!stored) return print('no rates are stored yet')
    const window = { from: wanted.from ?? stored.from, to: wanted.to ?? stored.to, source }
    if (csv) return printFigures(reviewFigures(runtime.database, window))
    const [series, shifts] = await all(reviewSeries(runtime.database, window))
    const doubts = await findDoubts(runtime.database, window)
    if (json) print(JSON.stringify({ ...window, series, shifts, doubts }, null, 2))
    else printReview(window, series, shifts, doubts)
    if (shifts.length > 0 || series.some(({ finding }) => SLIPS.includes(finding))) process.exitCode = 1
  })
}

async function all(years: ReturnType<typeof reviewSeries>): Promise<[OffSeries[], Shift[]]> {
  const [series, shifts]: [OffSeries[], Shift[]] = [[], []]
  for await (const year of years) {
    series.push(...year.series)
    shifts.push(...year.shifts)
  }
  return [series.sort((one, other) => FINDINGS.indexOf(one.finding) - FINDINGS.indexOf(other.finding)), shifts]
}

async function printFigures(years: AsyncGenerator<OffFigure[]>): Promise<void> {
  const figures: OffFigure[] = []
  for await (const year of years) figures.push(...year)
  printCsv(figures)
  if (figures.some(({ finding }) => SLIPS.includes(finding))) process.exitCode = 1
}

function printReview({ from, to }: ReviewWindow, series: OffSeries[], shifts: Shift[], doubts: Doubt[]): void {
  printRows(series, `no rate from ${from} to ${to} deviates from the other sources`)
  if (shifts.length > 0) print('\ntables that follow the other sources on another day:')
  if (shifts.length > 0) printRows(shifts)
  if (doubts.length > 0) {
    print(
      `\n${doubts.length} served rates with a doubt${doubts.length > MAX_DOUBTS ? `, the newest ${MAX_DOUBTS} of them` : ''}:`
    )
  }
  if (doubts.length > 0) printRows(doubts.slice(0, MAX_DOUBTS))
  const counts = new Map<string, number>()
  for (const { finding, figures } of series) counts.set(finding, (counts.get(finding) ?? 0) + Number(figures))
  print(
    `\n${from} to ${to}: ${[...counts].map(([finding, count]) => `${finding} ${count}`).join(', ') || 'no deviations'}; ${shifts.length} shifted`
  )
}
