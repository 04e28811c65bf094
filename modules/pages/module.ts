import type { Module } from '../../cli/module.ts'

/** What all pages consist of: their layout and components in kit/, their assets, and the pages of errors. */
const module: Module = {
  name: 'pages',
  routes: async () => [(await import('./assets.ts')).files],
  errorPage: async () => (await import('./kit/error.tsx')).errorPage
}

export default module
