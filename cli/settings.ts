import { z } from 'zod'
import { readVerifier } from '../proof/note.ts'

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))
const server = z.url({ protocol: /^postgres(ql)?$/ })
const servers = z.string().transform((text) => text.split(',').map((it) => it.trim())).pipe(z.array(server).min(1))
const proxies = z.union([z.enum(['true', 'false']).transform((text) => text === 'true' ? 1 : 0), z.coerce.number().int().min(0).max(9)])
const mailServer = z.url({ protocol: /^smtps?$/ })
const codes = z.string().regex(/^[a-z0-9_-]+(\s*,\s*[a-z0-9_-]+)*$/).transform((text) => text.split(',').map((code) => code.trim()))
const sharedSources = z.union([z.literal('*').transform(() => '*' as const), codes])
const days = z.coerce.number().int().min(3).max(36_500) // a rate may come two days late
const count = z.coerce.number().int().min(1).max(1_000_000_000)

const listed = z.string().transform((text) => text.split(',').map((it) => it.trim()))

/** What a function reads, or an issue where it throws. */
function readBy<Value, Result> (read: (given: Value) => Result) {
  return (given: Value, context: z.RefinementCtx): Result => {
    try {
      return read(given)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  }
}

const witnesses = listed.transform(readBy((entries) => entries.map((entry) => {
  const [key = '', url] = entry.split(/\s+/)
  return { verifier: readVerifier(key, 'witness'), url: address.parse(url) }
})))
const witnessFor = listed.transform(readBy((keys) => keys.map((key) => readVerifier(key, 'log'))))

// Each is a path, or root for none, and the letter of the family that is served below it.
const ALIAS = /^\/?((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)?\/?:([abc])$/
const aliases = z.string()
  .transform((text) => text.split(',').map((it) => ALIAS.exec(it.trim())))
  .refine((found) => found.every((it) => it !== null))
  .transform((found) => found.map((it) => ({ path: isRoot(it![1]) ? '' : `/${it![1]}`, family: it![2] as 'a' | 'b' | 'c' })))
  .refine((given) => new Set(given.map(({ path }) => path)).size === given.length)

const origins = z.string()
  .transform((text) => text === '*' ? text : text.split(',').map((it) => it.trim()))
  .refine((given) => given === '*' || given.every((it) => /^https?:/.test(it) && URL.canParse(it) && new URL(it).origin === it))

function isRoot (name: string | undefined): boolean {
  return name === undefined || name === 'root'
}

export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  PG_BIN_DIR: z.string().min(1).optional(),
  DATABASE_URL: server.optional(),
  DATABASE_LOADER_URL: server.optional(),
  DATABASE_API_URL: server.optional(),
  DATABASE_READ_URL: servers.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: proxies.default(0),
  CORS_ORIGINS: origins.optional(),
  COUNTRY_HEADER: z.string().regex(/^[\w-]+$/).default('CF-IPCountry'),
  COMPAT_ALIASES: aliases.optional(),
  COMPAT_OPEN_DATES: z.enum(['true', 'false']).default('false').transform((text) => text === 'true'),
  HTTPS_PROXY: address.optional(),
  HTTP_PROXY: address.optional(),
  NO_PROXY: z.string().optional(),
  PUBLIC_URL: address.optional(),
  SHARE_SOURCES: sharedSources.optional(),
  SHARE_WITHOUT_KEY: z.enum(['true', 'false']).default('false').transform((text) => text === 'true'),
  SESSION_SECRET: z.string().min(32).optional(),
  SIGNING_KEY_FILE: z.string().min(1).optional(),
  WITNESSES: witnesses.default([]),
  WITNESS_FOR: witnessFor.default([]),
  TIMESTAMP_URL: address.optional(),
  TIMESTAMP_CA: z.string().min(1).optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: z.string().regex(/^[^\r\n]*[^\s@]@[^\s@]+$/).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_WEBHOOK: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_WEBHOOK_SECRET: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/).optional(),
  WEBHOOK_PRIVATE: z.enum(['true', 'false']).default('false').transform((text) => text === 'true'),
  ALLOWANCE_DEVELOPER: count.default(10_000),
  ALLOWANCE_BUSINESS: count.default(100_000),
  ALLOWANCE_ENTERPRISE: count.default(1_000_000),
  LIMIT_PER_KEY: count.default(6000),
  LIMIT_PER_ADDRESS: count.default(6000),
  TRIAL_KEYS_PER_ADDRESS: count.default(5),
  PARSE_TIMEOUT: z.coerce.number().int().min(1).max(3600).default(30),
  PARSE_MEMORY: z.coerce.number().int().min(64).max(65_536).default(512),
  STOP_TIMEOUT: z.coerce.number().int().min(1).max(3600).default(9),
  MARKET_FEEDS: codes.default([]),
  MARKET_INTERVAL: z.coerce.number().int().min(10).max(86_400).default(60),
  MARKET_KEEP_MINUTES_DAYS: days.default(7),
  MARKET_KEEP_HOURS_DAYS: days.default(400)
}).superRefine(({ SMTP_URL, MAIL_FROM, PUBLIC_URL, OPERATOR_EMAIL, OPERATOR_WEBHOOK, OPERATOR_WEBHOOK_SECRET, WEBHOOK_PRIVATE, TIMESTAMP_URL, TIMESTAMP_CA }, context) => {
  // A link in a mail must not lead where the Host header of some request says.
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) context.addIssue({ code: 'custom', path: ['MAIL_FROM'] })
  if (SMTP_URL !== undefined && PUBLIC_URL === undefined) context.addIssue({ code: 'custom', path: ['PUBLIC_URL'] })
  if (TIMESTAMP_URL !== undefined && TIMESTAMP_CA === undefined) context.addIssue({ code: 'custom', path: ['TIMESTAMP_CA'] })
  if (OPERATOR_EMAIL !== undefined && SMTP_URL === undefined) context.addIssue({ code: 'custom', path: ['SMTP_URL'] })
  if (OPERATOR_WEBHOOK !== undefined && OPERATOR_WEBHOOK_SECRET === undefined) context.addIssue({ code: 'custom', path: ['OPERATOR_WEBHOOK_SECRET'] })
  if (OPERATOR_WEBHOOK?.startsWith('http:') && !WEBHOOK_PRIVATE) context.addIssue({ code: 'custom', path: ['OPERATOR_WEBHOOK'] })
})

