import type { Module } from '../module.ts'

const CHECK = 'Check rates:'
const MAINTAIN = 'Maintain sources:'

/**
 * Examinations for operators: of sources that fail, of stored rates that deviate, and of the data behind the checks.
 */
const module: Module = {
  name: 'diagnostics',
  sql: new URL('sql/', import.meta.url),
  commands: [
    { heading: CHECK, names: ['review'], load: async () => (await import('./commands/review.ts')).addReviewCommand },
    { heading: CHECK, names: ['checks'], load: async () => (await import('./commands/checks.ts')).addChecksCommand },
    {
      heading: MAINTAIN,
      names: ['sources'],
      load: async () => (await import('./commands/sources-check.ts')).addSourcesCheckCommand
    },
    { heading: MAINTAIN, names: ['doctor'], load: async () => (await import('./commands/doctor.ts')).addDoctorCommand },
    { heading: MAINTAIN, names: ['layout'], load: async () => (await import('./commands/layout.ts')).addLayoutCommand }
  ]
}

export default module
