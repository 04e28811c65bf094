import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { FetchError } from '../../adapters/source.ts'

/** The step at which a request to a publisher fails: DNS, the connection, TLS or the answer. */
type Stage = 'name' | 'connection' | 'tls' | 'answer'

const CONNECT_TIMEOUT = 5_000

const STAGES: Array<[Stage, RegExp]> = [
  ['name', /^(ENOTFOUND|EAI_)/],
  ['connection', /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
  ['tls', /^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|ERR_TLS|ERR_SSL|EPROTO)/]
]

/** The stage at which a request failed, by the codes of Node.js, OpenSSL and undici. */
export function stageOf(error: FetchError): Stage {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const [stage] = STAGES.find(([, pattern]) => pattern.test(code)) ?? []
    if (stage) return stage
  }
  return 'answer'
}

/**
 * True if the name of one of the addresses resolves and its port accepts a connection, so the network of this machine
 * works.
 */
export async function isAnyReachable(addresses: string[]): Promise<boolean> {
  return Promise.any(addresses.map(open)).catch(() => false)
}

async function open(address: string): Promise<true> {
  const { hostname, port, protocol } = new URL(address)
  const { address: host } = await lookup(hostname)
  const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT) })
    return true
  } finally {
    socket.destroy()
  }
}
