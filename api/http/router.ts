import { HttpError } from '../contract/errors.ts'
import type { Context, Middleware } from './service.ts'

export type PathParameters = Record<string, string>

/** Answers the requests of a method to a path. */
export type Handler = (ctx: Context, parameters: PathParameters) => Promise<void> | void

/** What is served at a path: the handler of the method, or the other methods there; none at an unknown path. */
export type Served = { handler: Handler, parameters: PathParameters } | { handler?: undefined, methods: string[] }

interface Pattern {
  segments: Segment[]
  /** True if the path has no second spelling with a slash at its end. */
  isStrict: boolean
  handlers: Map<string, Handler>
}

/** A segment of a pattern: a text, or a parameter with a text after it. */
interface Segment {
  /** Empty if it is a text alone. */
  name: string
  text: string
  takesRest: boolean
}

/**
 * Finds the handler of a request. A segment of a declared path is a text, `:name` or `:name.ending`; the last one may be `*name`, which takes all that is
 * left. Of several paths that match, the one that was added first counts. The handler of GET answers HEAD, too.
 */
export class Router {
  readonly #patterns = new Map<string, Pattern>()
  /** The patterns that a path of so many segments can match. */
  readonly #byLength: Pattern[][] = []

  add (method: string, path: string, handler: Handler, { isStrict = false } = {}): void {
    const pattern = this.#patterns.get(path) ?? { segments: path.slice(1).split('/').map(segmentOf), isStrict, handlers: new Map<string, Handler>() }
    pattern.handlers.set(method, handler)
    if (method === 'GET') pattern.handlers.set('HEAD', handler)
    this.#patterns.set(path, pattern)
    this.#byLength.length = 0
  }

  find (method: string, path: string): Served {
    const hasSlash = path.length > 1 && path.endsWith('/')
    const segments = path.slice(1, hasSlash ? -1 : undefined).split('/')
    const patterns = path.startsWith('/') ? this.#byLength[segments.length] ??= this.#patternsFor(segments.length) : []
    const methods: string[] = []
    for (const { segments: declared, isStrict, handlers } of patterns) {
      if ((hasSlash && isStrict) || !isMatch(declared, segments)) continue
      const handler = handlers.get(method)
      if (handler) return { handler, parameters: parametersOf(declared, segments) }
      methods.push(...handlers.keys())
    }
    return { methods: [...new Set(methods)].sort() }
  }

  /** True if a path is served, by whatever method. */
  has (path: string): boolean {
    const served = this.find('GET', path)
    return served.handler !== undefined || served.methods.length > 0
  }

  #patternsFor (length: number): Pattern[] {
    return [...this.#patterns.values()].filter(({ segments }) => segments.length === length || (segments.length < length && segments.at(-1)!.takesRest))
  }
}

function segmentOf (declared: string): Segment {
  const [parameter = ''] = /^[:*]\w+/.exec(declared) ?? []
  return { name: parameter.slice(1), text: declared.slice(parameter.length), takesRest: parameter.startsWith('*') }
}

function isMatch (declared: Segment[], given: string[]): boolean {
  return declared.every(({ name, text }, at) => name === '' ? given[at] === text : given[at]!.length > text.length && given[at]!.endsWith(text))
}

function parametersOf (declared: Segment[], given: string[]): PathParameters {
  const parameters: PathParameters = {}
  declared.forEach(({ name, text, takesRest }, at) => {
    if (name !== '') parameters[name] = decode(takesRest ? given.slice(at).join('/') : given[at]!.slice(0, given[at]!.length - text.length))
  })
  return parameters
}

// What is wrongly encoded stays as it is: no parameter accepts it.
function decode (text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
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
