import { keyFileOf } from '../../cli/key-file.ts'
import type { Module } from '../module.ts'

const heading = 'Prove rates:'

/**
 * Proofs of figures: the log of everything that was loaded, certificates, their verification, and the page of a figure.
 */
const module: Module = {
  name: 'proof',
  needs: ['pages'],
  links: [{ in: 'foot', place: 30, href: '/verify', name: 'Verify a certificate' }],
  sql: new URL('sql/', import.meta.url),
  onRatesChanged: 'log_change',
  apiSettings: (settings) => ({ signingKey: keyFileOf(settings) }),
  openApi: async (settings) => void (await (await import('./keys.ts')).ringOf({ settings })),
  routes: async () => (await import('./routes.ts')).routes,
  commands: [
    { heading, names: ['verify'], load: async () => (await import('./commands/verify.ts')).addVerifyCommand },
    { heading, names: ['log'], load: async () => (await import('./commands/log.ts')).addLogCommands },
    {
      heading,
      names: ['signing-key'],
      load: async () => (await import('./commands/signing-key.ts')).addSigningKeyCommands
    }
  ]
}

export default module
