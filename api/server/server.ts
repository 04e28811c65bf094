import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 1_800_000, // a file of 512 MB at 2.5 Mbit/s
  keepAliveTimeout: 65_000, // longer than proxies usually reuse a connection
  connectionsCheckingInterval: 5_000
}
const SILENCE = 60_000
const GRACE = 5_000

/** A request handler, such as a Koa app. */
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

/**
 * An HTTP server with limits on headers, times and connections. A proxy in front protects against floods; see
 * docs/security.md.
 */
export function createServer(app: HttpApp): ApiServer {
  const server = createHttpServer(LIMITS, app.callback())
  server.maxHeadersCount = 0 // disabled: middleware counts the headers and refuses too many
  server.timeout = SILENCE // closes idle connections
  return {
    server,
    listen: async (port, host = '127.0.0.1') => {
      await once(server.listen(port, host), 'listening')
      return addressOf(server.address() as AddressInfo)
    },
    close: () => close(server)
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const late = sleep(GRACE, undefined, { ref: false }).then(() => server.closeAllConnections())
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, late])
  clearInterval(sweep)
  await closed
}

function addressOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
