import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { repeat } from './repeat.ts'
import { todayIn } from '../runs/window.ts'

export interface Alert {
  source: string
  name: string
  kind: 'failing' | 'waiting' | 'overdue'
  detail: string
}

export interface Alerting {
  database: Database
  logger: Logger
  /** Sends a message to the operator. Throws if that fails; the caller tries again later. */
  send: (message: { subject: string, text: string, alerts: Alert[] }) => Promise<void>
}

const EVERY = 10 * 60_000
const MAX_LINES = 100

/** Periodically reports new problems to the operator: sources that failed twice or are overdue, and rows that wait. Several processes may run it; each problem is reported once. */
export function startAlerts (alerting: Alerting, every = EVERY): { stop: () => Promise<void> } {
  return repeat(every, () => sendAlerts(alerting).catch((error: Error) => alerting.logger.error({ error: error.message }, 'the alert could not be sent to the operator')))
}

/** Sends the new problems, if any, as one message. If that fails it throws, and the problems stay new. */
export async function sendAlerts ({ database, send }: Alerting): Promise<void> {
  const alerts = await database.write<Alert>('select * from take_alerts($1)', [todayIn('UTC')])
  if (alerts.length === 0) return
  const sources = new Set(alerts.map(({ source }) => source)).size
  const lines = alerts.slice(0, MAX_LINES).map(({ source, name, detail }) => `${source} (${name}): ${detail}`)
  if (alerts.length > MAX_LINES) lines.push(`and ${alerts.length - MAX_LINES} more`)
  try {
    const subject = sources === 1 ? `Ratebook: ${alerts[0]!.source} needs attention` : `Ratebook: ${sources} sources need attention`
    await send({ subject, text: lines.join('\n'), alerts })
  } catch (error) {
    await database.write('select return_alerts($1, $2)', [alerts.map(({ source }) => source), alerts.map(({ kind }) => kind)])
    throw error
  }
}
