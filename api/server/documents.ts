import { LRUCache } from 'lru-cache'

const HOST = /^(https?:\/\/)([^/]+)/
const ANY_HOST = 'host.invalid' // a host name that cannot exist (RFC 2606)
const MAX_BUILT = 256

/**
 * Texts that contain the address of the service. Each is built once for a scheme and base path; for each request only
 * the host is replaced.
 */
export class Documents {
  readonly #built = new LRUCache<string, object>({ max: MAX_BUILT })

  /** The results of `build` for a placeholder host. */
  template<Value extends object>(name: string, origin: string, build: (origin: string) => Value): Value {
    const at = origin.replace(HOST, `$1${ANY_HOST}`)
    const key = `${name} ${at}`
    let built = this.#built.get(key) as Value | undefined
    if (built === undefined) this.#built.set(key, (built = build(at)))
    return built
  }

  /** The text of a name for an origin. `build` receives the origin with a placeholder host. */
  text(name: string, origin: string, build: (origin: string) => string): string {
    const { text } = this.template(`text ${name}`, origin, (at) => ({ text: build(at) }))
    return text.replaceAll(ANY_HOST, HOST.exec(origin)![2]!)
  }
}
