import { constants } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type ConnectionOptions } from 'node:tls'
import { Agent, Client, Dispatcher, ProxyAgent, request } from 'undici'
import { isPrivate } from '../../adapters/kit/addresses.ts'
import type { Source, TlsQuirk } from '../../adapters/source.ts'
import { missingIssuers, trustedRoots } from './certificates.ts'
import { collect } from './exchange.ts'
import { privateHostError, publicLookup } from './hosts.ts'
import { proxyFor } from './proxies.ts'

export interface NetworkOptions {
  quirks?: TlsQuirk['quirk'][]
  proxyFor?: (url: URL) => string | undefined
  /** True if requests may go to this machine and to private networks. */
  local?: boolean
  /** The trusted certificates, as PEM; by default those of Node.js. */
  roots?: string[]
}

const CONNECT_TIMEOUT = 15_000
const MAX_CERTIFICATE = 64 * 1024 // bytes; real ones have two or three thousand
const TIMEOUTS = { headersTimeout: 60_000, bodyTimeout: 60_000 }

// Versions and ciphers that OpenSSL no longer offers by default, and a handshake without secure renegotiation (RFC
// 5746). The certificate is still checked.
const OLD_PROTOCOL: ConnectionOptions = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT
}

/**
 * The dispatcher for requests to publishers. It uses the configured proxy, and never connects to a private network,
 * whether by address or by name.
 */
export class Network extends Dispatcher {
  readonly #options: NetworkOptions
  readonly #tls: ConnectionOptions
  readonly #agents = new Map<string, Dispatcher>()
  readonly #issuers = new Map<string, Promise<string[]>>()

  constructor(options: NetworkOptions = {}) {
    super()
    this.#options = options
    this.#tls = {
      ...(options.quirks?.includes('old_protocol') ? OLD_PROTOCOL : {}),
      ...(options.roots ? { ca: options.roots } : {})
    }
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#agentFor(new URL(String(options.origin)))
      .then((agent) => agent.dispatch(options, handler))
      .catch((error: Error) => handler.onError?.(error))
    return true
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()))
  }

  override async destroy(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()))
  }

  async #agentFor(url: URL): Promise<Dispatcher> {
    if (!this.#options.local && isPrivate(url.hostname)) throw privateHostError(url.hostname)
    const proxy = this.#options.proxyFor?.(url)
    const completes = url.protocol === 'https:' && this.#options.quirks?.includes('incomplete_chain')
    return this.#agent(proxy, completes ? await this.#issuersOf(url, proxy) : [])
  }

  #agent(proxy: string | undefined, issuers: string[]): Dispatcher {
    const key = [proxy ?? '', ...issuers].join('\n')
    const known = this.#agents.get(key)
    if (known) return known
    const tls = {
      ...this.#tls,
      ...(issuers.length > 0 ? { ca: [...this.#roots, ...issuers] } : {}),
      timeout: CONNECT_TIMEOUT
    }
    const agent = proxy
      ? new ProxyAgent({
          ...TIMEOUTS,
          uri: proxy,
          proxyTunnel: false,
          requestTls: tls,
          proxyTls: { timeout: CONNECT_TIMEOUT }
        })
      : new Agent({ ...TIMEOUTS, connect: { ...tls, ...this.#lookup } })
    this.#agents.set(key, agent)
    return agent
  }

  get #roots(): string[] {
    return this.#options.roots ?? trustedRoots()
  }

  get #lookup(): Pick<ConnectionOptions, 'lookup'> {
    return this.#options.local ? {} : { lookup: publicLookup }
  }

  /** The certificates that a server omits from its chain. */
  #issuersOf(url: URL, proxy: string | undefined): Promise<string[]> {
    const known = this.#issuers.get(url.origin)
    if (known) return known
    const found = this.#certificateOf(url, proxy).then((own) =>
      missingIssuers(own, this.#roots, (address) => this.#load(address))
    )
    this.#issuers.set(url.origin, found)
    found.catch(() => this.#issuers.delete(url.origin))
    return found
  }

  /** A server's own certificate, from a connection that is then closed. */
  async #certificateOf(url: URL, proxy: string | undefined) {
    const [host, port] = [url.hostname, Number(url.port || 443)]
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT)
    const tunnel = proxy && (await new Client(proxy).connect({ path: `${host}:${port}`, signal })).socket
    const socket = connect({
      ...this.#tls,
      ...this.#lookup,
      host,
      port,
      ...(tunnel ? { socket: tunnel } : {}),
      servername: isIP(host) ? '' : host,
      rejectUnauthorized: false
    })
    try {
      await once(socket, 'secureConnect', { signal })
      return socket.getPeerX509Certificate()!
    } finally {
      socket.destroy()
    }
  }

  async #load(address: string): Promise<Uint8Array> {
    const dispatcher = await new Network({ ...this.#options, quirks: [] }).#agentFor(new URL(address))
    const { statusCode, body } = await request(address, { dispatcher, signal: AbortSignal.timeout(CONNECT_TIMEOUT) })
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`)
    return collect(
      body,
      MAX_CERTIFICATE,
      () => new Error(`${address} answered more than ${MAX_CERTIFICATE} bytes, so the answer is not a certificate`)
    )
  }
}

/**
 * The network for a source, with its TLS quirks and its proxy. Private addresses are allowed only if the source's own
 * is one.
 */
export function networkFor(
  { code, tls = [], sourceUrl }: Pick<Source, 'code' | 'tls' | 'sourceUrl'>,
  environment: Record<string, string | undefined>
): Network {
  return new Network({
    quirks: tls.map(({ quirk }) => quirk),
    proxyFor: (url) => proxyFor(url, code, environment),
    local: isPrivate(new URL(sourceUrl).hostname)
  })
}
