import type { Module } from '../../cli/module.ts'

/** The web pages. Their kit is in api/site/kit/, since the pages of every module use it. */
const module: Module = {
  name: 'site',
  needs: ['proof'], // figures lead to the page with their document and proof
  routes: async () => (await import('./pages.ts')).pages
}

export default module
