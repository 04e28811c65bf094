import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * `down`: resets all connections and refuses new ones; `silent`: keeps connections open but forwards nothing, like a
 * pulled cable; `unanswered`: forwards requests but no answers.
 */
export type ProxyState = 'up' | 'down' | 'silent' | 'unanswered'

export interface TcpProxy {
  /** The address of the server through the proxy. */
  url: string
  set: (state: ProxyState) => void
  close: () => void
}

/** Starts a TCP proxy that simulates failures of the connection to a server. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const [target, own] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  let state: ProxyState = 'up'

  const forward = (from: Socket, to: Socket, states: ProxyState[]) =>
    from.on('data', (bytes) => {
      if (states.includes(state)) {
        to.write(bytes)
      }
    })
  const server = createServer((near) => {
    if (state === 'down') return near.resetAndDestroy()
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}) // 'close' handles it
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    forward(near, far, ['up', 'unanswered'])
    forward(far, near, ['up'])
  })
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }

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
