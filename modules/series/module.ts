import type { Module } from '../module.ts'

/** Many series at once: any pairs at any sources, as rows, as columns, or as the spread of the sources. */
const module: Module = {
  name: 'series',
  needs: ['pages'],
  sql: new URL('sql/', import.meta.url),
  routes: async () => {
    const [{ series }, { seriesFile, seriesForm }] = await Promise.all([
      import('./series-route.ts'),
      import('./page.tsx')
    ])
    return [series, seriesForm, seriesFile]
  },
  tools: async () => [(await import('./tool.ts')).series],
  commands: [
    { heading: 'Read rates:', names: ['series'], load: async () => (await import('./command.ts')).addSeriesCommand }
  ]
}

export default module
