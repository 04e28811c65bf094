import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Source } from '../../adapters/source.ts'
import {
  backfillSource,
  forEachSource,
  ingestSource,
  RUNS_AT_ONCE,
  type Ingest,
  type Progress
} from '../../pipelines/runs/ingest.ts'
import { planBackfill, secondsOf, type Plan } from '../../pipelines/runs/plan.ts'
import { reparseSource, type Outcome } from '../../pipelines/runs/run.ts'
import { assertInOrder, dateArgument, examples } from '../arguments.ts'
import { print, printRows } from '../output.ts'
import { refreshCalculations } from '../module.ts'
import { startProgress } from '../progress.ts'
import { LOCK_TIMEOUT, runCommand, selectSources, type Runtime } from '../runtime.ts'

interface IngestOptions extends Ingest {
  all?: boolean
}

/** Adds the commands that load rates. */
export function addIngestCommands(program: Command): void {
  addWindowCommand(program, 'ingest', 'fetch the newest tables of sources, or those of a range of dates')
    .option('--replay <folder>', 'read recorded answers from a folder instead of the network')
    .addHelpText('after', examples('ingest --all', 'ingest ecb boe --from 2026-01-01'))
    .action(ingest)
  addWindowCommand(program, 'backfill', 'fetch the full history of sources; resume an interrupted backfill')
    .option('--plan', 'estimate the requests and the time; fetch nothing')
    .action(backfill)
  program
    .command('reparse')
    .description('parse the archived documents of a source again with its current adapter')
    .argument('<code>', 'code of a source')
    .action(reparse)
}

function addWindowCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('[codes...]', 'codes of sources')
    .option('--all', 'all sources')
    .option('--from <date>', 'first date', dateArgument)
    .option('--to <date>', 'last date', dateArgument)
}

async function ingest(codes: string[], { all, ...options }: IngestOptions): Promise<void> {
  if (options.replay && !existsSync(options.replay)) throw new Error(`there is no folder ${options.replay}`)
  assertInOrder(options)
  await runCommand((runtime) =>
    runSources(runtime, selectSources(runtime, codes, all), (source, onProgress) =>
      ingestSource(runtime, source, options, onProgress)
    )
  )
}

async function backfill(codes: string[], { all, plan, ...options }: IngestOptions & { plan?: boolean }): Promise<void> {
  assertInOrder(options)
  await runCommand(async (runtime) => {
    const sources = selectSources(runtime, codes, all)
    const plans = await planBackfill(runtime, sources, options)
    if (plan) printRows(plans.map(rowOf))
    print(sumOf(plans))
    if (!plan) {
      await runSources(runtime, sources, (source, onProgress) => backfillSource(runtime, source, options, onProgress))
    }
  })
}

function rowOf({ source, left, windows, requests, basis, seconds }: Plan): object {
  return { source, windows: `${left} of ${windows}`, requests, basis, time: durationOf(seconds) }
}

/** One line: an estimate of the requests and the time of a backfill. */
function sumOf(plans: Plan[]): string {
  const requests = plans.reduce((sum, plan) => sum + plan.requests, 0)
  const isLeast = plans.some(({ basis }) => basis === 'at least')
  const left = plans.filter((plan) => plan.left > 0 && plan.basis !== 'skipped').length
  return `${left} of ${plans.length} sources have history to fetch: ${isLeast ? 'at least' : 'about'} ${requests} requests, ${durationOf(secondsOf(plans, RUNS_AT_ONCE))} with ${RUNS_AT_ONCE} sources at a time`
}

function durationOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

async function reparse(code: string): Promise<void> {
  await runCommand((runtime) =>
    runSources(runtime, selectSources(runtime, [code]), (source) => reparseSource(runtime, source))
  )
}

type RunSource = (source: Source, onProgress: (progress: Progress) => void) => Promise<Outcome>

/**
 * Runs each source and reports its progress, then updates the data that modules calculate. Sets exit code 1 if a run
 * failed or its source was locked.
 */
async function runSources(runtime: Runtime, sources: Source[], run: RunSource): Promise<void> {
  const progress = startProgress(sources.length)
  try {
    const outcomes = await forEachSource(
      sources,
      (source) => run(source, ({ done, total }) => progress.step(`${source.code} ${done + 1}/${total}`)),
      progress.outcome
    )
    if (outcomes.some(({ status }) => status === 'failed' || status === 'busy')) process.exitCode = 1
  } finally {
    progress.end()
  }
  await refreshCalculations(runtime, LOCK_TIMEOUT)
}