const EXPECTED: Record<keyof z.infer<typeof Settings>, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on',
  DATA_DIR: 'a folder',
  PG_BIN_DIR: 'the folder with the programs initdb and postgres',
  DATABASE_URL: 'postgresql://user:password@host:port/database',
  DATABASE_LOADER_URL: 'postgresql://user:password@host:port/database',
  DATABASE_API_URL: 'postgresql://user:password@host:port/database',
  DATABASE_READ_URL: 'one or more URLs postgresql://user:password@host:port/database, separated by commas',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  TRUST_PROXY: 'true, false or the number of proxies in front',
  CORS_ORIGINS: 'origins such as https://app.example, separated by commas, or *',
  COUNTRY_HEADER: 'the name of a header, such as CloudFront-Viewer-Country',
  COMPAT_OPEN_DATES: 'true or false',
  COMPAT_ALIASES: 'distinct paths with their families, such as rates:a,rates/v1:b; root is the path /',
  HTTPS_PROXY: 'an http or https URL',
  HTTP_PROXY: 'an http or https URL',
  NO_PROXY: 'hosts, separated by commas',
  PUBLIC_URL: 'an http or https URL, and is required with SMTP_URL',
  SHARE_SOURCES: 'codes of sources, separated by commas, or *',
  SHARE_WITHOUT_KEY: 'true or false',
  SESSION_SECRET: 'at least 32 characters',
  SIGNING_KEY_FILE: 'a file of signing keys',
  WITNESSES: 'verifier keys of witnesses, each with a space and an http or https URL behind it, separated by commas',
  WITNESS_FOR: 'verifier keys of logs, separated by commas',
  TIMESTAMP_URL: 'an http or https URL',
  TIMESTAMP_CA: 'a PEM file, and is required with TIMESTAMP_URL',
  SMTP_URL: 'smtp://user:password@host:port or smtps://user:password@host:port, and is required with OPERATOR_EMAIL',
  OPERATOR_EMAIL: 'an e-mail address',
  OPERATOR_WEBHOOK: 'an https URL, or an http one with WEBHOOK_PRIVATE=true',
  OPERATOR_WEBHOOK_SECRET: 'whsec_ and at least 24 bytes in base64, and is required with OPERATOR_WEBHOOK',
  WEBHOOK_PRIVATE: 'true or false',
  MAIL_FROM: 'an e-mail address, and is required with SMTP_URL',
  ALLOWANCE_DEVELOPER: 'a number of units, at least 1',
  ALLOWANCE_BUSINESS: 'a number of units, at least 1',
  ALLOWANCE_ENTERPRISE: 'a number of units, at least 1',
  LIMIT_PER_KEY: 'a number of requests a minute, at least 1',
  LIMIT_PER_ADDRESS: 'a number of requests a minute, at least 1',
  TRIAL_KEYS_PER_ADDRESS: 'a number of keys a day, at least 1',
  PARSE_TIMEOUT: 'a number of seconds from 1 to 3600',
  PARSE_MEMORY: 'a number of megabytes from 64 to 65536',
  STOP_TIMEOUT: 'a number of seconds from 1 to 3600',
  MARKET_FEEDS: 'codes of feeds in order of preference, separated by commas',
  MARKET_INTERVAL: 'a number of seconds from 10 to 86400',
  MARKET_KEEP_MINUTES_DAYS: 'a number of days, at least 3',
  MARKET_KEEP_HOURS_DAYS: 'a number of days, at least 3'
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
