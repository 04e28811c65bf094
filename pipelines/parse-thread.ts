import { parentPort } from 'node:worker_threads'
import { loadFeed, loadSource } from '../adapters/registry.ts'
import { LayoutError, type Publication } from '../adapters/source.ts'
import type { ReadRate } from '../proof/verify.ts'

/** The thread in which documents are read. It is sent one at a time, and answers that it begins, the rows in batches, and how it ended. */

/** What is wanted of a document: the rows that an adapter reads, all or those of some dates; the place of a rate; or where everything stands. */
export type Job =
  { kind: 'rows', code: string, publication: Publication, dates?: readonly string[] } |
  { kind: 'feed', code: string, publication: Publication } |
  { kind: 'place', code: string, publication: Publication, rate: ReadRate } |
  { kind: 'outline', publication: Publication }

export type Report =
  { state: 'reading' } |
  { state: 'rows', rows: unknown[] } |
  { state: 'read' } |
  { state: 'refused', expected: string, found: string } |
  { state: 'failed', message: string, stack?: string }

// What is sent at a time, so that the thread which receives it is not held up by a long document.
const BATCH = 5000

const port = parentPort!
const report = (message: Report) => { port.postMessage(message) }

port.on('message', (job: Job) => {
  read(job).then(() => { report({ state: 'read' }) }, (error: Error) => {
    if (error instanceof LayoutError) report({ state: 'refused', expected: error.expected, found: error.found })
    else report({ state: 'failed', message: error.message, stack: error.stack })
  })
})

async function read (job: Job): Promise<void> {
  const work = await prepare(job)
  report({ state: 'reading' })
  const rows = await work()
  for (let start = 0; start < rows.length; start += BATCH) report({ state: 'rows', rows: rows.slice(start, start + BATCH) })
}

/** The work itself, with everything that it needs loaded. Places and outlines need every reader, and few threads are asked for them. */
async function prepare (job: Job): Promise<() => Promise<unknown[]>> {
  const { kind, publication } = job
  if (kind === 'outline') {
    const { outlineOf } = await import('./outline.ts')
    return async () => [await outlineOf(publication)]
  }
  if (kind === 'feed') {
    const feed = await loadFeed(job.code)
    return async () => feed.parse(publication)
  }
  const source = await loadSource(job.code)
  if (kind === 'place') {
    const { findPlace } = await import('./place.ts')
    return async () => [await findPlace((body) => source.parse({ ...publication, body }), publication, job.rate)]
  }
  const { dates } = job
  return async () => (await source.parse(publication)).filter(({ date }) => !dates || dates.includes(date))
}
