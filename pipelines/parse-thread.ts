import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { loadFeed, loadSource } from '../adapters/registry.ts'
import { LayoutError, type Publication } from '../adapters/source.ts'
import type { ReadRate } from '../proof/verify.ts'
import { checkRows } from './check.ts'
import { stagingOf } from './staging.ts'

/**
 * The thread in which documents are read. It is sent one at a time, and answers that it begins, what it found in parts, and how it ended. It sends a
 * part only when it is asked for one `more`, so that a long document does not pile up in the thread that receives it.
 */

/**
 * What is wanted of a document: the rows that an adapter reads, all or those of some dates; the same, checked and as text for COPY; the place of a rate;
 * or where everything stands.
 */
export type Job =
  { kind: 'rows', code: string, publication: Publication, dates?: readonly string[] } |
  { kind: 'staging', code: string, publication: Publication, today: string } |
  { kind: 'feed', code: string, publication: Publication } |
  { kind: 'place', code: string, publication: Publication, rate: ReadRate } |
  { kind: 'outline', publication: Publication }

/** What the thread is sent after a part. */
export type Reply = 'more' | 'enough'

export type Report =
  { state: 'reading' } |
  { state: 'part', part: unknown } |
  { state: 'read' } |
  { state: 'refused', expected: string, found: string } |
  { state: 'failed', message: string, stack?: string }

const BATCH = 5000

const port = parentPort!
const inbox = on(port, 'message')
const receive = async () => ((await inbox.next()).value as [unknown])[0]
const report = (message: Report, transfer: ArrayBuffer[] = []) => { port.postMessage(message, transfer) }

for (;;) await answer(await receive() as Job)

async function answer (job: Job): Promise<void> {
  try {
    const work = await prepare(job)
    report({ state: 'reading' })
    for (const part of await work()) {
      report({ state: 'part', part }, part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : [])
      if (await receive() as Reply === 'enough') break
    }
    report({ state: 'read' })
  } catch (error) {
    if (error instanceof LayoutError) report({ state: 'refused', expected: error.expected, found: error.found })
    else report({ state: 'failed', message: (error as Error).message, stack: (error as Error).stack })
  }
}

/** The work itself, with everything that it needs loaded. Places and outlines need every reader, and few threads are asked for them. */
async function prepare (job: Job): Promise<() => Promise<Iterable<unknown>>> {
  const { kind, publication } = job
  if (kind === 'outline') {
    const { outlineOf } = await import('./outline.ts')
    return async () => [[await outlineOf(publication)]]
  }
  if (kind === 'feed') {
    const feed = await loadFeed(job.code)
    return async () => batchesOf(await feed.parse(publication))
  }
  const source = await loadSource(job.code)
  if (kind === 'place') {
    const { findPlace } = await import('./place.ts')
    return async () => [[await findPlace((body) => source.parse({ ...publication, body }), publication, job.rate)]]
  }
  if (kind === 'staging') {
    return async () => {
      const { text, ...rest } = stagingOf(checkRows(await source.parse(publication), source, job.today))
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
