import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { runService } from '../runtime.ts'
import { startRuns, startWork, type ThreadData } from './work.ts'

const { settings, level, isTerminal, hasSchedule, runs } = workerData as ThreadData
process.stdout.isTTY = isTerminal // the thread's output goes to the process's output

/** The thread that fetches from publishers, beside the API. A message stops it. */
const stopped = once(parentPort!, 'message')
await runService(
  async (runtime, stops) => {
    stops.push(startRuns(runtime, runs))
    if (hasSchedule) stops.push(await startWork(runtime))
  },
  { settings, level, stopped }
)
