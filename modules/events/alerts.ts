import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { repeat } from '../../pipelines/messages/repeat.ts'
import { todayIn } from '../../pipelines/runs/window.ts'

export interface Alert {
  source: string
  name: string
  /** A waiting table, one that no longer waits, a failing source, refused rows, or an overdue source. */
  kind: 'waiting' | 'settled' | 'failing' | 'refused' | 'overdue'
  detail: string
}

export interface Alerting {
  database: Database
  logger: Logger
  /** Sends a message to the operator. Throws if that fails; the caller repeats it later. */
  send: (message: { subject: string; text: string; alerts: Alert[] }) => Promise<void>
}

const EVERY = 10 * 60_000
const DIGEST_HOUR = 6 // UTC: before the working day of most operators and publishers
const MAX_LINES = 100

/**
 * Reports new problems to the operator periodically: urgent ones at once, and the others after 6:00 UTC (see
 * current_problems). Several processes may run it; each problem is reported once.
 */
export function startAlerts(alerting: Alerting, every = EVERY): { stop: () => Promise<void> } {
  return repeat(every, () =>
    sendAlerts(alerting).catch((error: Error) =>
      alerting.logger.error({ error: error.message }, 'the alert could not be sent to the operator')
    )
  )
}

/**
 * Sends the new problems, if any, in one message. Problems that are not urgent go only into the digest. Throws if
 * sending fails; the problems then stay new.
 */
export async function sendAlerts(
  { database, send }: Alerting,
  withDigest = new Date().getUTCHours() === DIGEST_HOUR
): Promise<void> {
  const taken = await database.write<Alert & { about: string }>('select * from take_alerts($1, $2)', [
    todayIn('UTC'),
    withDigest
  ])
  if (taken.length === 0) return
  const lines = taken.slice(0, MAX_LINES).map(({ source, name, detail }) => `${source} (${name}): ${detail}`)
  if (taken.length > MAX_LINES) lines.push(`and ${taken.length - MAX_LINES} more`)
  try {
    const alerts = taken.map(({ source, name, kind, detail }) => ({ source, name, kind, detail }))
    await send({ subject: subjectOf(alerts), text: lines.join('\n'), alerts })
  } catch (error) {
    const columns = [taken.map(({ source }) => source), taken.map(({ kind }) => kind), taken.map(({ about }) => about)]
    await database.write('select return_alerts($1, $2, $3)', columns)
    throw error
  }
}

function subjectOf(alerts: Alert[]): string {
  const open = alerts.filter(({ kind }) => kind !== 'settled')
  const sources = [...new Set((open.length > 0 ? open : alerts).map(({ source }) => source))]
  const subject = sources.length === 1 ? sources[0] : `${sources.length} sources`
  if (open.length === 0) return `Ratebook: tables of ${subject} no longer wait`
  return `Ratebook: ${subject} ${sources.length === 1 ? 'needs' : 'need'} attention`
}
