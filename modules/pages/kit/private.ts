import type { VNode } from 'preact'
import type { z } from 'zod'
import { tagOf } from '../../../api/formats/index.ts'
import type { Answer } from '../../../api/formats/answer.ts'
import { NO_STORE } from '../../../api/server/cache-control.ts'
import type { Route } from '../../../api/server/route.ts'
import { PAGE_HEADERS, render, siteRoute, type SiteDeclaration } from './page.tsx'

type Shape = z.ZodRawShape
type Empty = Record<never, never>

interface PrivateDeclaration<Path extends Shape, Query extends Shape, Body extends Shape> extends Omit<
  SiteDeclaration<Path, Query, Body>,
  'access' | 'cacheControl'
> {
  access?: SiteDeclaration<Path, Query, Body>['access']
}

/**
 * Declares a page or form that depends on the visitor. No cache stores it. By default everyone may see it. Only pages
 * for visitors who are not logged in are compressed: the length of a compressed page reveals something about the
 * secrets in it.
 */
export function privatePage<Path extends Shape = Empty, Query extends Shape = Empty, Body extends Shape = Empty>(
  declaration: PrivateDeclaration<Path, Query, Body>
): Route {
  return siteRoute<Path, Query, Body>({
    access: 'visitor',
    ...declaration,
    cacheControl: NO_STORE,
    run: async (request, context) => {
      const answer = await declaration.run(request, context)
      return context.caller === undefined && Buffer.isBuffer(answer.body)
        ? { ...answer, tag: tagOf(answer.body) }
        : answer
    }
  })
}

/** Declares a file for a logged-in visitor. No cache stores it. */
export function download<Path extends Shape = Empty, Query extends Shape = Empty, Body extends Shape = Empty>(
  declaration: PrivateDeclaration<Path, Query, Body>
): Route {
  return siteRoute<Path, Query, Body>({ access: 'session', ...declaration, isFile: true, cacheControl: NO_STORE })
}

interface ShowOptions {
  status?: number
  headers?: Record<string, string>
  /** Set-Cookie headers. */
  cookies?: string[]
  /** True for a long page without a secret, such as a key: such a page is compressed. */
  isCompressed?: boolean
}

/**
 * Answers with a document for one visitor. Its forms send their origin, which the origin check needs (Referrer Policy,
 * section 3).
 */
export function privateAnswer(
  document: VNode,
  { status, headers, cookies, isCompressed = false }: ShowOptions = {}
): Answer {
  const body = render(document)
  return {
    status,
    cookies,
    body,
    tag: isCompressed ? tagOf(body) : undefined,
    headers: { ...PAGE_HEADERS, 'Referrer-Policy': 'same-origin', ...headers }
  }
}

/** Redirects to another page with GET. */
export function seeOther(location: string, cookies?: string[]): Answer {
  return { status: 303, body: Buffer.alloc(0), headers: { Location: location }, cookies }
}

// A browser reads a backslash as a slash, skips tabs and line ends, and takes // as the start of a host.
const LOCAL = /^\/(?!\/)[\w\-./?&=%~+:,]*$/

/** The path to continue at, or the account page if the path could lead to another site. */
export function localPath(next: string | undefined): string {
  return next !== undefined && LOCAL.test(next) ? next : '/account'
}
