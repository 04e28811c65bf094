import type { VNode } from 'preact'
import { render as renderMarkup } from 'preact-render-to-string'
import { z } from 'zod'
import { taggedBytes } from '../../../api/formats/index.ts'
import type { Answer } from '../../../api/formats/answer.ts'
import { route, type Context, type Declaration, type Route } from '../../../api/server/route.ts'

/** The headers of every page. Scripts, styles and requests are restricted to this origin. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // prettier-ignore
  'Content-Security-Policy': [
    'default-src \'none\'', 'script-src \'self\'', 'style-src \'self\'', 'img-src \'self\' data:',
    'font-src \'self\'', 'connect-src \'self\'', 'form-action \'self\'', 'base-uri \'none\'',
    'frame-ancestors \'none\''
  ].join('; ')
}

/** Renders a document to text. */
export function markupOf(document: VNode): string {
  return `<!doctype html>\n${renderMarkup(document)}\n`
}

/** Renders a document to bytes. */
export function render(document: VNode): Buffer {
  return Buffer.from(markupOf(document))
}

/** A document, or its markup, as an answer. */
function answer(document: VNode | string): Answer {
  return taggedBytes(typeof document === 'string' ? document : render(document), PAGE_HEADERS)
}

type Shape = z.ZodRawShape
type Empty = Record<never, never>
type ParsedRequest<Path extends Shape, Query extends Shape> = Parameters<Declaration<Path, Query>['run']>[0]

/** The declaration of a page, or of a file for people. The API description omits both. */
export type SiteDeclaration<Path extends Shape, Query extends Shape, Body extends Shape = Empty> = Omit<
  Declaration<Path, Query, Body>,
  'isPage' | 'response' | 'mediaType' | 'failures' | 'status'
>

/** Declares a route whose errors are pages. */
export function siteRoute<Path extends Shape = Empty, Query extends Shape = Empty, Body extends Shape = Empty>(
  declaration: SiteDeclaration<Path, Query, Body>
): Route {
  return route<Path, Query, Body>({ ...declaration, isPage: true, response: z.string() })
}

interface PageDeclaration<Path extends Shape, Query extends Shape> extends Omit<
  SiteDeclaration<Path, Query>,
  'access' | 'run'
> {
  run: (request: ParsedRequest<Path, Query>, context: Context) => Promise<VNode | string>
}

/** Declares a page that is open to everyone. */
export function page<Path extends Shape = Empty, Query extends Shape = Empty>(
  declaration: PageDeclaration<Path, Query>
): Route {
  return siteRoute<Path, Query>({
    ...declaration,
    access: 'keyless',
    run: async (request, context) => answer(await declaration.run(request, context))
  })
}
