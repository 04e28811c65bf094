import type { Module } from '../module.ts'

/** The web pages of the core's subjects. */
const module: Module = {
  name: 'site',
  sql: new URL('sql/', import.meta.url),
  needs: ['pages', 'proof', 'series'], // figures lead to their document and proof, and pairs to files
  links: [
    { in: 'menu', place: 10, href: '/banks', name: 'Sources' },
    { in: 'menu', place: 20, href: '/compare', name: 'Compare' },
    { in: 'menu', place: 30, href: '/chart', name: 'Charts' },
    { in: 'menu', place: 50, href: '/status', name: 'Status' },
    { in: 'menu', place: 60, href: '/docs', name: 'Docs' },
    { in: 'menu', place: 70, href: '/account', name: 'Account' },
    { in: 'foot', place: 10, href: '/docs', name: 'API documentation' },
    { in: 'foot', place: 20, href: '/llms.txt', name: 'For language models' },
    { in: 'foot', place: 40, href: '/status', name: 'Status' }
  ],
  routes: async () => (await import('./pages.ts')).pages
}

export default module
