import { taggedBytes } from '../../api/formats/index.ts'
import { ALL, FIXED } from '../../api/server/cache.ts'
import { siteRoute } from '../../api/site/kit/page.tsx'
import { listCommonPairs } from '../../api/rates/pair-query.ts'
import { listRulebook } from '../../api/applicable/rulebook-query.ts'
import { listSources } from '../../api/sources/sources-query.ts'
import { DOCUMENTS, manualAddress } from './manual/documents.ts'
import { bankAddress, jurisdictionAddress, ruleAddress } from '../../api/site/kit/addresses.ts'

const PAGES = ['/', '/banks', '/compare', '/applicable', '/applicable/rules', '/applicable/batch', '/verify', '/status', '/docs']
// Pages for people only: accounts, files, and the unbounded set of costly answers.
const DISALLOWED = ['/account', '/api/', '/applicable?', '/certificate', '/documents/', '/figure', '/search']
const LISTED_PAIRS = 30

const common = { access: 'keyless', cacheControl: 'public, max-age=3600' } as const

export const robots = siteRoute({
  ...common,
  path: '/robots.txt',
  summary: 'What crawlers may read (RFC 9309)',
  cache: { of: () => FIXED },
  run: async (_request, { origin }) => taggedBytes(`User-agent: *\n${DISALLOWED.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`, { 'Content-Type': 'text/plain; charset=utf-8' })
})

export const sitemap = siteRoute({
  ...common,
  path: '/sitemap.xml',
  summary: 'The addresses of the public pages, for crawlers (sitemaps.org)',
  cache: { of: () => ALL, seconds: 3600 },
  run: async (_request, { database, today, origin }) => {
    const [sources, pairs, { jurisdictions, rules }] = await Promise.all([listSources(database, today), listCommonPairs(database, LISTED_PAIRS), listRulebook(database)])
    const paths = [
      ...PAGES,
      ...DOCUMENTS.map(({ name }) => manualAddress(name)),
      ...sources.map(({ code }) => bankAddress(code)),
      ...pairs.map(({ source, target }) => `/compare/${source}/${target}`),
      ...jurisdictions.map(jurisdictionAddress),
      ...rules.map(ruleAddress)
    ]
    const entries = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')
    return taggedBytes(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`, { 'Content-Type': 'application/xml; charset=utf-8' })
  }
})
