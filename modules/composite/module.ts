import type { Module } from '../module.ts'

/** The composite of official rates: the median of the sources' rates against the US dollar, calculated for each day. */
const module: Module = {
  name: 'composite',
  sql: new URL('sql/', import.meta.url),
  onRatesChanged: 'queue_composite',
  calculation: async () => (await import('./composite.ts')).calculation,
  commands: [
    {
      heading: 'Load rates:',
      names: ['composite'],
      load: async () => (await import('./command.ts')).addCompositeCommand
    }
  ]
}

export default module
