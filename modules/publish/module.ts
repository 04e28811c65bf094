import type { Module } from '../module.ts'

const LOAD = 'Load rates:'
const READ = 'Read rates:'

/** The data for others: exports, the static edition, archived documents, and mirrors of another service. */
const module: Module = {
  name: 'publish',
  needs: ['proof'], // an edition and an export contain the signed log, and a mirror verifies that of its peer
  sql: new URL('sql/', import.meta.url),
  routes: async () => {
    const { documents, documentBytes } = await import('./documents/documents-route.ts')
    return [documents, documentBytes]
  },
  commands: [
    { heading: LOAD, names: ['mirror'], load: async () => (await import('./commands/mirror.ts')).addMirrorCommand },
    { heading: LOAD, names: ['seed'], load: async () => (await import('./commands/seed.ts')).addSeedCommand },
    {
      heading: READ,
      names: ['export', 'export-documents'],
      load: async () => (await import('./commands/export.ts')).addExportCommand
    },
    { heading: READ, names: ['publish'], load: async () => (await import('./commands/publish.ts')).addPublishCommand },
    { heading: READ, names: ['book'], load: async () => (await import('./commands/book.ts')).addBookCommands }
  ]
}

export default module
