import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { readCounted } from '../../adapters/kit/left-out.ts'
import { loadFeed, loadSource } from '../../adapters/registry.ts'
import type { Publication, Window } from '../../adapters/source.ts'
import type { ReadRate } from '../../adapters/kit/reading.ts'
import { checkRows } from '../load/check.ts'
import { JobPort } from './job-port.ts'
import { RemoteHttp } from './remote-http.ts'
import { stagingOf } from '../load/staging.ts'

/**
 * The adapter thread. Each job arrives with its own port, over which the thread reports the start, the parts and the
 * end of the job. The thread sends the next part only after the reply `more`, so that parts of a long document do not
 * queue up in the receiver.
 */

/**
 * A job on a document: read its rows, all or those of `dates`; read and check its rows, and write them as text for
 * COPY; read a market feed; find a rate; or outline the document.
 */
export type DocumentJob =
  { kind: 'rows', code: string, publication: Publication, dates?: readonly string[] } |
  { kind: 'staging', code: string, publication: Publication, today: string } |
  { kind: 'feed', code: string, publication: Publication } |
  { kind: 'place', code: string, publication: Publication, rate: ReadRate } |
  { kind: 'outline', publication: Publication }

/** A job on a document, or the fetch of a source's documents for a window. */
export type Job = DocumentJob | { kind: 'fetch', code: string, window: Window, credentials: Record<string, string> }

type Parts = Iterable<unknown> | AsyncIterable<unknown>

const BATCH = 5000

const { adapters } = workerData as { adapters?: string }
const sourceOf = (code: string) => loadSource(code, adapters)

parentPort!.on('message', ({ job, port }: { job: Job, port: MessagePort }) => { void run(job, new JobPort(port)) })

async function run (job: Job, port: JobPort): Promise<void> {
  try {
    const work = await prepare(job, port)
    port.report({ state: 'working' })
    for await (const part of await work()) {
      port.report({ state: 'part', part }, part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : [])
      if (await port.receive() === 'enough') break
    }
    port.report({ state: 'done' })
  } catch (error) {
    port.fail(error as Error)
  }
}

/** Loads the modules that a job needs and returns its work. */
async function prepare (job: Job, port: JobPort): Promise<() => Promise<Parts>> {
  if (job.kind === 'fetch') {
    const source = await sourceOf(job.code)
    return async () => source.fetch(job.window, new RemoteHttp(port, source, job.credentials))
  }
  return prepareDocument(job)
}

/** Only places and outlines need every reader, so these load on demand. */
async function prepareDocument (job: DocumentJob): Promise<() => Promise<Parts>> {
  const { kind, publication } = job
  if (kind === 'outline') {
    const { outlineOf } = await import('./outline.ts')
    return async () => [[await outlineOf(publication)]]
  }
  if (kind === 'feed') {
    const feed = await loadFeed(job.code)
    return async () => batchesOf(await feed.parse(publication))
  }
  const source = await sourceOf(job.code)
  if (kind === 'place') {
    const { findPlace } = await import('./place.ts')
    return async () => [[await findPlace((body) => source.parse({ ...publication, body }), publication, job.rate)]]
  }
  if (kind === 'staging') {
    return async () => {
      const { rows, leftOut } = await readCounted(() => source.parse(publication))
      const { text, ...rest } = stagingOf(checkRows(rows, source, job.today), leftOut)
      return chain([rest], text)
    }
  }
  const { dates } = job
  return async () => batchesOf((await source.parse(publication)).filter(({ date }) => !dates || dates.includes(date)))
}

function * batchesOf<Item> (items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH)
}

function * chain (...parts: Array<Iterable<unknown>>): Generator<unknown> {
  for (const part of parts) yield * part
}
