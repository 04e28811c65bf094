import type { Module } from '../module.ts'

/** The common parts of all pages: their layout and components in kit/, their assets, and the error pages. */
const module: Module = {
  name: 'pages',
  routes: async () => [(await import('./assets.ts')).files],
  openPages: async (links) => {
    const [{ setLinks }, { errorPage }] = await Promise.all([import('./kit/layout.tsx'), import('./kit/error.tsx')])
    setLinks(links)
    return errorPage
  },
  openApi: async ({ demo }) => {
    const { setDemo } = await import('./kit/layout.tsx')
    setDemo(demo !== undefined)
  }
}

export default module
