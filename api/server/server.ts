import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { turns } from '../access/turns.ts'
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts'
import { dropRest } from './chunks.ts'
import type { Floods } from './floods.ts'
import { FLOOD, Message } from './message.ts'
import { superviseSender } from './pace.ts'

const OPTIONS = {
  IncomingMessage: Message,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 0, // a body has a pace in its place
  keepAliveTimeout: 65_000, // longer than proxies usually reuse a connection
  connectionsCheckingInterval: 5_000
}
const MAX_HEADERS = 64
const MAX_REQUESTS_PER_SOCKET = 100_000
const MAX_PIPELINED = 16
const PIPELINED_FLOOD = 128
const GRACE = 5_000
const SILENCE = 60_000

const REFUSALS: Record<string, [ErrorCode, string, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Request Header Fields Too Large', 'the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'Request Timeout', 'the request took too long to arrive']
}

/** What answers requests, such as an app of Koa. */
export interface HttpApp {
  callback: () => RequestListener
}

export interface ApiServer {
  server: Server
  /** Starts to listen and returns the address. */
  listen: (port: number, host?: string) => Promise<string>
  /** Closes idle connections immediately and gives running requests five seconds. */
  close: () => Promise<void>
}

/** An HTTP server with limits on headers, times and connections, which refuses the addresses of `floods`. */
export function createServer (app: HttpApp, floods?: Floods): ApiServer {
  const server = createHttpServer(OPTIONS, withCheckedHeaders(oneByOne(inTurns(app.callback())), floods))
  if (floods) server.on('connection', (socket: Socket) => floods.accept(socket))
  server.maxHeadersCount = MAX_HEADERS + 1 // Node drops any further headers; one more shows that there were too many
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  server.timeout = SILENCE // closes a connection whose client does not read
  server.on('clientError', refuse)
  server.on('connect', refuseTunnel)

  return {
    server,
    listen: (port, host = '127.0.0.1') => new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve(addressOf(server.address() as AddressInfo))
      })
    }),
    close: () => close(server)
  }
}

async function close (server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const late = sleep(GRACE, undefined, { ref: false }).then(() => server.closeAllConnections())
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, late])
  clearInterval(sweep)
  await closed
}

/**
 * Refuses requests with too many headers, and with two Host headers: a proxy may have used the other one (RFC 9112, section 3.2). Refuses too many
 * requests on a connection at a time, which would fill the memory, and reads no more of them.
 */
function withCheckedHeaders (listener: RequestListener, floods: Floods | undefined): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { rawHeaders, socket } = request
    const pipelined = unanswered.get(socket) ?? 0
    unanswered.set(socket, pipelined + 1)
    if (pipelined === PIPELINED_FLOOD) floods?.refuse(socket)
    if (pipelined > MAX_PIPELINED) return // the answer to one of those before ends the connection
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    if (pipelined === MAX_PIPELINED) {
      process.nextTick(() => { socket.pause() }) // Node starts to read again after each request that it has
      return refuseRequest(response, 'invalid_request', `more than ${MAX_PIPELINED} requests on this connection wait for an answer`)
    }
    if (rawHeaders.length > 2 * MAX_HEADERS) return refuseRequest(response, 'headers_too_large', `there are more than ${MAX_HEADERS} headers`)
    if (countHosts(rawHeaders) > 1) return refuseRequest(response, 'invalid_request', 'Host: given more than once')
    if (hasBody(request)) {
      request.once(FLOOD, () => floods?.refuse(socket))
      superviseSender(request, () => refuseSlow(request, response))
      dropRest(request, response)
    }
    return listener(request, response)
  }
}

/**
 * Hands on a request once the answer to the one before on its connection has left. Answers are sent in this order anyhow (RFC 9112, section 9.3.2), and those to a
 * client that sends many requests at a time would fill the memory and the network.
 */
function oneByOne (listener: RequestListener): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const before = last.get(request.socket)
    last.set(request.socket, response)
    if (before === undefined || before.closed) listener(request, response)
    else before.once('close', () => { listener(request, response) })
  }
}

/** Hands requests on in turns of the event loop, by the address of the connection. One whose client has gone meanwhile is dropped. */
function inTurns (listener: RequestListener): RequestListener {
  return (request, response) => {
    turns.begin(request.socket.remoteAddress ?? '', () => { if (!request.socket.destroyed) listener(request, response) })
  }
}

function countHosts (rawHeaders: string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function hasBody ({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function refuseSlow ({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) answer(socket, 'request_timeout', 'Request Timeout', 'the body arrives too slowly')
  socket.destroySoon()
}

function refuseRequest (response: ServerResponse, code: ErrorCode, message: string): void {
  response.writeHead(ERROR_CODES[code].status, { 'Content-Type': 'application/json; charset=utf-8', 'Connection': 'close' }).end(JSON.stringify({ error: message, code }))
}

function refuse (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [code, reason, message] = REFUSALS[error.code ?? ''] ?? ['invalid_request', 'Bad Request', 'the request is malformed']
  answer(socket, code, reason, message, error.rawPacket?.subarray(0, 5).toString() === 'HEAD ')
}

/** Node hands the connection of a CONNECT over with nothing that would notice its errors: without a listener, a client that breaks it off would end the process. */
function refuseTunnel (_request: IncomingMessage, socket: Socket): void {
  socket.on('error', () => socket.destroy())
  answer(socket, 'method_not_allowed', 'Method Not Allowed', 'CONNECT is not served')
}

function answer (socket: Socket, code: ErrorCode, reason: string, message: string, isHead = false): void {
  const body = JSON.stringify({ error: message, code })
  socket.end(`HTTP/1.1 ${ERROR_CODES[code].status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${isHead ? '' : body}`)
}

function addressOf ({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
