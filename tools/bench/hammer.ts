import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Hammering {
  address: string
  path: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

const OK = Buffer.from('HTTP/1.1 200 ')
const END_OF_HEAD = '\r\n\r\n'

/**
 * Requests one address again and again over persistent connections. Returns the number of answers and the seconds they took. All bodies have
 * the same length, so it counts bytes and parses nothing but the end of a head: the server sets the pace, not the client. Throws for any other
 * status than 200 and for a body of another length.
 */
export async function hammer ({ address, path, headers, connections, seconds }: Hammering): Promise<{ answers: number, seconds: number }> {
  const { hostname, port, host } = new URL(address)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(Number(port), hostname)))
  const length = await lengthOfBody(sockets[0]!, request)

  const started = performance.now()
  const end = started + seconds * 1000
  const counts = await Promise.all(sockets.map((socket) => keepRequesting(socket, request, length, end)))
  const took = (performance.now() - started) / 1000
  for (const socket of sockets) socket.destroy()
  return { answers: counts.reduce((sum, count) => sum + count, 0), seconds: took }
}

async function open (port: number, host: string): Promise<Socket> {
  const socket = connect({ port, host, noDelay: true })
  await once(socket, 'connect')
  return socket
}

async function lengthOfBody (socket: Socket, request: Buffer): Promise<number> {
  let answer = Buffer.alloc(0)
  socket.write(request)
  for (;;) {
    const [chunk] = await once(socket, 'data') as [Buffer]
    answer = Buffer.concat([answer, chunk])
    const end = answer.indexOf(END_OF_HEAD)
    if (end < 0) continue
    const head = answer.toString('latin1', 0, end)
    const body = /^content-length: (\d+)/im.exec(head)?.[1]
    if (!answer.subarray(0, OK.length).equals(OK) || body === undefined) throw new Error(`expected 200 and a Content-Length, found ${head}`)
    if (answer.length >= end + END_OF_HEAD.length + Number(body)) return Number(body)
  }
}

function keepRequesting (socket: Socket, request: Buffer, length: number, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0
    let missing = 0
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const end = chunk.indexOf(END_OF_HEAD) // a head comes in one piece
        if (end < 0 || !chunk.subarray(0, OK.length).equals(OK)) return reject(new Error(`expected 200, found ${chunk.toString('latin1', 0, 80)}`))
        missing = end + END_OF_HEAD.length + length
      }
      missing -= chunk.length
      if (missing > 0) return
      if (missing < 0) return reject(new Error('expected a body as long as the first, found a longer one'))
      answers += 1
      if (performance.now() < end) socket.write(request)
      else resolve(answers)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
    socket.write(request)
  })
}
