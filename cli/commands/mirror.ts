import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Source } from '../../adapters/source.ts'
import { refreshComposite } from '../../pipelines/composite/composite.ts'
import { mirror, planMirror, type MirrorPlan } from '../../pipelines/mirror/mirror.ts'
import { PeerApi } from '../../pipelines/mirror/peer-api.ts'
import { PeerArchive } from '../../pipelines/mirror/peer-archive.ts'
import { compareWithLog } from '../../pipelines/mirror/peer-log.ts'
import { PeerError, type Peer } from '../../pipelines/mirror/peer.ts'
import { countArgument, dateArgument } from '../arguments.ts'
import { print, printRows } from '../output.ts'
import { startProgress } from '../progress.ts'
import { LOCK_TIMEOUT, runCommand, selectSources, type Runtime } from '../runtime.ts'

interface MirrorOptions {
  keyFromEnv?: string
  source?: string
  since?: string
  rate: number
  plan?: boolean
  checkLog?: boolean
}

const RATE = 10 // requests a second
const ANALYZE_EVERY = 5_000 // milliseconds

/** Adds the command that takes the archived documents of another instance. */
export function addMirrorCommand (program: Command): void {
  program.command('mirror').description('take the archived documents of another instance, or of an archive that it exported, and read them with the adapters here')
    .argument('<peer>', 'the URL of the instance, or the folder or ZIP file of an archive')
    .option('--key-from-env <name>', 'the environment variable that holds an API key of the instance')
    .option('--source <codes>', 'only these sources, separated by commas')
    .option('--since <date>', 'only what the peer read since this date', dateArgument)
    .option('--rate <n>', 'the most requests a second', countArgument, RATE)
    .option('--plan', 'print what would be taken and what it costs, without taking it')
    .option('--check-log', 'afterwards, hold what is archived here against the signed log of the instance').action(runMirror)
}

async function runMirror (place: string, options: MirrorOptions): Promise<void> {
  await runCommand(async (runtime) => {
    const codes = options.source?.split(',').map((code) => code.trim())
    const sources = selectSources(runtime, codes ?? [], codes === undefined)
    const peer = await openPeer(runtime, place, codes, options)
    try {
      const plan = await planMirror(runtime.database, peer, sources)
      print(inWords(plan, peer))
      if (!options.plan && plan.left > 0) await takeDocuments(runtime, peer, sources, plan)
      if (options.checkLog) await checkLog(runtime, peer, plan, options)
    } finally {
      await peer.close()
    }
  })
}

function openPeer ({ userAgent, environment, signal }: Runtime, place: string, sources: string[] | undefined, { keyFromEnv: name, since, rate }: MirrorOptions): Promise<Peer> | Peer {
  if (!/^https?:\/\//.test(place)) {
    if (!existsSync(place)) throw new Error(`there is no folder or file ${place}; the URL of an instance begins with https://`)
    return PeerArchive.open(place, { sources, since })
  }
  const key = name === undefined ? undefined : environment[name]
  if (name !== undefined && !key) throw new Error(`${name} is not set`)
  const onWait = (milliseconds: number, why: string) => { process.stderr.write(`waiting ${Math.ceil(milliseconds / 1000)} seconds: ${why}\n`) }
  return new PeerApi({ url: place, key, sources, since, rate, userAgent, environment, signal, onWait })
}

function inWords ({ listed, left, documents, bytes, units, unknown }: MirrorPlan, { name }: Peer): string {
  const price = units === 0 ? '' : `, for ${units === 1 ? 'a unit' : `${units} units`} of the account there`
  const lines = [`${name} lists ${listed} documents of known sources; ${left} have yet to be read here: ${documents} to fetch, ${megabytes(bytes)}${price}`]
  if (unknown.length > 0) lines.push(`left out, since this version has no such source: ${unknown.join(', ')}`)
  return lines.join('\n')
}

function megabytes (bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Takes the documents of a peer and reports the progress. Sets exit code 1 if a document could not be had or read. */
export async function takeDocuments (runtime: Runtime, peer: Peer, sources: Source[], { left }: MirrorPlan): Promise<void> {
  const progress = startProgress(left)
  // The planner knows nothing of an instance that fills up, and autovacuum comes after a minute: a check then took a second for each document.
  const analysis = setInterval(() => void runtime.owner.write('analyze rates').catch(() => {}), ANALYZE_EVERY)
  try {
    const outcomes = await mirror(runtime, peer, sources, ({ source, done }) => progress.step(`${source} ${done} of ${left} documents`, done))
    for (const outcome of outcomes) progress.outcome(outcome)
    if (outcomes.some(({ status }) => status !== 'ok')) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof PeerError)) throw error
    throw new Error(`${error.message}. What was read is kept; the same command goes on from there.`, { cause: error })
  } finally {
    clearInterval(analysis)
    progress.end()
    await refreshComposite(runtime, LOCK_TIMEOUT)
  }
}

/** Prints whether everything is here that the log of the peer has. Sets exit code 1 if something is missing. */
export async function checkLog ({ database }: Runtime, peer: Peer, { sources }: MirrorPlan, { since }: { since?: string }): Promise<void> {
  const { origin, size, compared, same, missing, named } = await compareWithLog(database, peer, { sources, since })
  print(`the log ${origin} has ${size} entries, ${compared} of these sources: the documents of ${compared - missing} are here, and ${same} brought the same rows`)
  if (missing === 0) return
  process.exitCode = 1
  printRows(named.map(({ source, known_at: time, method, url, document_sha256: hash }) => ({ source, known_at: time, method, url, document: hash })))
}
