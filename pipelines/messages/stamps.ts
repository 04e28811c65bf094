import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { send } from './send.ts'

const PAUSE = 60_000 // so that certificates don't wait for an authority that does not answer

interface Stamping {
  /** The address of the authority (RFC 3161, section 3.4). */
  url: string
  /** The trusted root certificates of the authority, as PEM. */
  authorities: string
  dispatcher: Dispatcher
  logger: Logger
}

/** Adds the time stamps of an authority to signatures. If the authority gives no valid one, that is logged, and for a minute signatures get none. */
export function createStamper ({ url, authorities, dispatcher, logger }: Stamping): (signature: string) => Promise<Buffer | undefined> {
  let failedAt = -Infinity
  return async (signature) => {
    if (performance.now() - failedAt < PAUSE) return undefined
    try {
      const { openStamp, readStampResponse, stampRequest } = await import('../../proof/stamp.ts') // its packages take long to load
      const { status, bytes } = await send(dispatcher, url, { type: 'application/timestamp-query', body: stampRequest(signature) })
      if (status !== 200) throw new Error(`it answers ${status}`)
      const stamp = readStampResponse(bytes)
      await openStamp(stamp, signature, authorities)
      return stamp
    } catch (error) {
      failedAt = performance.now()
      logger.error({ url, error: (error as Error).message }, 'the authority gives no valid time stamp: certificates are issued without one for a minute')
    }
  }
}
