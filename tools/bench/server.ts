import { startChild } from '../child.ts'

/** An HTTP server in its own process. */
export interface Server {
  address: string
  /** The CPU time of the process so far, in milliseconds. */
  cpu: () => Promise<number>
  /** The most memory of the process so far, in megabytes. */
  memory: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts a module that serves an app made from the options, and replies with its address. */
export async function startServer<Options extends object>(
  module: 'api-server.ts' | 'bare-server.ts',
  options: Options
): Promise<Server> {
  const child = startChild<Options, string>(new URL(module, import.meta.url))
  return { address: await child.send(options), cpu: child.cpu, memory: child.memory, stop: child.stop }
}
