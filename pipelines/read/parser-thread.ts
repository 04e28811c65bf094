import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { readCounted } from '../../adapters/kit/skip.ts'
import type { ReadRate } from '../../adapters/kit/reading.ts'
import { loadFeed, loadSource } from '../../adapters/registry.ts'
import { LayoutError, type Publication } from '../../adapters/source.ts'
import { checkRows } from '../load/check.ts'
import { stagingOf } from '../load/staging.ts'

/**
 * The thread that reads documents. It receives a job and answers `ready`. Then it answers each `more` with a part of
 * the result until it is `done`, so that parts of a long document never queue up. `enough` ends the job early.
 */

/**
 * A job on a document: read all its rows or those of `dates`; read and check its rows, and write them as text for COPY;
 * read a market feed; find a rate; or outline the document.
 */
export type Job =
  | { kind: 'rows'; code: string; publication: Publication; dates?: readonly string[] }
  | { kind: 'staging'; code: string; publication: Publication; today: string }
  | { kind: 'feed'; code: string; publication: Publication }
  | { kind: 'place'; code: string; publication: Publication; rate: ReadRate }
  | { kind: 'outline'; publication: Publication }

/** The messages that the program sends after a job. */
export type Request = 'more' | 'enough'

/** The answers of the thread. */
export type Answer =
  | { state: 'ready' }
  | { state: 'part'; part: unknown }
  | { state: 'done' }
  | { state: 'refused'; expected: string; found: string }
  | { state: 'failed'; message: string; stack?: string }

const ROWS_IN_PART = 5000

const inbox = on(parentPort!, 'message') as AsyncIterator<[unknown]>
for (;;) await run((await receive()) as Job)

async function receive(): Promise<unknown> {
  return (await inbox.next()).value[0]
}

function answer(message: Answer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}

async function run(job: Job): Promise<void> {
  try {
    const work = await prepare(job)
    answer({ state: 'ready' })
    if ((await receive()) === 'more') {
      for (const part of await work()) {
        answer({ state: 'part', part }, part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : [])
        if ((await receive()) === 'enough') break
      }
    }
    answer({ state: 'done' })
  } catch (error) {
    if (error instanceof LayoutError) answer({ state: 'refused', expected: error.expected, found: error.found })
    else answer({ state: 'failed', message: (error as Error).message, stack: (error as Error).stack })
  }
}

/**
 * Loads the modules that a job needs and returns its work. Only places and outlines need every reader, so the readers
 * are loaded on demand.
 */
async function prepare(job: Job): Promise<() => Promise<Iterable<unknown>>> {
  const { kind, publication } = job
  if (kind === 'outline') {
    const { outlineOf } = await import('./outline.ts')
    return async () => [[await outlineOf(publication)]]
  }
  if (kind === 'feed') {
    const feed = await loadFeed(job.code)
    return async () => inParts(await feed.parse(publication))
  }
  const source = await loadSource(job.code)
  if (kind === 'place') {
    const { findPlace } = await import('./place.ts')
    return async () => [[await findPlace((body) => source.parse({ ...publication, body }), publication, job.rate)]]
  }
  if (kind === 'staging') {
    return async () => {
      const { rows, skippedItems } = await readCounted(() => source.parse(publication))
      const { text, ...rest } = stagingOf(checkRows(rows, source, job.today), skippedItems)
      return chain([rest], text)
    }
  }
  const { dates } = job
  return async () => inParts((await source.parse(publication)).filter(({ date }) => !dates || dates.includes(date)))
}

function* inParts<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += ROWS_IN_PART) yield items.slice(start, start + ROWS_IN_PART)
}

function* chain(...parts: Array<Iterable<unknown>>): Generator<unknown> {
  for (const part of parts) yield* part
}
