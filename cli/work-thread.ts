import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { runService } from './runtime.ts'
import { startWork } from './work.ts'

process.stdout.isTTY = (workerData as { isTerminal: boolean }).isTerminal // what it writes goes to the output of the process

/** The thread that runs the schedule beside the API. It ends in order when it is sent a message. */
await runService(async (runtime) => [await startWork(runtime)], { stopped: once(parentPort!, 'message') })
