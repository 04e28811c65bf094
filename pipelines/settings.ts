import { z } from 'zod'

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))
const server = z.url({ protocol: /^postgres(ql)?$/ })
const switchable = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')

const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: server.optional(),
  DATABASE_READ_URL: server.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: switchable.default(false),
  PUBLIC_URL: address.optional()
})

const EXPECTED: Record<keyof z.infer<typeof Settings>, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'postgresql://user:password@host:port/database',
  DATABASE_READ_URL: 'postgresql://user:password@host:port/database',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  TRUST_PROXY: 'true or false',
  PUBLIC_URL: 'an http or https address'
}

export type Settings = z.infer<typeof Settings>

/** The settings in an environment. Throws an error that names each wrong one and what it accepts; an empty one counts as not set. */
export function readSettings (environment: Record<string, string | undefined>): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(set)
  if (result.success) return result.data
  const wrong = [...new Set(result.error.issues.map((issue) => issue.path[0] as keyof Settings))]
  throw new Error(wrong.map((name) => `${name} must be ${EXPECTED[name]}`).join('; '))
}
