import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type HttpApp } from '../../api/server/server.ts'

/** An HTTP server in a process of its own. */
export interface Server {
  address: string
  /** Milliseconds of CPU time that the process has used so far. */
  cpu: () => Promise<number>
  stop: () => Promise<void>
}

/** What Node.js is started with where the service runs for long: by `npm start`, in the image and by the units. */
export const NODE_FLAGS = ['--max-semi-space-size=32']

/** Starts a module that calls `serve` in a process of its own, with what its app is made from. */
export async function startServer<Options extends object> (module: 'api-server.ts' | 'bare-server.ts', options: Options): Promise<Server> {
  const child = fork(new URL(module, import.meta.url), { execArgv: [...process.execArgv, ...NODE_FLAGS] })
  const ended = once(child, 'exit')

  async function send (message: Options | 'cpu'): Promise<unknown> {
    const answer = once(child, 'message')
    child.send(message)
    const [value] = await Promise.race([answer, ended.then(() => { throw new Error(`${module} ended too early`) })])
    return value
  }

  return {
    address: await send(options) as string,
    cpu: async () => await send('cpu') as number,
    stop: async () => {
      child.disconnect()
      await ended
    }
  }
}

/** The other side of `startServer`: serves the app for the options that come, until the parent disconnects. */
export function serve<Options extends object> (createApp: (options: Options) => Promise<HttpApp> | HttpApp): void {
  process.once('message', async (options: Options) => {
    process.send!(await createServer(await createApp(options)).listen(0))
    process.on('message', () => {
      const { user, system } = process.cpuUsage()
      process.send!((user + system) / 1000)
    })
  })
  process.once('disconnect', () => process.exit())
}
