import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startAlerts, sendAlerts, type Alerting } from './alerts.ts'
import { identity } from '../../test/support/service.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'

let test: TestDatabase
let sent: Array<{ subject: string; text: string }>
let alerting: Alerting

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('alpha', 'EUR'), identity('beta', 'EUR'), identity('gamma', 'EUR')])
  await seedRows(test.database, 'beta', [
    { date: new Date().toISOString().slice(0, 10), base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }
  ])
})
afterAll(() => test.drop())
beforeEach(async () => {
  await test.database.write('truncate alerts, runs, quarantine')
  sent = []
  alerting = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    send: async ({ subject, text }) => void sent.push({ subject, text })
  }
})

const ran = (source: string, error: string | null, kind = 'schedule') =>
  test.database.write(
    'insert into runs (source, kind, status, finished_at, error, started_at) values ($1, $2, $3, now(), $4, clock_timestamp())',
    [source, kind, error === null ? 'ok' : 'failed', error]
  )
const waits = (date: string, ...quotes: string[]) =>
  test.database.write(
    `
  insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason, fault)
  select 'beta', min(id), $1, 'EUR', quote, 'reference', '2', '1', 'unusual', 'move' from publications, unnest($2::text[]) quote group by quote`,
    [date, quotes]
  )
const decided = (date: string, quote: string, status: string) =>
  test.database.write('update quarantine set status = $3, decided_at = now() where date = $1 and quote = $2', [
    date,
    quote,
    status
  ])
const refused = (date: string) =>
  test.database.write(
    `
  insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason)
  select 'beta', min(id), $1, 'EUR', 'USD', 'reference', '-1', '1', 'negative' from publications`,
    [date]
  )

it('reports a daily source at its first failure if its table is due', async () => {
  await ran('gamma', 'no answer')
  await sendAlerts(alerting, false)
  expect(sent).toEqual([
    { subject: 'Ratebook: gamma needs attention', text: 'gamma (Bank gamma): a run has failed: no answer' }
  ])
})

it('reports a source whose table is not due in the digest, once at its second failure, and again after a success', async () => {
  await test.database.write("update sources set cadence = 'weekly' where code = 'alpha'")
  await ran('alpha', 'no answer')
  await sendAlerts(alerting, true)
  await ran('alpha', 'no answer at all')
  await sendAlerts(alerting, false)
  expect(sent).toEqual([])
  await ran('alpha', 'an old document', 'reparse')
  await sendAlerts(alerting, true)
  expect(sent).toEqual([
    {
      subject: 'Ratebook: alpha needs attention',
      text: 'alpha (Bank alpha): 2 runs have failed, the last: no answer at all'
    }
  ])
  await ran('alpha', 'no answer')
  await sendAlerts(alerting, true)
  expect(sent).toHaveLength(1)
  await ran('alpha', null)
  await sendAlerts(alerting, true)
  await ran('alpha', 'again')
  await ran('alpha', 'again')
  await sendAlerts(alerting, true)
  expect(sent).toHaveLength(2)
})

it('reports refused rows in the digest, and several sources in one message', async () => {
  await refused('2026-01-01')
  await refused('2026-01-02')
  await sendAlerts(alerting, false)
  expect(sent).toEqual([])
  await ran('gamma', 'no answer')
  await sendAlerts(alerting, true)
  expect(sent).toEqual([
    {
      subject: 'Ratebook: 2 sources need attention',
      text: 'beta (Bank beta): 2 rows are refused\ngamma (Bank gamma): a run has failed: no answer'
    }
  ])
})

it('reports each waiting table at once, and its outcome later', async () => {
  await waits('2026-01-01', 'USD', 'JPY')
  await sendAlerts(alerting, false)
  await waits('2026-01-02', 'USD')
  await sendAlerts(alerting, false)
  await decided('2026-01-01', 'JPY', 'corrected')
  await sendAlerts(alerting, false)
  await decided('2026-01-01', 'USD', 'released')
  await sendAlerts(alerting, false)
  await decided('2026-01-02', 'USD', 'unsaid')
  await expect(
    sendAlerts({ ...alerting, send: () => Promise.reject(new Error('the mail server is down')) }, false)
  ).rejects.toThrow()
  await sendAlerts(alerting, false)
  await sendAlerts(alerting, false)
  expect(sent.map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
    'Ratebook: beta needs attention: beta (Bank beta): 2 figures wait of the table of 2026-01-01 until the ' +
      'publisher prints them again, first EUR/JPY reference unusual',
    'Ratebook: beta needs attention: beta (Bank beta): 1 figure waits of the table of 2026-01-02 until the ' +
      'publisher prints them again, first EUR/USD reference unusual',
    'Ratebook: tables of beta no longer wait: beta (Bank beta): no figure of the table of 2026-01-01 waits any ' +
      'more: 1 printed again or released, 1 corrected',
    'Ratebook: tables of beta no longer wait: beta (Bank beta): no figure of the table of 2026-01-02 waits any ' +
      'more: 1 never printed again'
  ])
})

it('sends an alert once from several processes', async () => {
  await waits('2026-01-01', 'USD')
  await Promise.all(Array.from({ length: 5 }, () => sendAlerts(alerting, false)))
  expect(sent).toHaveLength(1)
})

it('sends an alert later if the mail failed', async () => {
  await waits('2026-01-01', 'USD')
  const failing = { ...alerting, send: () => Promise.reject(new Error('the mail server is down')) }
  await expect(sendAlerts(failing, false)).rejects.toThrow('the mail server is down')
  await sendAlerts(alerting, false)
  expect(sent).toHaveLength(1)
})

it('continues after a failure until it is stopped', async () => {
  await waits('2026-01-01', 'USD')
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
  await seedRows(
    test.database,
    'gamma',
    Array.from({ length: 10 }, (_, at) => ({
      date: `2025-03-1${at}`,
      base: 'EUR',
      quote: 'USD',
      type: 'reference',
      value: '1.1'
    }))
  )
  await sendAlerts(alerting, false)
  expect(sent).toEqual([])
  await sendAlerts(alerting, true)
  expect(sent).toEqual([
    {
      subject: 'Ratebook: gamma needs attention',
      text: expect.stringMatching(/^gamma \(Bank gamma\): the newest table is dated 2025-03-19, and \d+ are missed$/)
    }
  ])
})
