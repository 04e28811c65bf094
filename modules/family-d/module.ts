import type { Module } from '../module.ts'

/** The daily rates of many official sources in the shape of family d, for clients of other services. */
const module: Module = {
  name: 'family-d',
  sql: new URL('sql/', import.meta.url),
  routes: async () => (await import('./routes.ts')).routes
}

export default module
