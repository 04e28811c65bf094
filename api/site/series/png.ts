import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { Limiter } from '../../access/limiter.ts'

type Report = { png: Uint8Array } | { error: string }

const IDLE_MS = 20_000
const TIMEOUT_MS = 30_000

// A picture takes a quarter of a second of CPU.
const pictures = new Limiter({ concurrency: 1, maxWaiting: 8, maxWaitMs: 60_000, what: 'pictures' })

let program: WebAssembly.Module | undefined
let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Draws an SVG as a PNG, 1920 pixels wide, in a thread that ends when it is idle. Throws 503 if too many pictures wait. */
export function drawPng (svg: string): Promise<Buffer> {
  return pictures.run(async () => {
    clearTimeout(idle)
    const thread = worker ??= startThread(program ??= await compile())
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

/** The program that draws. All threads share what the engine compiles of it, which takes half a second of CPU. */
async function compile (): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
}

function startThread (program: WebAssembly.Module): Worker {
  const thread = new Worker(new URL('png-thread.js', import.meta.url), { execArgv: [], workerData: program, resourceLimits: { maxOldGenerationSizeMb: 128 } })
  thread.on('error', () => {}) // the waiting request fails with it
  thread.unref()
  return thread
}

function endThread (): void {
  void worker?.terminate()
  worker = undefined
}
