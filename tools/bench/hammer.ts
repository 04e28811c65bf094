import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Hammering {
  address: string
  path: string
  headers: Record<string, string>
  /** The length of the body. */
  bytes: number
  connections: number
  seconds: number
}

const OK = 'HTTP/1.1 200 '
const END_OF_HEAD = '\r\n\r\n'

/**
 * Repeats a GET request over persistent connections. Returns the number of answers and the duration in seconds. It
 * counts bytes and parses only the end of a head, so that the server is the bottleneck, not the client. Throws for a
 * status other than 200 and for a longer body.
 */
export async function hammer({
  address,
  path,
  headers,
  bytes,
  connections,
  seconds
}: Hammering): Promise<{ answers: number; seconds: number }> {
  const { hostname, port, host } = new URL(address)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const sockets = Array.from({ length: connections }, () =>
    connect({ port: Number(port), host: hostname, noDelay: true })
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const started = performance.now()
  const counts = await Promise.all(
    sockets.map((socket) => keepRequesting(socket, request, bytes, started + seconds * 1000))
  )
  const duration = (performance.now() - started) / 1000
  for (const socket of sockets) socket.destroy()
  return { answers: counts.reduce((sum, count) => sum + count, 0), seconds: duration }
}

function keepRequesting(socket: Socket, request: Buffer, bytes: number, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0
    let missing = 0
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const head = chunk.indexOf(END_OF_HEAD) // a head arrives in one piece
        if (head < 0 || chunk.toString('latin1', 0, OK.length) !== OK) {
          return reject(new Error(`expected 200, found ${chunk.toString('latin1', 0, 80)}`))
        }
        missing = head + END_OF_HEAD.length + bytes
      }
      missing -= chunk.length
      if (missing > 0) return
      if (missing < 0) return reject(new Error('a body is longer than expected'))
      answers += 1
      if (performance.now() < end) socket.write(request)
      else resolve(answers)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
    socket.write(request)
  })
}
