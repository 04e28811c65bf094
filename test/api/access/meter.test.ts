import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createKey } from '../../../api/accounts/keys.ts'
import { Meter, type Payer } from '../../../api/access/meter.ts'
import { allowancesOf } from '../../../api/access/plans.ts'
import { Database } from '../../../sql/database.ts'
import { isUnavailable } from '../../../sql/errors.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const SOON = { interval: 100 }

let test: TestDatabase
let proxy: TcpProxy
let database: Database
let meter: Meter
let payer: Payer

beforeAll(async () => {
  test = await testDatabase()
  proxy = await startTcpProxy(test.url)
  database = new Database({ url: proxy.url, connections: 1, writeTimeout: 2_000 })
  meter = new Meter(database, allowancesOf())
  const { id } = await createKey(test.database, 'developer', 'meter')
  const [account] = await test.database.write<{ account_id: number }>('select account_id from api_keys where id = $1', [
    id
  ])
  payer = { account: account!.account_id, plan: 'developer', key: id }
})

afterAll(async () => {
  await database?.close()
  proxy?.close()
  await test?.drop()
})

interface Counted {
  /** The used units of the allowance. */
  units: number
  requests: number
  /** The units of these requests in the account's usage. */
  recorded: number
}

async function counted(): Promise<Counted> {
  const [row] = await test.database.write<Counted>(
    `
    select coalesce((select sum(units) from allowances_used where account_id = $1), 0)::integer as units,
      coalesce(sum(requests), 0)::integer as requests, coalesce(sum(units), 0)::integer as recorded
    from usage
    where account_id = $1`,
    [payer.account]
  )
  return row!
}

describe('a charge whose answer is lost', () => {
  it('is refunded once the database is back, if it was committed', async () => {
    await meter.charge(payer, '/kept', 2)
    proxy.set('unanswered')
    const lost = meter.charge(payer, '/lost', 3)
    await expect.poll(counted, SOON).toEqual({ units: 5, requests: 2, recorded: 5 })
    await expect(lost).rejects.toSatisfy(isUnavailable)
    proxy.set('up')
    await expect.poll(counted, SOON).toEqual({ units: 2, requests: 1, recorded: 2 })
  })

  it('is not made if it was not committed', async () => {
    const before = await counted()
    const write = vi.spyOn(database, 'write')
    proxy.set('silent')
    await expect(meter.charge(payer, '/lost', 3)).rejects.toSatisfy(isUnavailable)
    // The charge and the first attempt at a refund fail.
    await expect.poll(() => write.mock.settledResults.map(({ type }) => type), SOON).toEqual(['rejected', 'rejected'])
    write.mockRestore()
    proxy.set('up')
    await expect
      .poll(async () => (await test.database.write('select count(*) as n from charges where granted is null'))[0], SOON)
      .toEqual({
        n: 2
      })
    expect(await counted()).toEqual(before)
    expect((await meter.charge(payer, '/kept', 1)).used).toBe(before.units + 1)
  })
})

describe('a refund', () => {
  it('can be repeated, and makes a late charge of the same batch fail', async () => {
    const before = await counted()
    const batch = '00000000-0000-4000-8000-000000000001'
    for (let i = 0; i < 2; i++) await test.database.write('select refund_charge($1)', [batch])
    const late = test.database.write('select * from charge($1, $2, $3, $4, $5, $6, $7, $8)', [
      batch,
      [payer.account],
      [payer.key],
      ['/late'],
      [1],
      [1],
      [1000],
      [true]
    ])
    await expect(late).rejects.toMatchObject({ code: '23505' })
    expect(await counted()).toEqual(before)
  })
})
