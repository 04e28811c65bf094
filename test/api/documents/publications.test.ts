import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../../../api/accounts/keys.ts'
import { seedRows } from '../../support/database.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'
import { identity, type Service } from '../../support/service.ts'
import { row, startWithTables, TABLES, withSource } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
})
afterAll(() => service.stop())

it('links a table to its stored document', async () => {
  const { json } = await service.ask('/api/v1/central-bank/beta/2026-11-19/publications', { plan: 'free' })
  expect(json.publications).toEqual([
    expect.objectContaining({
      url: expect.stringContaining('https://example.com/beta/'),
      media_type: 'text/csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      rates: 4
    })
  ])
  const document = await service.ask(new URL(json.publications[0].document).pathname, { plan: 'free' })
  expect(document.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(document.text).toContain(JSON.stringify(TABLES.beta))
  expect(document.headers.get('content-security-policy')).toContain('sandbox')
})

it('requires a plan with past figures for the documents behind them, at both addresses', async () => {
  await withSource(service, identity('zeta', 'EUR'), async () => {
    for (const date of ['2026-01-05', '2026-01-02'])
      await seedRows(service.database, 'zeta', [row(date, 'EUR', 'USD', '1.17')])
    const {
      publications: [past]
    } = (await service.ask('/api/v1/central-bank/zeta/2026-01-02/publications', { plan: 'developer' })).json
    const { key } = await createKey(service.database, 'trial', 'past')
    const archived = WITHOUT_PAGES ? [] : [`/api/v1/documents/${past.sha256}`]
    for (const address of [new URL(past.document).pathname, ...archived]) {
      const refused = await service.ask(address, { key })
      expect(refused.json).toMatchObject({
        code: 'plan_required',
        error: 'the trial plan includes the documents behind the newest tables; those behind past ones need a paid plan'
      })
      expect((await service.ask(address, { plan: 'developer' })).status).toBe(200)
    }
  })
})
