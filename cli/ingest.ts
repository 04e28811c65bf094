import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Source } from '../adapters/source.ts'
import { refreshComposite } from '../pipelines/composite.ts'
import { backfillSource, forEachSource, ingestSource, type Ingest, type Progress } from '../pipelines/ingest.ts'
import { reparseSource, type Outcome } from '../pipelines/run.ts'
import { assertInOrder, dateArgument } from './arguments.ts'
import { startProgress } from './progress.ts'
import { LOCK_TIMEOUT, runCommand, selectSources, type Runtime } from './runtime.ts'

interface IngestOptions extends Ingest {
  all?: boolean
}

/** Adds the commands that load rates. */
export function addIngestCommands (program: Command): void {
  addWindowCommand(program, 'ingest', 'fetch the newest tables of the sources, or those of a window')
    .option('--replay <folder>', 'read recorded answers from a folder instead of the network').action(ingest)
  addWindowCommand(program, 'backfill', 'fetch the full history of the sources; resumes where it stopped').action(backfill)
  program.command('reparse').description('parse the archived documents of a source again with the current adapter').argument('<code>').action(reparse)
}

function addWindowCommand (program: Command, name: string, description: string): Command {
  return program.command(name).description(description).argument('[codes...]').option('--all', 'all sources')
    .option('--from <date>', 'first date', dateArgument).option('--to <date>', 'last date', dateArgument)
}

async function ingest (codes: string[], { all, ...options }: IngestOptions): Promise<void> {
  if (options.replay && !existsSync(options.replay)) throw new Error(`there is no folder ${options.replay}`)
  assertInOrder(options)
  await runCommand((runtime) => runSources(runtime, selectSources(runtime, codes, all), (source, onProgress) => ingestSource(runtime, source, options, onProgress)))
}

async function backfill (codes: string[], { all, ...options }: IngestOptions): Promise<void> {
  assertInOrder(options)
  await runCommand((runtime) => runSources(runtime, selectSources(runtime, codes, all), (source, onProgress) => backfillSource(runtime, source, options, onProgress)))
}

async function reparse (code: string): Promise<void> {
  await runCommand((runtime) => runSources(runtime, selectSources(runtime, [code]), (source) => reparseSource(runtime, source)))
}

type Run = (source: Source, onProgress: (progress: Progress) => void) => Promise<Outcome>

/** Runs each source and reports its progress, then updates the composite. Sets exit code 1 if a run failed or found its source locked. */
export async function runSources (runtime: Runtime, sources: Source[], run: Run): Promise<void> {
  const progress = startProgress(sources.length)
  try {
    const outcomes = await forEachSource(sources, (source) => run(source, ({ done, total }) => progress.step(`${source.code} ${done + 1}/${total}`)), progress.outcome)
    if (outcomes.some(({ status }) => status === 'failed' || status === 'busy')) process.exitCode = 1
  } finally {
    progress.end()
  }
  await refreshComposite(runtime, LOCK_TIMEOUT)
}
