import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startAlerts, sendAlerts, type Alerting } from '../../../pipelines/messages/alerts.ts'
import { identity } from '../../support/service.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

let test: TestDatabase
let sent: Array<{ subject: string, text: string }>
let alerting: Alerting

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('alpha', 'EUR'), identity('beta', 'EUR'), identity('gamma', 'EUR')])
  await seedRows(test.database, 'beta', [{ date: new Date().toISOString().slice(0, 10), base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }])
})
afterAll(() => test.drop())
beforeEach(async () => {
  await test.database.write('truncate alerts, runs, quarantine')
  sent = []
  alerting = { database: test.database, logger: pino({ level: 'silent' }), send: async ({ subject, text }) => void sent.push({ subject, text }) }
})

const ran = (source: string, error: string | null, kind = 'schedule') => test.database.write(
  'insert into runs (source, kind, status, finished_at, error, started_at) values ($1, $2, $3, now(), $4, clock_timestamp())', [source, kind, error === null ? 'ok' : 'failed', error])
const waits = (date: string) => test.database.write(`
  insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason)
  select 'beta', min(id), $1, 'EUR', 'USD', 'reference', '-1', '1', 'negative' from publications`, [date])

it('reports a source once at its second failure, and again after a success', async () => {
  await ran('alpha', 'no answer')
  await sendAlerts(alerting)
  expect(sent).toEqual([])
  await ran('alpha', 'no answer at all')
  await ran('alpha', 'an old document', 'reparse')
  await sendAlerts(alerting)
  expect(sent).toEqual([{ subject: 'Ratebook: alpha needs attention', text: 'alpha (Bank alpha): 2 runs have failed, the last: no answer at all' }])
  await ran('alpha', 'no answer')
  await sendAlerts(alerting)
  expect(sent).toHaveLength(1)
  await ran('alpha', null)
  await sendAlerts(alerting)
  await ran('alpha', 'again')
  await ran('alpha', 'again')
  await sendAlerts(alerting)
  expect(sent).toHaveLength(2)
})

it('reports quarantined rows, and several sources in one message', async () => {
  await waits('2026-01-01')
  await waits('2026-01-02')
  await ran('alpha', 'no answer')
  await ran('alpha', 'no answer')
  await sendAlerts(alerting)
  expect(sent).toEqual([{ subject: 'Ratebook: 2 sources need attention', text: 'alpha (Bank alpha): 2 runs have failed, the last: no answer\nbeta (Bank beta): 2 rows wait in quarantine' }])
})

it('sends an alert once from several processes', async () => {
  await waits('2026-01-01')
  await Promise.all(Array.from({ length: 5 }, () => sendAlerts(alerting)))
  expect(sent).toHaveLength(1)
})

it('sends an alert later if the mail failed', async () => {
  await waits('2026-01-01')
  const failing = { ...alerting, send: () => Promise.reject(new Error('the mail server is down')) }
  await expect(sendAlerts(failing)).rejects.toThrow('the mail server is down')
  await sendAlerts(alerting)
  expect(sent).toHaveLength(1)
})

it('continues after a failure until it is stopped', async () => {
  await waits('2026-01-01')
  let tries = 0
  const send: Alerting['send'] = async ({ subject, text }) => {
    tries += 1
    if (tries === 1) throw new Error('not now')
    sent.push({ subject, text })
  }
  const alerts = startAlerts({ ...alerting, send }, 10)
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 300_000 })
  await alerts.stop()
})

it('reports an overdue source', async () => {
  await seedRows(test.database, 'gamma', Array.from({ length: 10 }, (_, at) => ({ date: `2025-03-1${at}`, base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' })))
  await sendAlerts(alerting)
  expect(sent).toEqual([{ subject: 'Ratebook: gamma needs attention', text: expect.stringMatching(/^gamma \(Bank gamma\): the newest table is of 2025-03-19, and \d+ are missed$/) }])
})
