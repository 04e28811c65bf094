import findMyWay, { type HTTPMethod } from 'find-my-way'
import { badRequest, HttpError } from '../contract/errors.ts'
import type { Context, Middleware } from './service.ts'

export type PathParameters = Record<string, string>

/** Answers the requests of a method to a path. */
export type Handler = (ctx: Context, parameters: PathParameters) => Promise<void> | void

/** What is served at a path: the handler of the method, or the other methods there; none at an unknown path. */
export type Served = { handler: Handler, parameters: PathParameters } | { handler?: undefined, methods: string[] }

interface Registered {
  handler: Handler
  path: string
  isStrict: boolean
  /** The name of the parameter that takes the rest of the path. */
  rest?: string
}

const REST = /\*(\w+)$/
const noop = () => {}

/** Finds the handler of a request. In a declared path `:name` is a parameter, and `*name` at its end one that takes all that is left. The handler of GET answers HEAD too. */
export class Router {
  readonly #routes = findMyWay({ ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER, onBadUrl: noop }) // long addresses are refused before
  readonly #methods = new Set<HTTPMethod>()

  /** A path may have a slash at its end, unless it is strict or ends with all that is left. A strict one has no second spelling at all. */
  add (method: HTTPMethod, path: string, handler: Handler, { isStrict = false } = {}): void {
    const registered: Registered = { handler, path, isStrict, rest: REST.exec(path)?.[1] }
    for (const it of method === 'GET' ? [method, 'HEAD'] as const : [method]) {
      this.#routes.on(it, path.replace(REST, '*'), noop, registered)
      this.#methods.add(it)
    }
  }

  find (method: string, path: string): Served {
    return this.#match(method as HTTPMethod, path) ?? { methods: [...this.#methods].filter((it) => this.#match(it, path)).sort() }
  }

  /** True if a path is served, by whatever method. */
  has (path: string): boolean {
    const served = this.find('GET', path)
    return served.handler !== undefined || served.methods.length > 0
  }

  #match (method: HTTPMethod, path: string): Served & { handler: Handler } | undefined {
    const found = path.startsWith('/') ? this.#routes.find(method, path) : null
    if (!found) return undefined
    if (!found.store) throw badRequest('path', 'expected UTF-8 in percent-encoding (RFC 3986)')
    const { handler, path: declared, isStrict, rest } = found.store as Registered
    if (isStrict ? path !== declared : rest !== undefined && path.endsWith('/')) return undefined
    const { '*': remaining, ...parameters } = found.params as PathParameters
    return { handler, parameters: rest === undefined ? parameters : { ...parameters, [rest]: remaining! } }
  }
}

/** Answers every request by the handler of its path. Throws 404 for an unknown path, 405 for a method that is not served there. */
export function answerByPath (router: Router): Middleware {
  return (ctx) => {
    const served = router.find(ctx.method, ctx.path)
    if (served.handler) return served.handler(ctx, served.parameters)
    if (served.methods.length === 0) throw new HttpError('unknown_path', 'there is nothing at this path')
    const allowed = served.methods.join(', ')
    throw new HttpError('method_not_allowed', `this method is not allowed; expected ${allowed}`, { Allow: allowed })
  }
}
