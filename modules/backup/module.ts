import type { Module } from '../module.ts'

/** Backups: all data in one file, and back from it into an empty database. */
const module: Module = {
  name: 'backup',
  commands: [
    {
      heading: 'Maintain the database:',
      names: ['backup', 'restore'],
      load: async () => (await import('./commands.ts')).addBackupCommands
    }
  ]
}

export default module
