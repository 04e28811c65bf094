import { siteOf } from './hosts.ts'

interface Cookie {
  name: string
  value: string
  host: string
  /** True if the cookie is also sent to subdomains. */
  below: boolean
  path: string
  secure: boolean
}

/**
 * The cookies of one HTTP session (RFC 6265), in memory only. Each is sent to its own host and path, never to another
 * site.
 */
export class CookieJar {
  #cookies: Cookie[] = []

  /** Stores the cookies that an answer sets, and removes those that it deletes. */
  keep(url: URL, lines: string[]): void {
    for (const line of lines) {
      const attributes = attributesOf(line)
      const cookie = readCookie(url, line, attributes)
      if (!cookie) continue
      this.#cookies = this.#cookies.filter(
        (it) => it.name !== cookie.name || it.host !== cookie.host || it.path !== cookie.path
      )
      if (!isOver(attributes)) this.#cookies.push(cookie)
    }
  }

  /** The `Cookie` header of a request, if it has cookies; those with the longest path come first. */
  headerFor(url: URL): string | undefined {
    const own = this.#cookies.filter((it) => isFor(it, url)).sort((one, other) => other.path.length - one.path.length)
    return own.length === 0 ? undefined : own.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
}

function attributesOf(line: string): Map<string, string> {
  return new Map(
    line
      .split(';')
      .slice(1)
      .map(pairOf)
      .map(([name, value = '']) => [name.toLowerCase(), value])
  )
}

/** A name and its value; the name is empty without a `=`. */
function pairOf(text: string): [name: string, value?: string] {
  const [name = '', ...value] = text.split('=')
  return value.length === 0 ? [name.trim()] : [name.trim(), value.join('=').trim()]
}

/** The cookie of a `Set-Cookie` line; undefined if the sender may not set it for those hosts. */
function readCookie(url: URL, line: string, attributes: Map<string, string>): Cookie | undefined {
  const [name, value] = pairOf(line.split(';', 1)[0]!)
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase()
  if (name === '' || value === undefined || (domain && !isWithin(url.hostname, domain))) return undefined
  const path = attributes.get('path')
  return {
    name,
    value,
    host: domain || url.hostname,
    below: Boolean(domain),
    path: path?.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    secure: attributes.has('secure')
  }
}

/** The domain must be the host's own or a parent of it, and no wider than its site. */
function isWithin(host: string, domain: string): boolean {
  return (host === domain || host.endsWith(`.${domain}`)) && siteOf(host).length <= domain.length
}

function isOver(attributes: Map<string, string>): boolean {
  const age = attributes.get('max-age')
  if (age !== undefined) return !(Number(age) > 0)
  return Date.parse(attributes.get('expires') ?? '') <= Date.now()
}

function isFor({ host, below, path, secure }: Cookie, url: URL): boolean {
  const sameHost = url.hostname === host || (below && url.hostname.endsWith(`.${host}`))
  const samePath = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return sameHost && samePath && (!secure || url.protocol === 'https:')
}
