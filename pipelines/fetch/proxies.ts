import { FetchError } from '../../adapters/source.ts'

type Environment = Record<string, string | undefined>

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * The proxy for a source's requests: `PROXY_<CODE>`, else `HTTPS_PROXY` or `HTTP_PROXY` unless `NO_PROXY` lists the
 * host. The last three also count in lower case, as in other programs. Throws a `FetchError` for an address that is not
 * http or https.
 */
export function proxyFor(url: URL, code: string, environment: Environment): string | undefined {
  const own = `PROXY_${code.toUpperCase().replaceAll('-', '_')}`
  const common = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const name = environment[own] ? own : common
  const proxy =
    environment[own] || (isExcepted(url, read(environment, 'NO_PROXY')) ? undefined : read(environment, common))
  if (!proxy) return undefined
  if (!/^https?:\/\/./.test(proxy) || !URL.canParse(proxy)) {
    throw new FetchError('UNREACHABLE', `can't be reached: ${name} must be an http or https URL`)
  }
  return proxy
}

function read(environment: Environment, name: string): string | undefined {
  return environment[name] || environment[name.toLowerCase()]
}

/**
 * `NO_PROXY` is `*` or a list of hosts. A host includes its subdomains, and an entry with a port covers only that port.
 */
function isExcepted({ hostname, port, protocol }: URL, list = ''): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, host = '', ownPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      const samePort = ownPort === undefined || ownPort === (port || DEFAULT_PORTS[protocol])
      return entry === '*' || (host !== '' && samePort && (hostname === host || hostname.endsWith(`.${host}`)))
    })
}
