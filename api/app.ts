import { availableParallelism } from 'node:os'
import Koa from 'koa'
import type { Database } from '../sql/database.ts'
import type { Mail } from './accounts/mail.ts'
import { AuthService } from './accounts/service.ts'
import { Callers } from './access/callers.ts'
import { Meter } from './access/meter.ts'
import { Limiter } from './access/limiter.ts'
import { RateLimiter } from './access/rate-limiter.ts'
import { endpoints as core } from './endpoints.ts'
import { answerAliases, withOpenDates } from './compat/aliases.ts'
import { BodyBudget } from './server/body-budget.ts'
import { AnswerCache } from './server/cache.ts'
import { Changes } from './server/changes.ts'
import { Documents } from './server/documents.ts'
import { Metrics } from './operations/metrics/metrics.ts'
import { Readiness } from './operations/readiness.ts'
import { normalize } from './server/normalize.ts'
import { Router } from './server/router.ts'
import { answer, authenticate, charge, errors, limit, parse, write } from './server/steps.ts'
import type { HttpApp } from './server/server.ts'
import type { Route, Service } from './server/route.ts'
import type { State } from './server/state.ts'
import { loadExceljs } from './formats/xlsx.ts'
import { prepareDescription } from './openapi/documentation-route.ts'

/** The service as the caller of `createApp` passes it, without the parts that createApp adds. */
export interface AppOptions extends Omit<Service, keyof Made | 'endpoints'> {
  /** The endpoints and pages of the modules. */
  routes: readonly Route[]
  /** Sends links by e-mail. Without it, links are logged. */
  mail?: Mail
}

interface App {
  /** The request handler. */
  app: HttpApp
  /** Generates the API description and loads the workbook library ahead of the first request that needs them. */
  prepare: () => void
  close: () => Promise<void>
}

/**
 * The HTTP API over a database. Listens for changes until it is closed.
 */
export async function createApp({ routes, mail, ...given }: AppOptions): Promise<App> {
  const { settings } = given
  const made = partsOf(given, mail)
  const { auth, metrics, rateLimiter } = made
  const all = [...core, ...routes]
  const dated = settings.compatOpenDates ? all.map(withOpenDates) : all
  const endpoints = settings.sharing?.isOpen ? dated.map(withOpenDocuments) : dated
  const service: Service = { ...given, ...made, endpoints }
  const changes = new Changes(given.database, service)

  const router = new Router(endpoints, settings.corsOrigins)
  const app = new Koa<State>()
  app.silent = true
  app.use(errors(service))
  app.use(normalize(endpoints, settings))
  if (settings.compatAliases) app.use(answerAliases(settings.compatAliases, router, endpoints))
  app.use(router.route)
  app.use(authenticate(service))
  app.use(limit(service))
  app.use(parse(service))
  app.use(answer(service))
  app.use(charge(service))
  app.use(write)
  await changes.listen()

  async function close(): Promise<void> {
    metrics.close()
    rateLimiter.close()
    await changes.close()
    await auth.close()
  }
  const schemes = settings.trustProxy > 0 ? ['http', 'https'] : ['http']
  const own = settings.publicUrl === undefined ? schemes.map((scheme) => `${scheme}://localhost`) : [settings.publicUrl]
  const prepare = () => {
    own.forEach((origin) => prepareDescription(service, origin))
    void loadExceljs()
  }
  return { app, prepare, close }
}

type Made = ReturnType<typeof partsOf>

function partsOf(
  { database, logger, schema, settings }: Pick<Service, 'database' | 'logger' | 'schema' | 'settings'>,
  mail?: Mail
) {
  const { sessionSecret: secret, publicUrl, hardness, allowances, now } = settings
  const auth = new AuthService({ database, secret, publicUrl, mail, hardness, logger })
  const cache = new AnswerCache()
  return {
    auth,
    cache,
    callers: new Callers(database, auth, settings.accountPlan),
    readiness: new Readiness({ database, schema, logger }),
    meter: new Meter(database, allowances),
    metrics: new Metrics(database, cache, logger, now),
    rateLimiter: new RateLimiter(database),
    bodies: new BodyBudget(),
    documents: new Documents(),
    ...limitersFor(database)
  }
}

/** Opens an endpoint for shared documents to everybody; returns any other endpoint unchanged. */
function withOpenDocuments(endpoint: Route): Route {
  return endpoint.isShared ? { ...endpoint, access: 'keyless' } : endpoint
}

/**
 * Limits concurrent work. No network or account can occupy all connections to the database. Of the keyless requests
 * from one network, at most (cores + 1) run at a time, because more would slow down all others.
 */
function limitersFor({ maxLongReads }: Database) {
  const requests = { maxWaiting: 1000, maxWaitMs: 10_000, what: 'requests from this address' }
  const downloads = { maxWaiting: 10, maxWaitMs: 5_000, what: 'downloads' }
  return {
    requests: new Limiter({ ...requests, concurrency: 8 }),
    openRequests: new Limiter({ ...requests, concurrency: availableParallelism() + 1 }),
    downloads: new Limiter({ ...downloads, concurrency: maxLongReads }),
    ownDownloads: new Limiter({ ...downloads, concurrency: 2 }),
    costlyFiles: new Limiter({
      concurrency: 2,
      maxWaiting: 50,
      maxWaitMs: 10_000,
      what: 'workbooks, PDFs and archives'
    })
  }
}
