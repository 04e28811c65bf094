import type { Module } from '../../cli/module.ts'

/** The web pages of the core's subjects. */
const module: Module = {
  name: 'site',
  sql: new URL('sql/', import.meta.url),
  needs: ['pages', 'proof'], // figures lead to the page with their document and proof
  routes: async () => (await import('./pages.ts')).pages
}

export default module
