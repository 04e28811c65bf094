import { z } from 'zod'
import type { Module } from '../module.ts'
import { readSettings } from '../../cli/settings.ts'

const settings = z.object({
  SDMX_OPEN: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('true or false')
})

/** SDMX: the rates in the protocol of statistical software. */
const module: Module = {
  name: 'sdmx',
  sql: new URL('sql/', import.meta.url),
  settings,
  routes: async () => (await import('./routes.ts')).routesOf({ isOpen: readSettings(process.env, settings).SDMX_OPEN })
}

export default module
