import { meterHeaders, type Payer } from '../access/meter.ts'
import { limitHeaders } from '../access/rate-limiter.ts'
import type { HttpError } from '../contract/errors.ts'
import { networkOf } from './normalize.ts'
import type { Context } from './state.ts'
import type { Service } from './route.ts'

/** The headers that report limits on answers without a cost. */

const MINUTE = 60

/**
 * Sets the headers of an error. An error that no rate limit has counted yet, such as an unknown path, counts against
 * the address.
 */
export async function setCounts(ctx: Context, service: Service, error: HttpError | undefined): Promise<void> {
  const { req, state } = ctx
  const {
    rateLimiter,
    settings: { limits, trustProxy, now = Date.now }
  } = service
  if (state.route?.isUnlimited) return
  if (!ctx.res.hasHeader('X-RateLimit-Limit')) {
    const network = state.network ?? networkOf(req, trustProxy)
    ctx.set(
      limitHeaders(await rateLimiter.take(`address ${network}`, { limit: limits.perAddress, seconds: MINUTE }, now()))
    )
  }
  if (error?.code === 'unavailable') return // the limit of units needs the database
  await setUnits(ctx, service).catch(() => {}) // the error already reports an unavailable database
}

/**
 * Sets the units of the account that a request names, without charging it. Pages have no such headers. True if there is
 * such an account.
 */
export async function setUnits(ctx: Context, { callers, meter, settings }: Service): Promise<boolean> {
  const {
    req,
    state: { caller, route, keys = [], origin = '', now = (settings.now ?? Date.now)() }
  } = ctx as {
    req: Context['req']
    state: Partial<Context['state']>
  }
  if (route?.isPage && !caller) return false
  const payer: Payer | undefined = caller ?? (await callers.payerOf(req, { keys, origin, now, takesSession: true }))
  if (!payer) return false
  ctx.set(meterHeaders(await meter.charge(payer, route?.path ?? 'none', 0)))
  return true
}
