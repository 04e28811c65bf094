import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Served } from './serve.ts'

/** An HTTP server in a process of its own. */
export interface Server {
  address: string
  /** Milliseconds of CPU time that the process has used so far. */
  cpu: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts one for what is to be served. */
export async function startServer (served: Served): Promise<Server> {
  const child = fork(new URL('serve.ts', import.meta.url))
  const ended = once(child, 'exit')

  async function ask (message: Served | 'cpu'): Promise<unknown> {
    const answer = once(child, 'message')
    child.send(message)
    const [said] = await Promise.race([answer, ended.then(() => { throw new Error('the server ended too early') })])
    return said
  }

  return {
    address: await ask(served) as string,
    cpu: async () => await ask('cpu') as number,
    stop: async () => {
      child.disconnect()
      await ended
    }
  }
}
