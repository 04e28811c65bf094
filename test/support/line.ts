import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * `down`: every connection breaks and none is taken; `silent`: nothing goes through and nothing breaks, as with a cable that is pulled;
 * `unanswered`: what is asked goes through, and no answer comes back.
 */
export type LineState = 'up' | 'down' | 'silent' | 'unanswered'

export interface Line {
  /** The address of the server by way of this line. */
  url: string
  set: (state: LineState) => void
  close: () => void
}

/** A way to a server that can break. */
export async function openLine (url: string): Promise<Line> {
  const [target, own] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  let state: LineState = 'up'

  const forward = (from: Socket, to: Socket, states: LineState[]) => from.on('data', (bytes) => { if (states.includes(state)) to.write(bytes) })
  const server = createServer((near) => {
    if (state === 'down') return near.resetAndDestroy()
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [socket, other] of [[near, far], [far, near]] as const) {
      sockets.add(socket)
      socket.on('error', () => {}) // its end says it
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    forward(near, far, ['up', 'unanswered'])
    forward(far, near, ['up'])
  })
  const endAll = () => { for (const socket of sockets) socket.destroy() }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  own.hostname = '127.0.0.1'
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    set: (to) => {
      state = to
      if (to === 'down') endAll()
    },
    close: () => {
      server.close()
      endAll()
    }
  }
}
