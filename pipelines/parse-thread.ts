import { parentPort } from 'node:worker_threads'
import { loadFeed, loadSource } from '../adapters/registry.ts'
import { LayoutError, type Publication } from '../adapters/source.ts'
import type { Place } from '../proof/place.ts'
import type { ReadRate } from '../proof/verify.ts'

/** The thread in which documents are read. It is sent one at a time, and answers that it begins, the rows in batches, and how it ended. */

/** What is to be read, by the adapter of that code. With a rate its place in the document is wanted, in place of the rows. */
export interface Job {
  kind: 'source' | 'feed'
  code: string
  publication: Publication
  rate?: ReadRate
}

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

async function read ({ kind, code, publication, rate }: Job): Promise<void> {
  const adapter = await (kind === 'source' ? loadSource(code) : loadFeed(code))
  report({ state: 'reading' })
  const rows = rate === undefined ? await adapter.parse(publication) : await placesOf(code, publication, rate)
  for (let start = 0; start < rows.length; start += BATCH) report({ state: 'rows', rows: rows.slice(start, start + BATCH) })
}

/** The place of a rate, if it is found. */
async function placesOf (code: string, publication: Publication, rate: ReadRate): Promise<Place[]> {
  const [source, { findPlace }] = await Promise.all([loadSource(code), import('./place.ts')]) // it needs every reader, and few threads are asked for places
  const place = await findPlace((body) => source.parse({ ...publication, body }), publication, rate)
  return place ? [place] : []
}
