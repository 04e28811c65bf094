import type { ApiSettings } from '../../api/server/options.ts'
import type { Operations } from '../../modules/module.ts'
import { allowancesOf } from '../../api/access/plans.ts'
import { readOrCreateSecret } from '../../api/accounts/secret.ts'
import { compareLayout } from '../../pipelines/care/layout.ts'
import { reject, release, undo } from '../../pipelines/care/quarantine.ts'
import { placeFinder, rereader } from '../../pipelines/read/reread.ts'
import { partsOf, refreshCalculations } from '../module.ts'
import type { Module } from '../../modules/module.ts'
import type { Settings } from '../settings.ts'
import { openMail } from './mail.ts'
import { createParser, selectSources, type Runtime, type Stop } from '../runtime.ts'

const PREPARE_AFTER = 1_000 // milliseconds, so that waiting requests come first
const NO_PUBLIC_URL =
  'TRUST_PROXY is set without PUBLIC_URL: answers contain the host of each request, and a cache in front may give one ' +
  'that a stranger chose to others; set PUBLIC_URL'
const READERS = 2 // threads, so that a slow document does not block all others

/** The code of the API, which takes longer to load than all other code, and which only services need. */
const loadApi = () => Promise.all([import('../../api/app.ts'), import('../../api/server/server.ts')])

/** Starts to load the code of the API and of its modules, for example while a database starts. */
export function preloadApi(modules: readonly Module[]): void {
  loadApi()
    .then(() => partsOf(modules))
    .catch(() => {}) // startApi throws the same error
}

/**
 * Starts the HTTP API. Operators start runs of sources through `run`. Returns the address, and a function that stops
 * the API.
 */
export async function startApi(
  runtime: Runtime,
  run: Operations['run'],
  demo: Pick<ApiSettings, 'demo' | 'now'> = {}
): Promise<{ address: string; hasPages: boolean; stop: Stop }> {
  const { requestDatabase: database, settings, logger } = runtime
  const [[{ createApp }, { createServer }], mail] = await Promise.all([loadApi(), openMail(settings)])
  const parts = { operations: { run, ...operationsOf(runtime) }, ...(await partsOf(runtime.modules)) }
  const added = runtime.modules.map((it) => it.apiSettings?.(settings))
  const own = Object.assign(await apiSettings(settings), ...added, demo) as ApiSettings
  if (own.trustProxy > 0 && own.publicUrl === undefined) logger.warn(NO_PUBLIC_URL)
  for (const module of runtime.modules) await module.openApi?.(own)
  const api = await createApp({ database, schema: runtime.schema, logger, mail, settings: own, ...parts })
  const server = createServer(api.app)
  const preparing = setTimeout(api.prepare, PREPARE_AFTER)
  const stop = async () => {
    clearTimeout(preparing)
    await server.close()
    await api.close()
    mail?.close()
  }
  try {
    return {
      address: await server.listen(settings.PORT, settings.HOST),
      hasPages: parts.routes.some(({ path }) => path === '/register'),
      stop
    }
  } catch (error) {
    await stop()
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(
      `port ${settings.PORT} of ${settings.HOST} is in use: stop the other program, or set PORT to another number`,
      { cause: error }
    )
  }
}

async function apiSettings(settings: Settings): Promise<Partial<ApiSettings>> {
  return {
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    countryHeader: settings.COUNTRY_HEADER,
    sessionSecret: settings.SESSION_SECRET ?? (await readOrCreateSecret(settings.DATA_DIR)),
    accountPlan: settings.ACCOUNT_PLAN,
    allowances: allowancesOf({
      developer: settings.ALLOWANCE_DEVELOPER,
      business: settings.ALLOWANCE_BUSINESS,
      enterprise: settings.ALLOWANCE_ENTERPRISE
    }),
    corsOrigins: settings.CORS_ORIGINS,
    compatOpenDates: settings.COMPAT_OPEN_DATES,
    sharing: { sources: settings.SHARE_SOURCES, isOpen: settings.SHARE_WITHOUT_KEY },
    compatAliases: settings.COMPAT_ALIASES,
    limits: {
      perCaller: settings.LIMIT_PER_KEY,
      perAddress: settings.LIMIT_PER_ADDRESS,
      trialKeys: settings.TRIAL_KEYS_PER_ADDRESS
    }
  }
}

function operationsOf(runtime: Runtime): Omit<Operations, 'run'> {
  const { database, sources } = runtime
  const parser = createParser(runtime.settings, READERS)
  return {
    async release(id, decision) {
      await release(database, [id], decision)
      await refreshCalculations(runtime)
    },
    async undo(id, decision) {
      await undo(database, id, decision)
      await refreshCalculations(runtime)
    },
    reject: (id, decision) => reject(database, id, decision),
    readDocument: rereader(parser, sources),
    findPlace: placeFinder(parser, sources),
    compareLayout: async (code, id) => compareLayout({ ...runtime, parser }, selectSources(runtime, [code])[0]!, id)
  }
}
