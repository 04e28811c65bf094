import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identity, type Service } from '../../support/service.ts'
import { startWithTables, withSource } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
})
afterAll(() => service.stop())

describe('/api/v1/central-bank/{bank}/availability', () => {
  it('lists the dates with a table, and prefers a year over a window', async () => {
    expect(
      (await service.ask('/api/v1/central-bank/alpha/availability?year=2026&from=2020-01-01', { plan: 'free' })).json
    ).toEqual({
      bank: 'alpha',
      name: 'Bank alpha',
      from: '2026-01-01',
      to: '2026-12-31',
      count: 3,
      truncated: false,
      dates: ['2026-11-18', '2026-11-19', '2026-11-20'],
      note_semantics: expect.any(String)
    })
    expect(
      (
        await service.ask('/api/v1/central-bank/alpha/availability?from=2020-01-01&to=2020-02-01', {
          plan: 'free'
        })
      ).json
    ).toMatchObject({
      count: 0,
      dates: []
    })
  })
})

it('keeps the newest 3700 dates of the availability, links to the earlier ones, and says so in files', async () => {
  await withSource(service, identity('epsilon', 'EUR'), async () => {
    expect(await service.ask('/api/v1/central-bank/epsilon/availability', { plan: 'free' })).toMatchObject({
      status: 200,
      json: { count: 0, truncated: false, dates: [] }
    })
    await service.database.write(
      "insert into tables select 'epsilon', day from generate_series(date '2000-01-01', date '2012-12-31', '1 " +
        "day') day"
    )
    const path = '/api/v1/central-bank/epsilon/availability?from=1999-01-01&to=2026-01-01'
    const { json, headers } = await service.ask(path, { plan: 'free' })
    expect([json.count, json.truncated, json.dates.length, json.dates[0], json.dates.at(-1)]).toEqual([
      3700,
      true,
      3700,
      '2002-11-15',
      '2012-12-31'
    ])
    const next = /^<(.+)>; rel="next"$/.exec(headers.get('link')!)![1]!
    expect((await service.ask(next.slice(service.address.length), { plan: 'free' })).json).toMatchObject({
      from: '1999-01-01',
      to: '2002-11-14',
      count: 4749 - 3700,
      truncated: false
    })
    const file = await service.ask(`${path}&format=csv`, { plan: 'free' })
    expect([file.headers.get('x-truncated'), file.headers.get('link')]).toEqual([
      'true',
      headers.get('link')!.replace('>', '&format=csv>')
    ])
  })
})
