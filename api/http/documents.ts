import { LRUCache } from 'lru-cache'

const HOST = /^(https?:\/\/)([^/]+)/
const ANY_HOST = 'host.invalid' // a name that no host can have (RFC 2606)
const MAX_BUILT = 16

/** Texts that name the address of the service. Each is built once for a scheme and a path of it; for a request only the host is put in. */
export class Documents {
  readonly #built = new LRUCache<string, string>({ max: MAX_BUILT })

  /** The text of a name as an origin has it. `build` is given an origin with another host. */
  text (name: string, origin: string, build: (origin: string) => string): string {
    const host = HOST.exec(origin)![2]!
    const template = origin.replace(HOST, `$1${ANY_HOST}`)
    const key = `${name} ${template}`
    let built = this.#built.get(key)
    if (built === undefined) this.#built.set(key, built = build(template))
    return built.replaceAll(ANY_HOST, host)
  }
}
