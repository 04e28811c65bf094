import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { readCounted } from '../../adapters/kit/left-out.ts'
import { loadFeed, loadSource } from '../../adapters/registry.ts'
import type { Publication, Window } from '../../adapters/source.ts'
import type { ReadRate } from '../../proof/verify.ts'
import { checkRows } from '../load/check.ts'
import { Line } from './line.ts'
import { RemoteHttp } from '../fetch/remote-http.ts'
import { stagingOf } from '../load/staging.ts'

/**
 * The thread in which adapters run. It is sent jobs, each with a port over which it answers that it begins, what it found in parts, and how it ended. It
 * sends a part only when it is asked for one `more`, so that a long document does not pile up in the thread that receives it.
 */

/**
 * What is wanted of a document: the rows that an adapter reads, all or those of some dates; the same, checked and as text for COPY; the place of a rate;
 * or where everything stands.
 */
export type DocumentJob =
  { kind: 'rows', code: string, publication: Publication, dates?: readonly string[] } |
  { kind: 'staging', code: string, publication: Publication, today: string } |
  { kind: 'feed', code: string, publication: Publication } |
  { kind: 'place', code: string, publication: Publication, rate: ReadRate } |
  { kind: 'outline', publication: Publication }

/** As well as these, the documents of a source for a window. */
export type Job = DocumentJob | { kind: 'fetch', code: string, window: Window, credentials: Record<string, string> }

type Parts = Iterable<unknown> | AsyncIterable<unknown>

const BATCH = 5000

const { adapters } = workerData as { adapters?: string }
const sourceOf = (code: string) => loadSource(code, adapters)

parentPort!.on('message', ({ job, port }: { job: Job, port: MessagePort }) => { void run(job, new Line(port)) })

async function run (job: Job, line: Line): Promise<void> {
  try {
    const work = await prepare(job, line)
    line.report({ state: 'working' })
    for await (const part of await work()) {
      line.report({ state: 'part', part }, part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : [])
      if (await line.receive() === 'enough') break
    }
    line.report({ state: 'done' })
  } catch (error) {
    line.fail(error as Error)
  }
}

/** The work itself, with everything that it needs loaded. */
async function prepare (job: Job, line: Line): Promise<() => Promise<Parts>> {
  if (job.kind === 'fetch') {
    const source = await sourceOf(job.code)
    return async () => source.fetch(job.window, new RemoteHttp(line, source, job.credentials))
  }
  return prepareDocument(job)
}

/** Places and outlines need every reader, and few threads are asked for them. */
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
