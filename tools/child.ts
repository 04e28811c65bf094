import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Node.js flags of a long-running service: those of `npm start`, the image and the systemd units. */
export const NODE_FLAGS = ['--max-semi-space-size=32']

/** A module in its own process that replies to messages. */
export interface Child<Message, Reply> {
  /** Throws if the process ends before it replies. */
  send: (message: Message) => Promise<Reply>
  /** The CPU time of the process so far, in milliseconds. */
  cpu: () => Promise<number>
  /** The most memory of the process so far, in megabytes. */
  memory: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts a module that calls `replyToParent`. */
export function startChild<Message extends object, Reply>(module: URL): Child<Message, Reply> {
  const child = fork(module, { execArgv: ['--import', 'tsx', ...NODE_FLAGS] })
  const ended = once(child, 'exit')

  async function send(message: Message | Own): Promise<unknown> {
    const reply = once(child, 'message')
    child.send(message)
    const [value] = await Promise.race([
      reply,
      ended.then(() => {
        throw new Error(`${module.pathname} ended too early`)
      })
    ])
    return value
  }

  return {
    send: (message) => send(message) as Promise<Reply>,
    cpu: () => send('cpu') as Promise<number>,
    memory: () => send('memory') as Promise<number>,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    }
  }
}

/** What a process reports about itself. */
const OWN = { cpu: ownCpu, memory: ownMemory }
type Own = keyof typeof OWN

/** Replies to each message of `startChild`. The process ends when the parent disconnects. */
export function replyToParent<Message extends object, Reply>(replyTo: (message: Message) => Promise<Reply>): void {
  process.on('message', async (message: Message | Own) =>
    process.send!(typeof message === 'string' ? OWN[message]() : await replyTo(message))
  )
  process.once('disconnect', () => process.exit())
}

/** The CPU time of this process so far, in milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function ownMemory(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}
