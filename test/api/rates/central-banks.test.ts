import type { Plan } from '../../../api/access/plans.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identity, startService, type Service } from '../../support/service.ts'
import { CLOCK, INVERSE, SELF_DESCRIPTION, startWithTables, TABLES } from '../../support/tables.ts'

let service: Service

beforeAll(async () => {
  service = await startWithTables()
})
afterAll(() => service.stop())

const disclaimer = expect.any(String)

describe('/api/v1/central-banks', () => {
  it('lists every source, including those without stored rates', async () => {
    const { json } = await service.ask('/api/v1/central-banks', { plan: 'free' })
    expect(json.banks.map((bank: { code: string }) => bank.code)).toEqual(['alpha', 'beta', 'gamma', 'nothing'])
    expect(json.banks[0]).toEqual({
      code: 'alpha',
      name: 'Bank alpha',
      country: 'XX',
      home_ccy: 'EUR',
      kind: 'central_bank',
      rate_types: ['reference'],
      latest_date: '2026-11-20',
      days_of_history: 3,
      source_url: 'https://example.com/alpha',
      ...SELF_DESCRIPTION,
      endpoints: {
        latest: `${service.address}/api/v1/central-bank/alpha/latest`,
        by_date: `${service.address}/api/v1/central-bank/alpha/{date}`,
        history: `${service.address}/api/v1/central-bank/alpha/history`
      }
    })
    expect(json.banks[3]).toMatchObject({ latest_date: null, days_of_history: 0 })
    expect(json.disclaimer).toEqual(disclaimer)
  })
})

