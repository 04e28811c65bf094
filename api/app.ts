import { availableParallelism } from 'node:os'
import Koa from 'koa'
import type { Database } from '../sql/database.ts'
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
import type { AppOptions } from './server/options.ts'
import type { Route } from './server/route.ts'
import type { Service, State } from './server/service.ts'
import { loadExceljs } from './formats/xlsx.ts'
import { prepareDescription } from './openapi/documentation-route.ts'

export interface ComposedOptions extends AppOptions {
  /** The endpoints and pages of the modules. */
  routes: readonly Route[]
}

interface App {
  /** The request handler. */
  app: HttpApp
  /** Makes and loads what takes long, so that no request has to wait for it. */
  prepare: () => void
  close: () => Promise<void>
}

/**
 * The HTTP API over a database. Listens for changes until it is closed. Throws if the signing keys can't be read or
 * made.
 */
export async function createApp(options: ComposedOptions): Promise<App> {
  const { database, logger, mail, settings } = options
  const auth = new AuthService({
    database,
    secret: settings.sessionSecret,
    publicUrl: settings.publicUrl,
    mail,
    hardness: settings.hardness,
    logger
  })
  const cache = new AnswerCache()
  const callers = new Callers(database, auth, settings.accountPlan)
  const readiness = new Readiness(options)
  const changes = new Changes(database, { cache, callers, readiness, logger })
  const meter = new Meter(database, settings.allowances)
  const metrics = new Metrics(database, cache, logger, settings.now)
  const rateLimiter = new RateLimiter(database)
  const parts = {
    auth,
    bodies: new BodyBudget(),
    documents: new Documents(),
    cache,
    callers,
    meter,
    metrics,
    rateLimiter
  }
  const all = [...core, ...options.routes]
  const dated = settings.compatOpenDates ? all.map(withOpenDates) : all
  const endpoints = settings.sharing?.isOpen ? dated.map(withOpenDocuments) : dated
  const service: Service = { ...options, ...limitersFor(database), ...parts, endpoints, readiness }

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

/** Opens an endpoint for shared documents to everybody; returns any other endpoint unchanged. */
function withOpenDocuments(endpoint: Route): Route {
  return endpoint.isShared ? { ...endpoint, access: 'keyless' } : endpoint
}

/**
 * Limits on concurrent work. One network or account never has all the connections to the database, and a stranger's
 * requests not more than the machine has cores, and one: the more compete for them, the longer all others wait.
 */
function limitersFor({
  maxLongReads
}: Database): Pick<Service, 'requests' | 'openRequests' | 'downloads' | 'ownDownloads' | 'costlyFiles'> {
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
