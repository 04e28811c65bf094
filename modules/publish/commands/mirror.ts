import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Source } from '../../../adapters/source.ts'
import { mirror, planMirror, type MirrorPlan } from '../mirror/mirror.ts'
import { PeerApi } from '../mirror/peer-api.ts'
import { PeerArchive } from '../mirror/peer-archive.ts'
import { compareWithLog } from '../mirror/peer-log.ts'
import { PeerError, type Peer } from '../mirror/peer.ts'
import { countArgument, dateArgument, examples, listArgument } from '../../../cli/arguments.ts'
import { refreshCalculations } from '../../../cli/module.ts'
import { megabytes, print, printRows } from '../../../cli/output.ts'
import { startProgress } from '../../../cli/progress.ts'
import { LOCK_TIMEOUT, runCommand, selectSources, type Runtime } from '../../../cli/runtime.ts'

interface MirrorOptions {
  keyFromEnv?: string
  source?: string[]
  since?: string
  rate: number
  plan?: boolean
  checkLog?: boolean
}

const RATE = 10 // requests per second
const ANALYZE_EVERY = 5_000 // milliseconds

/** Adds the command that loads the archived documents of another instance. */
export function addMirrorCommand(program: Command): void {
  program
    .command('mirror')
    .description(
      'load the archived documents of another instance, read by the adapters of this one; resume an interrupted mirror'
    )
    .argument('<peer>', 'URL of the instance, or folder or ZIP file of an exported archive')
    .option('--key-from-env <name>', 'environment variable with an API key of the instance')
    .option('--source <codes>', 'only these sources, separated by commas', listArgument)
    .option('--since <date>', 'only documents that the instance read since this date', dateArgument)
    .option('--rate <n>', 'maximum requests per second', countArgument, RATE)
    .option('--plan', 'print the number, size and price of the documents; fetch none')
    .option('--check-log', 'afterwards, compare the archive with the signed log of the instance')
    .addHelpText('after', examples('mirror https://rates.example --key-from-env PEER_KEY --plan', 'mirror archive.zip'))
    .action(runMirror)
}

async function runMirror(place: string, options: MirrorOptions): Promise<void> {
  await runCommand(async (runtime) => {
    const sources = selectSources(runtime, options.source ?? [], options.source === undefined)
    const peer = await openPeer(runtime, place, options)
    try {
      const plan = await planMirror(runtime.database, peer, sources)
      print(planText(plan, peer))
      if (!options.plan && plan.left > 0) await mirrorDocuments(runtime, peer, sources, plan)
      if (options.checkLog) await checkLog(runtime, peer, plan, options)
    } finally {
      await peer.close()
    }
  })
}

function openPeer(
  { userAgent, environment, signal }: Runtime,
  place: string,
  { keyFromEnv: name, source: sources, since, rate }: MirrorOptions
): Promise<Peer> | Peer {
  if (!/^https?:\/\//.test(place)) {
    if (!existsSync(place)) {
      throw new Error(`there is no folder or file ${place}; the URL of an instance begins with https://`)
    }
    return PeerArchive.open(place, { sources, since })
  }
  const key = name === undefined ? undefined : environment[name]
  if (name !== undefined && !key) throw new Error(`${name} is not set`)
  const onWait = (milliseconds: number, why: string) => {
    process.stderr.write(`waiting ${Math.ceil(milliseconds / 1000)} seconds: ${why}\n`)
  }
  return new PeerApi({ url: place, key, sources, since, rate, userAgent, environment, signal, onWait })
}

function planText({ listed, left, documents, bytes, units, unknown }: MirrorPlan, { name }: Peer): string {
  const price = units === 0 ? '' : `, for ${units === 1 ? 'one unit' : `${units} units`} of your account there`
  const lines = [
    `${name} lists ${listed} documents of known sources. Not yet read here: ${left}. To fetch: ${documents}, ${megabytes(bytes)}${price}`
  ]
  if (unknown.length > 0) lines.push(`left out, because this version lacks the source: ${unknown.join(', ')}`)
  return lines.join('\n')
}

/**
 * Loads the documents of a peer and reports the progress. Sets exit code 1 if a document could not be fetched or read.
 */
export async function mirrorDocuments(
  runtime: Runtime,
  peer: Peer,
  sources: Source[],
  { left }: MirrorPlan
): Promise<void> {
  const progress = startProgress(left)
  // Autovacuum analyzes a filling table only after a minute. Without statistics, the checks took a second for each
  // document.
  const analysis = setInterval(() => void runtime.owner.write('analyze rates').catch(() => {}), ANALYZE_EVERY)
  try {
    const outcomes = await mirror(runtime, peer, sources, ({ source, done }) =>
      progress.step(`${source} ${done} of ${left} documents`, done)
    )
    for (const outcome of outcomes) progress.outcome(outcome)
    if (outcomes.some(({ status }) => status !== 'ok')) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof PeerError)) throw error
    throw new Error(`${error.message}. The documents read so far are kept; run the same command to continue.`, {
      cause: error
    })
  } finally {
    clearInterval(analysis)
    progress.end()
    await refreshCalculations(runtime, LOCK_TIMEOUT)
  }
}

/** Compares this instance with the log of a peer. Lists missing documents, and then sets exit code 1. */
export async function checkLog(
  { database }: Runtime,
  peer: Peer,
  { sources }: MirrorPlan,
  { since }: { since?: string }
): Promise<void> {
  const { origin, size, compared, same, missing, named } = await compareWithLog(database, peer, { sources, since })
  print(
    `the log ${origin} has ${size} entries, ${compared} of them for these sources; this instance has the documents of ${compared - missing}, and ${same} gave the same rows`
  )
  if (missing === 0) return
  process.exitCode = 1
  printRows(
    named.map(({ source, known_at: time, method, url, document_sha256: hash }) => ({
      source,
      known_at: time,
      method,
      url,
      document: hash
    }))
  )
}
