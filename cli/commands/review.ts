import { Option, type Command } from 'commander'
import { FINDINGS, reviewFigures, reviewSeries, SLIPS, storedDays, type OffFigure, type OffSeries, type ReviewWindow, type Shift } from '../../pipelines/care/review.ts'
import { assertInOrder, dateArgument, type DateWindow } from '../arguments.ts'
import { print, printCsv, printRows } from '../output.ts'
import { runCommand, selectSources } from '../runtime.ts'

interface ReviewOptions extends DateWindow {
  csv?: boolean
  json?: boolean
}

/** Adds the command that compares the stored figures of all sources with each other. */
export function addReviewCommand (program: Command): void {
  program.command('review').description('list stored figures that deviate from those of the other sources by more than their spread explains').argument('[code]')
    .option('--from <date>', 'first date; the default is the first stored date', dateArgument).option('--to <date>', 'last date', dateArgument)
    .addOption(new Option('--csv', 'print every figure as CSV, not grouped by series').conflicts('json')).option('--json', 'print the series and shifts as JSON').action(review)
}

async function review (code: string | undefined, { csv, json, ...wanted }: ReviewOptions): Promise<void> {
  assertInOrder(wanted)
  await runCommand(async (runtime) => {
    const source = code === undefined ? undefined : selectSources(runtime, [code])[0]!.code
    const stored = await storedDays(runtime.database)
    if (!stored) return print('nothing is stored yet')
    const window = { from: wanted.from ?? stored.from, to: wanted.to ?? stored.to, source }
    if (csv) return printFigures(reviewFigures(runtime.database, window))
    const [series, shifts] = await all(reviewSeries(runtime.database, window))
    if (json) print(JSON.stringify({ ...window, series, shifts }, null, 2))
    else printReview(window, series, shifts)
    if (shifts.length > 0 || series.some(({ finding }) => SLIPS.includes(finding))) process.exitCode = 1
  })
}

async function all (years: ReturnType<typeof reviewSeries>): Promise<[OffSeries[], Shift[]]> {
  const [series, shifts]: [OffSeries[], Shift[]] = [[], []]
  for await (const year of years) {
    series.push(...year.series)
    shifts.push(...year.shifts)
  }
  return [series.sort((one, other) => FINDINGS.indexOf(one.finding) - FINDINGS.indexOf(other.finding)), shifts]
}

async function printFigures (years: AsyncGenerator<OffFigure[]>): Promise<void> {
  const figures: OffFigure[] = []
  for await (const year of years) figures.push(...year)
  printCsv(figures)
  if (figures.some(({ finding }) => SLIPS.includes(finding))) process.exitCode = 1
}

function printReview ({ from, to }: ReviewWindow, series: OffSeries[], shifts: Shift[]): void {
  printRows(series, `no figure of ${from} to ${to} is off the other sources`)
  if (shifts.length > 0) print('\nmove with the others, but on another day:')
  if (shifts.length > 0) printRows(shifts)
  const counts = new Map<string, number>()
  for (const { finding, figures } of series) counts.set(finding, (counts.get(finding) ?? 0) + Number(figures))
  print(`\n${from} to ${to}: ${[...counts].map(([finding, count]) => `${finding} ${count}`).join(', ') || 'nothing off'}; ${shifts.length} shifted`)
}
