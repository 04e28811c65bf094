import type { Module } from '../../cli/module.ts'

/** The web pages. Their kit is in api/site/kit/, since the pages of every module use it. */
const module: Module = {
  name: 'site',
  routes: async () => (await import('./pages.ts')).pages
}

export default module
