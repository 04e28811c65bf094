import type { Module } from '../module.ts'

/**
 * The rate that a law requires: the rules of each jurisdiction, answers to questions and to files of them, and their
 * pages.
 */
const module: Module = {
  name: 'applicable',
  needs: ['pages'],
  links: [{ in: 'menu', place: 40, href: '/applicable', name: 'Applicable rate' }],
  sql: new URL('sql/', import.meta.url),
  prepare: async (database) => (await import('./register.ts')).updateOwnRules(database),
  routes: async () => {
    const [{ applicable, batch, oneRule, preview, rules }, { pages }] = await Promise.all([
      import('./routes.ts'),
      import('./pages/pages.ts')
    ])
    return [applicable, batch, preview, rules, oneRule, ...pages]
  },
  tools: async () => [(await import('./tool.ts')).applicable],
  site: async () => (await import('./pages/site-part.tsx')).sitePart,
  findLegalRate: async () => (await import('./answer.ts')).applicableRate,
  commands: [
    {
      heading: 'Read rates:',
      names: ['applicable'],
      load: async () => (await import('./command.ts')).addApplicableCommand
    }
  ]
}

export default module
