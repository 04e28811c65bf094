import { z } from 'zod'
import { distance } from '../api/contract/distance.ts'
import { PLANS } from '../api/access/plans.ts'

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))
const server = z.url({ protocol: /^postgres(ql)?$/ })
const servers = z
  .string()
  .transform((text) => text.split(',').map((it) => it.trim()))
  .pipe(z.array(server).min(1))
const proxies = z.union([
  z.enum(['true', 'false']).transform((text) => (text === 'true' ? 1 : 0)),
  z.coerce.number().int().min(0).max(9)
])
const mailServer = z.url({ protocol: /^smtps?$/ })
const codes = z
  .string()
  .regex(/^[a-z0-9_-]+(\s*,\s*[a-z0-9_-]+)*$/)
  .transform((text) => text.split(',').map((code) => code.trim()))
const sharedSources = z.union([z.literal('*').transform(() => '*' as const), codes])
const days = z.coerce.number().int().min(3).max(36_500) // at least three, because a rate may arrive two days late
const count = z.coerce.number().int().min(1).max(1_000_000_000)

// A path (or root) and the letter of the family that the service offers below it.
const ALIAS = /^\/?((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)?\/?:([a-z])$/
const aliases = z
  .string()
  .transform((text) => text.split(',').map((it) => ALIAS.exec(it.trim())))
  .refine((found) => found.every((it) => it !== null))
  .transform((found) => found.map((it) => ({ path: isRoot(it![1]) ? '' : `/${it![1]}`, family: it![2]! })))
  .refine((given) => new Set(given.map(({ path }) => path)).size === given.length)

const origins = z
  .string()
  .transform((text) => (text === '*' ? text : text.split(',').map((it) => it.trim())))
  .refine(
    (given) =>
      given === '*' || given.every((it) => /^https?:/.test(it) && URL.canParse(it) && new URL(it).origin === it)
  )

function isRoot(name: string | undefined): boolean {
  return name === undefined || name === 'root'
}

// `none` loads no module; without the setting, all are loaded.
const modules = z.union([z.literal('none').transform(() => []), codes])

/** The settings of the core, each with the values that it accepts. */
export const Settings = z
  .object({
    MODULES: modules.optional().describe('none, or names of modules, separated by commas'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('a port number from 0 to 65535'),
    HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen on'),
    DATA_DIR: z.string().min(1).default('./data').describe('a folder'),
    PG_BIN_DIR: z.string().min(1).optional().describe('the folder with the programs initdb and postgres'),
    DATABASE_URL: server.optional().describe('postgresql://user:password@host:port/database'),
    DATABASE_LOADER_URL: server.optional().describe('postgresql://user:password@host:port/database'),
    DATABASE_API_URL: server.optional().describe('postgresql://user:password@host:port/database'),
    DATABASE_READ_URL: servers
      .optional()
      .describe('one or more URLs postgresql://user:password@host:port/database, separated by commas'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('fatal, error, warn, info, debug, trace or silent'),
    TRUST_PROXY: proxies.default(0).describe('true, false or the number of proxies in front'),
    CORS_ORIGINS: origins.optional().describe('origins such as https://app.example, separated by commas, or *'),
    COUNTRY_HEADER: z
      .string()
      .regex(/^[\w-]+$/)
      .default('CF-IPCountry')
      .describe('the name of a header, such as CloudFront-Viewer-Country'),
    COMPAT_ALIASES: aliases
      .optional()
      .describe('distinct paths with their families, such as rates:a,rates/v1:b; root is the path /'),
    COMPAT_OPEN_DATES: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true')
      .describe('true or false'),
    HTTPS_PROXY: address.optional().describe('an http or https URL'),
    HTTP_PROXY: address.optional().describe('an http or https URL'),
    NO_PROXY: z.string().optional().describe('hosts, separated by commas'),
    PUBLIC_URL: address.optional().describe('an http or https URL, and is required with SMTP_URL'),
    SHARE_SOURCES: sharedSources.optional().describe('codes of sources, separated by commas, or *'),
    SHARE_WITHOUT_KEY: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true')
      .describe('true or false'),
    SESSION_SECRET: z.string().min(32).optional().describe('at least 32 characters'),
    SIGNING_KEY_FILE: z.string().min(1).optional().describe('a file of signing keys'),
    SMTP_URL: mailServer
      .optional()
      .describe(
        'smtp://user:password@host:port or smtps://user:password@host:port, and is required with OPERATOR_EMAIL'
      ),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*[^\s@]@[^\s@]+$/)
      .optional()
      .describe('an e-mail address, and is required with SMTP_URL'),
    WEBHOOK_PRIVATE: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true')
      .describe('true or false'),
    ACCOUNT_PLAN: z
      .enum(PLANS)
      .default('free')
      .describe(`one of the plans ${PLANS.join(', ')}`),
    ALLOWANCE_DEVELOPER: count.default(10_000).describe('a number of units, at least 1'),
    ALLOWANCE_BUSINESS: count.default(100_000).describe('a number of units, at least 1'),
    ALLOWANCE_ENTERPRISE: count.default(1_000_000).describe('a number of units, at least 1'),
    LIMIT_PER_KEY: count.default(6000).describe('a number of requests a minute, at least 1'),
    LIMIT_PER_ADDRESS: count.default(6000).describe('a number of requests a minute, at least 1'),
    TRIAL_KEYS_PER_ADDRESS: count.default(5).describe('a number of keys a day, at least 1'),
    PARSE_TIMEOUT: z.coerce.number().int().min(1).max(3600).default(30).describe('a number of seconds from 1 to 3600'),
    STOP_TIMEOUT: z.coerce.number().int().min(1).max(3600).default(9).describe('a number of seconds from 1 to 3600'),
    MARKET_FEEDS: codes.default([]).describe('codes of feeds in order of preference, separated by commas'),
    MARKET_INTERVAL: z.coerce
      .number()
      .int()
      .min(10)
      .max(86_400)
      .default(60)
      .describe('a number of seconds from 10 to 86400'),
    MARKET_KEEP_MINUTES_DAYS: days.default(7).describe('a number of days, at least 3'),
    MARKET_KEEP_HOURS_DAYS: days.default(400).describe('a number of days, at least 3')
  })
  .superRefine(({ SMTP_URL, MAIL_FROM, PUBLIC_URL }, context) => {
    // The link in an e-mail must not take its host from the Host header of a request.
    if (SMTP_URL !== undefined && MAIL_FROM === undefined) context.addIssue({ code: 'custom', path: ['MAIL_FROM'] })
    if (SMTP_URL !== undefined && PUBLIC_URL === undefined) context.addIssue({ code: 'custom', path: ['PUBLIC_URL'] })
  })

export type Settings = z.infer<typeof Settings>

type Environment = Record<string, string | undefined>

/**
 * Reads the settings of the core from an environment; an empty variable counts as unset. Throws an error that names
 * each invalid setting and the values that it accepts.
 */
export function readSettings(environment: Environment): Settings
/** Reads the settings of a module in the same way. */
export function readSettings<Shape extends z.ZodRawShape>(
  environment: Environment,
  settings: z.ZodObject<Shape>
): z.infer<z.ZodObject<Shape>>
export function readSettings(environment: Environment, settings: z.ZodObject = Settings): unknown {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(set)
  if (result.success) return result.data
  const wrong = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))]
  throw new Error(wrong.map((name) => `${name} must be ${(settings.shape[name] as z.ZodType).description}`).join('; '))
}

/** The names in MODULES; undefined if it is not set. */
export function wantedModules(environment: Environment): Settings['MODULES'] {
  return readSettings(environment, z.object({ MODULES: Settings.shape.MODULES })).MODULES
}

const SHORTEST = 6 // characters; shorter names resemble too many other variables

/** A warning for each variable whose name resembles that of a setting that is not set. */
export function misspeltSettings(environment: Environment, others: readonly string[] = []): string[] {
  const known = [...Object.keys(Settings.shape), ...others]
  return Object.keys(environment).flatMap((name) => {
    if (name.length < SHORTEST || known.includes(name)) return []
    const most = name.length < 2 * SHORTEST ? 1 : 2
    const meant = known.find((it) => environment[it] === undefined && distance(it, name) <= most)
    return meant === undefined ? [] : [`there is no setting ${name}: ${meant} may be meant`]
  })
}
