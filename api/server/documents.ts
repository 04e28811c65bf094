import { LRUCache } from 'lru-cache'

const HOST = /^(https?:\/\/)([^/]+)/
const ANY_HOST = 'host.invalid' // a name that no host can have (RFC 2606)
const MAX_BUILT = 256

/** What names the address of the service. Each is built once for a scheme and a path of it; for a request only the host is put in. */
export class Documents {
  readonly #built = new LRUCache<string, object>({ max: MAX_BUILT })

  /** What `build` gives for an origin with another host, to make texts of. */
  template<Value extends object> (name: string, origin: string, build: (origin: string) => Value): Value {
    const at = origin.replace(HOST, `$1${ANY_HOST}`)
    const key = `${name} ${at}`
    let built = this.#built.get(key) as Value | undefined
    if (built === undefined) this.#built.set(key, built = build(at))
    return built
  }

  /** The text of a name as an origin has it. `build` is given an origin with another host. */
  text (name: string, origin: string, build: (origin: string) => string): string {
    const { text } = this.template(`text ${name}`, origin, (at) => ({ text: build(at) }))
    return text.replaceAll(ANY_HOST, HOST.exec(origin)![2]!)
  }
}
