import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { BoundedQueue } from '../access/bounded-queue.ts'

type Report = { png: Uint8Array } | { error: string }

const IDLE_MS = 20_000
const TIMEOUT_MS = 30_000

// A picture takes a quarter of a second of CPU.
const queue = new BoundedQueue({ concurrency: 1, maxWaiting: 8, what: 'pictures' })
let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Draws an SVG as a PNG, 1920 pixels wide, in a thread that ends when it is idle. Throws 503 if too many pictures wait. */
export function drawPng (svg: string): Promise<Buffer> {
  return queue.run(async () => {
    clearTimeout(idle)
    const thread = worker ??= startThread()
    try {
      thread.postMessage(svg)
      const [report] = await once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) }) as [Report]
      if ('error' in report) throw new Error(report.error)
      return Buffer.from(report.png)
    } catch (error) {
      endThread()
      throw error
    } finally {
      idle = setTimeout(endThread, IDLE_MS).unref()
    }
  })
}

function startThread (): Worker {
  const thread = new Worker(new URL('png-thread.js', import.meta.url), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 128 } })
  thread.on('error', () => {}) // whoever waits is told
  thread.unref()
  return thread
}

function endThread (): void {
  void worker?.terminate()
  worker = undefined
}
