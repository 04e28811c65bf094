import { taggedBytes } from '../../api/formats/index.ts'
import { ALL, FIXED } from '../../api/server/cache.ts'
import { siteRoute } from '../pages/kit/page.tsx'
import type { Pair } from '../../api/contract/parameters.ts'
import { commonPairs } from '../../api/rates/calls.ts'
import { readRows } from '../../api/formats/read.ts'
import { listSources } from '../../api/sources/sources-query.ts'
import { DOCUMENTS, manualAddress } from './manual/documents.ts'
import { bankAddress } from '../pages/kit/addresses.ts'

const PAGES = ['/', '/banks', '/compare', '/verify', '/status', '/docs']
// Pages that crawlers must omit: accounts, files, and the unbounded set of expensive answers.
const DISALLOWED = ['/account', '/api/', '/certificate', '/documents/', '/figure', '/search']
const LISTED_PAIRS = 30

const common = { access: 'keyless', cacheControl: 'public, max-age=3600' } as const

export const robots = siteRoute({
  ...common,
  path: '/robots.txt',
  summary: 'What crawlers may read (RFC 9309)',
  cache: { of: () => FIXED },
  run: async (_request, { origin, site }) => {
    const hidden = [...DISALLOWED, ...site.flatMap((part) => part.hidden)].map((path) => `Disallow: ${path}\n`).join('')
    return taggedBytes(`User-agent: *\n${hidden}\nSitemap: ${origin}/sitemap.xml\n`, {
      'Content-Type': 'text/plain; charset=utf-8'
    })
  }
})

export const sitemap = siteRoute({
  ...common,
  path: '/sitemap.xml',
  summary: 'The addresses of the public pages, for crawlers (sitemaps.org)',
  cache: { of: () => ALL, seconds: 3600 },
  run: async (_request, context) => {
    const { database, today, origin, site } = context
    const [sources, pairs, others] = await Promise.all([
      listSources(database, today),
      readRows(commonPairs, database, { most: LISTED_PAIRS }),
      Promise.all(site.map((part) => part.addresses(context)))
    ])
    const paths = [
      ...PAGES,
      ...DOCUMENTS.map(({ name }) => manualAddress(name)),
      ...sources.map(({ code }) => bankAddress(code)),
      ...pairs
        .objects<Pair>()
        .flatMap(({ source, target }) => [`/${source}-${target}`, `/compare/${source}/${target}`]),
      ...others.flat()
    ]
    const entries = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')
    return taggedBytes(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
      { 'Content-Type': 'application/xml; charset=utf-8' }
    )
  }
})