describe('/api/v1/central-banks/rates', () => {
  it('compares the banks with the pair, each with its method', async () => {
    const { json } = await service.ask('/api/v1/central-banks/rates?source=usd&target=EUR', { plan: 'free' })
    expect(json).toMatchObject({
      source: 'USD',
      target: 'EUR',
      as_of: '2026-11-20',
      count: 3,
      methodology: expect.any(String),
      disclaimer
    })
    expect(json.banks).toEqual([
      {
        code: 'alpha',
        name: 'Bank alpha',
        rate: INVERSE,
        rate_date: '2026-11-20',
        rate_type: 'reference',
        derived: true,
        method: 'inverse',
        stale: false,
        kind: 'central_bank',
        group: 'daily'
      },
      {
        code: 'beta',
        name: 'Bank beta',
        rate: 82 / 95.12,
        rate_date: '2026-11-19',
        rate_type: 'sell',
        derived: true,
        method: 'cross',
        stale: false,
        kind: 'central_bank',
        group: 'sides'
      },
      {
        code: 'gamma',
        name: 'Bank gamma',
        rate: 0.85,
        rate_date: '2026-01-05',
        rate_type: 'reference',
        derived: false,
        method: 'published',
        stale: true,
        kind: 'central_bank',
        group: 'stale'
      }
    ])
  })

  it('compares the rates in force on a date, for plans with dated tables', async () => {
    const on = (date: string, plan: Plan = 'developer') =>
      service.ask(`/api/v1/central-banks/rates?source=USD&target=EUR&date=${date}`, { plan })
    const { json } = await on('2026-11-19')
    expect(json).toMatchObject({ requested_date: '2026-11-19', as_of: '2026-11-19', count: 3 })
    expect(
      json.banks.map(({ code, rate, rate_date, stale, group }: Record<string, unknown>) => [
        code,
        rate,
        rate_date,
        stale,
        group
      ])
    ).toEqual([
      ['alpha', expect.closeTo(1 / 1.16, 12), '2026-11-19', false, 'daily'],
      ['beta', expect.closeTo(82 / 95.12, 12), '2026-11-19', false, 'sides'],
      ['gamma', 0.85, '2026-01-05', true, 'stale']
    ])
    expect(json.stats.banks_in_stats).toBe(2)
    expect((await on('2026-01-10')).json.banks).toMatchObject([{ code: 'gamma', stale: false }])
    expect(await on('2025-12-31')).toMatchObject({
      status: 404,
      json: { error: 'no source has the pair USD to EUR on or before 2025-12-31' }
    })
    expect((await on('2026-11-19', 'free')).status).toBe(403)
  })

  it('excludes stale banks from the statistics', async () => {
    const today = new Date(CLOCK.now()).toISOString().slice(0, 10)
    await service.database.write("insert into tables values ('gamma', $1)", [today])
    await service.database.write('select make_partitions($1::date, $1::date)', [today])
    for (const [source, value] of [
      ['alpha', '2.00'],
      ['beta', '2.02'],
      ['gamma', '2.05']
    ]) {
      await service.database.write(
        "insert into rates (source, base, quote, type, date, value, unit, publication_id) values ($1, 'CHF', " +
          "'NOK', $2, $3, $4, '1', 1)",
        [source, source === 'beta' ? 'sell' : 'reference', today, value]
      )
      await service.database.write("insert into series values ($1, 'CHF', 'NOK', $2, $3, $3)", [
        source,
        source === 'beta' ? 'sell' : 'reference',
        today
      ])
    }
    const { json } = await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK', { plan: 'free' })
    const daily = {
      min: 2,
      max: 2.05,
      median: 2.025,
      spread_bps: expect.closeTo((0.05 / 2.025) * 10_000, 8),
      banks_in_stats: 2
    }
    const all = {
      min: 2,
      max: 2.05,
      median: 2.02,
      spread_bps: expect.closeTo((0.05 / 2.02) * 10_000, 8),
      banks_in_stats: 3
    }
    expect(json.stats).toEqual(all)
    expect(json.groups).toEqual([
      { group: 'daily', ...daily },
      { group: 'sides', min: 2.02, max: 2.02, median: 2.02, spread_bps: 0, banks_in_stats: 1 }
    ])
    expect(
      (await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK&type=comparable', { plan: 'free' })).json
    ).toMatchObject({
      count: 2,
      stats: daily
    })
    expect(
      (
        await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK&type=sell', {
          plan: 'free'
        })
      ).json
    ).toMatchObject({
      count: 1,
      stats: { banks_in_stats: 1 }
    })
    await service.database.write("update sources set kind = 'commercial_bank' where code = 'gamma'")
    expect(
      (await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK&type=reference', { plan: 'free' })).json
    ).toMatchObject({
      count: 2,
      banks: [{ kind: 'central_bank' }, { code: 'gamma', kind: 'commercial_bank' }],
      stats: { max: 2.05, banks_in_stats: 2 }
    })
    await service.database.write("update sources set cadence = 'weekly', dated = 'effective' where code = 'alpha'")
    const groupOfAlpha = async () => {
      await service.database.write("select pg_notify('ratebook', 'alpha')")
      return (
        await service.ask('/api/v1/central-banks/rates?source=CHF&target=NOK', {
          plan: 'free'
        })
      ).json.banks[0].group
    }
    await expect.poll(groupOfAlpha).toBe('periods')
    await service.database.write(
      "insert into tables select 'alpha', day from generate_series($1::date - 13, $1::date, '1 day') day on " +
        'conflict do nothing',
      [today]
    )
    await expect.poll(groupOfAlpha).toBe('daily')
    await service.database.write(
      "delete from tables where source = 'alpha' and date > $1::date - 14 and date not in (select distinct date " +
        "from rates where source = 'alpha' and base <> 'CHF')",
      [today]
    )
    await service.database.write("update sources set cadence = 'daily', dated = 'made' where code = 'alpha'")
    await service.database.write("update sources set kind = 'central_bank' where code = 'gamma'")
    await service.database.write("delete from rates where base = 'CHF'")
    await service.database.write("delete from series where base = 'CHF'")
    await service.database.write("delete from tables where source = 'gamma' and date = $1", [today])
  })

  it('returns no statistics if all banks are stale, and 404 if no bank has the pair', async () => {
    const old = await startService([identity('gamma', 'EUR')], { gamma: TABLES.gamma }, { clock: CLOCK })
    const ofPair = '/api/v1/central-banks/rates?source=USD&target=EUR'
    expect((await old.ask(ofPair, { plan: 'free' })).json).toMatchObject({ count: 1, stats: null })
    await old.stop()
    expect((await service.ask('/api/v1/central-banks/rates?source=HUF&target=ZMW', { plan: 'free' })).status).toBe(404)
  })
})
