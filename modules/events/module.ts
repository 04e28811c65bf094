import type { Module } from '../module.ts'
import { AlertSettings } from './settings.ts'

/**
 * Events of sources: new tables, corrections and overdue sources, as Atom feeds and webhooks, and the operator's
 * alerts.
 */
const module: Module = {
  name: 'events',
  needs: ['pages'],
  sql: new URL('sql/', import.meta.url),
  onRatesChanged: 'add_events',
  settings: AlertSettings,
  apiSettings: ({ WEBHOOK_PRIVATE }) => ({ webhooksMayBePrivate: WEBHOOK_PRIVATE }),
  routes: async () => (await import('./routes.ts')).routes,
  commands: [
    {
      heading: 'Manage access:',
      names: ['webhooks'],
      load: async () => (await import('./webhooks-command.ts')).addWebhookCommands
    }
  ],
  jobs: async (host) => (await import('./jobs.ts')).startEvents(host)
}

export default module
