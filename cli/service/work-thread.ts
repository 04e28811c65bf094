import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { runService } from '../runtime.ts'
import { startRuns, startWork, type ThreadData } from './work.ts'

const { settings, level, isTerminal, hasSchedule, runs } = workerData as ThreadData
process.stdout.isTTY = isTerminal // what it writes goes to the output of the process

/** The thread that runs what fetches from publishers, beside the API. It ends in order when it is sent a message. */
const stopped = once(parentPort!, 'message')
await runService(async (runtime, stops) => {
  stops.push(startRuns(runtime, runs))
  if (hasSchedule) stops.push(await startWork(runtime))
}, { settings, level, stopped })
