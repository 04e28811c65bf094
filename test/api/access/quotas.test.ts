import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../../api/accounts/keys.ts'
import { allowancesOf } from '../../../api/access/plans.ts'
import { RateLimiter } from '../../../api/access/rate-limiter.ts'
import { clockFrom, seedRows } from '../../support/database.ts'
import {
  identity,
  logIn,
  settingsOf,
  startService,
  stoppedClock,
  type Answer,
  type Service
} from '../../support/service.ts'

const PATH = '/api/v1/central-bank/alpha/latest'
const NEVER = '9999-12-31T23:59:59Z'
const CLOCK = clockFrom('2026-11-25T12:00:00Z')

let service: Service

beforeAll(async () => {
  service = await startService(
    [identity('alpha', 'EUR')],
    {},
    { clock: CLOCK, settings: { allowances: allowancesOf({ developer: 3 }) } }
  )
  await seedRows(service.database, 'alpha', [
    { date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.16' }
  ])
})
afterAll(() => service.stop())

/** Creates a key and uses up its units. */
async function spent(plan: 'free'): Promise<{ key: string; units: number }> {
  const { units } = allowancesOf({})[plan]
  const { key } = await createKey(service.database, plan, `spent ${plan}`)
  await service.ask(PATH, { key })
  await service.database.write(
    'update allowances_used set units = $2 where account_id = (select account_id from api_keys where sha256 = ' +
      'sha256($1::text::bytea))',
    [key, units]
  )
  return { key, units }
}

async function usedOf(key: string): Promise<number> {
  const [row] = await service.database.write<{ units: number }>(
    'select units from allowances_used join api_keys using (account_id) where sha256 = sha256($1::text::bytea)',
    [key]
  )
  return row?.units ?? 0
}

describe('an allowance', () => {
  it('is counted in the headers of each answer; returns 429 once it is used up', async () => {
    const { key } = await createKey(service.database, 'developer', 'quota')
    for (const used of ['1', '2', '3']) {
      const answer = await service.ask(PATH, { key })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-monthly-limit')).toBe('3')
      expect(answer.headers.get('x-monthly-used')).toBe(used)
      expect(answer.headers.get('x-monthly-resets')).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/)
      expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
      expect(answer.headers.get('x-ratelimit-limit')).toBe('1000000')
    }
    for (let round = 0; round < 3; round++) {
      const refused = await service.ask(PATH, { key })
      expect(refused.status).toBe(429)
      expect(refused.json.error).toMatch(/3 of the developer plan’s 3 units/)
      expect(refused.headers.get('x-monthly-used')).toBe('3')
      const resets = Date.parse(refused.headers.get('x-monthly-resets')!)
      expect(Math.abs(Number(refused.headers.get('retry-after')) * 1000 - (resets - CLOCK.now()))).toBeLessThan(60_000)
    }
    expect(await usedOf(key)).toBe(3)
  })

  it('is not charged for HEAD and 304 answers, cached or not', async () => {
    const { key } = await createKey(service.database, 'developer', 'bodiless')
    const ask = async (method: string, headers: Record<string, string> = {}, query = '') => {
      const answer = await fetch(service.address + PATH + query, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers }
      })
      await answer.arrayBuffer()
      return answer
    }
    for (const query of ['', '?_=1']) expect((await ask('HEAD', {}, query)).status).toBe(200)
    expect(await usedOf(key)).toBe(0)
    const etag = (await ask('GET')).headers.get('etag')!
    for (const query of ['', '?_=2', '?_=2']) {
      const unchanged = await ask('GET', { 'if-none-match': etag }, query)
      expect([unchanged.status, unchanged.headers.get('x-monthly-used')]).toEqual([304, '1'])
    }
    expect((await ask('GET', { 'if-none-match': '"another"' })).status).toBe(200)
    expect(await usedOf(key)).toBe(2)
  })

  it('is charged once for a large answer, and not for a refused or unchanged one', async () => {
    const path = '/api/v1/central-bank/alpha/history?symbol=GBP&from=2020-01-01'
    const rows = Array.from({ length: 1_200 }, (_, day) => ({
      date: new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
      base: 'EUR',
      quote: 'GBP',
      type: 'reference',
      value: (0.8 + day / 100_000).toFixed(5)
    }))
    await seedRows(service.database, 'alpha', rows)
    const { key } = await createKey(service.database, 'developer', 'long')
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(service.address + path + query, {
        headers: { authorization: `Bearer ${key}`, ...headers }
      })
      return { answer, text: await answer.text() }
    }
    const { answer, text } = await ask('')
    expect([answer.headers.get('x-monthly-used'), JSON.parse(text).count, await usedOf(key)]).toEqual(['1', 1_200, 1])
    expect(
      (await ask('&to=2026-01-01', { 'if-none-match': (await ask('&to=2026-01-01')).answer.headers.get('etag')! }))
        .answer.status
    ).toBe(304)
    expect(await usedOf(key)).toBe(2)
    expect(
      (await Promise.all([ask('&to=2026-01-02'), ask('&to=2026-01-02')])).map(({ answer: { status } }) => status).sort()
    ).toEqual([200, 429])
    const refused = await ask('&to=2026-01-03')
    expect([refused.answer.status, refused.text.includes('0.8')]).toEqual([429, false])
    expect(await usedOf(key)).toBe(3)
  })

  it('returns 429 without Retry-After on the free plan once it is used up, since it never resets', async () => {
    const { key, units } = await spent('free')
    const refused = await service.ask(PATH, { key })
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-monthly-used')]).toEqual([
      429,
      null,
      String(units)
    ])
  })

  it('is charged for a key in X-API-Key too', async () => {
    const { key } = await createKey(service.database, 'developer', 'header')
    const answer = await fetch(service.address + PATH, { headers: { 'x-api-key': key } })
    expect([answer.status, answer.headers.get('x-monthly-used')]).toEqual([200, '1'])
    expect((await fetch(service.address + PATH, { headers: { 'x-api-key': 'rb_0000000000000000' } })).status).toBe(401)
  })

  it('resets in the next month', async () => {
    const { key } = await createKey(service.database, 'developer', 'month')
    for (let i = 0; i < 3; i++) await service.ask(PATH, { key })
    await service.database.write(
      "update allowances_used set month = month - interval '1 month' where account_id = (select account_id from " +
        "api_keys where name = 'month')"
    )
    expect((await service.ask(PATH, { key })).headers.get('x-monthly-used')).toBe('1')
  })

  it('never resets on the free plan, and is not charged for errors', async () => {
    const { key } = await createKey(service.database, 'free', 'free')
    const answers = await Promise.all(
      ['?source=EUR&target=XXX', '?source=E', '', '/nothing'].map((rest) => service.ask(PATH + rest, { key }))
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 200, 404])
    const refused = await service.ask('/api/v1/central-bank/alpha/2026-11-20', { key })
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-monthly-used')).toBe('1')
    expect(refused.headers.get('x-monthly-limit')).toBe('300')
    expect(refused.headers.get('x-monthly-resets')).toBe(NEVER)
  })

  it('is shared by all keys of an account', async () => {
    const { key } = await createKey(service.database, 'developer', 'shared')
    const { key: other } = await createKey(service.database, 'developer', 'shared too')
    await service.database.write(
      "update api_keys set account_id = (select account_id from api_keys where name = 'shared') where name = " +
        "'shared too'"
    )
    await service.ask(PATH, { key })
    expect((await service.ask(PATH, { key: other })).headers.get('x-monthly-used')).toBe('2')
  })
})

describe('a rate limit window', () => {
  it('limits the requests per minute of a key and of an address', async () => {
    const clock = stoppedClock()
    const limited = await startService(
      [identity('alpha', 'EUR')],
      { alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.16' }] },
      {
        clock,
        settings: { limits: { perCaller: 20, perAddress: 30, trialKeys: 3 } }
      }
    )
    try {
      const [key, other] = [limited.keys.enterprise, limited.keys.business]
      const ask = async (path: string, key?: string) => (await limited.ask(path, { key })).status
      const many = (count: number, work: () => Promise<number>) => Promise.all(Array.from({ length: count }, work))
      const count = (statuses: number[], status: number) => statuses.filter((it) => it === status).length
      const keyed = await many(50, () => ask(PATH, key))
      expect([count(keyed, 200), count(keyed, 429)]).toEqual([20, 30])
      expect(await ask(PATH, other)).toBe(200)
      const open = await many(50, () => ask('/api/open/central-bank/alpha'))
      expect([count(open, 200), count(open, 429)]).toEqual([30, 20])
      const refused = await limited.ask('/api/open/central-bank/alpha')
      expect(refused.json.error).toMatch(/more than 30 requests within a minute/)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect([refused.headers.get('x-ratelimit-limit'), refused.headers.get('x-ratelimit-remaining')]).toEqual([
        '30',
        '0'
      ])
      expect(Number(refused.headers.get('x-ratelimit-reset')) * 1000 - clock.now()).toBeLessThanOrEqual(60_000)
      expect(Number(refused.headers.get('x-ratelimit-reset')) % 60).toBe(0)
      expect(await ask(PATH, 'rb_notakeyatallnotakeyatall')).toBe(429) // unknown keys count too
      expect(await ask('/healthz')).toBe(200)
      expect((await limited.ask(PATH, { key })).headers.get('x-monthly-used')).toBe('20')
    } finally {
      await limited.stop()
    }
  })

  it('counts each waiting request once when a new window begins', async () => {
    const limiter = new RateLimiter(service.database)
    const rule = { limit: 6_000, seconds: 60 }
    const begin = Math.ceil(CLOCK.now() / 3_600_000) * 3_600_000 // so late that no sweep deletes the windows
    const moments = [begin - 1, begin, begin - 2, begin + 1]
    const taken = await Promise.all(moments.map((at) => limiter.take('a change of windows', rule, at)))
    expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true])
    const leases = await service.database.read('select taken from windows where name = $1 order by ends_at', [
      'a change of windows'
    ])
    expect(leases).toEqual([{ taken: 375 }, { taken: 375 }]) // one lease per window
    limiter.close()
  })

  it('is not blocked by a process whose clock is a day ahead', async () => {
    const limiter = new RateLimiter(service.database)
    const [rule, now] = [{ limit: 2, seconds: 60 }, CLOCK.now()]
    const taken = async (at: number) => (await limiter.take('a clock', rule, at)).isAllowed
    expect([await taken(now + 86_400_000), await taken(now + 86_400_000), await taken(now + 86_400_000)]).toEqual([
      true,
      true,
      false
    ])
    expect([await taken(now), await taken(now), await taken(now)]).toEqual([true, true, false])
    limiter.close()
  })
})

describe('the limit headers', () => {
  const OPEN = '/api/open/central-bank/alpha'

  it('are sent at unknown paths, with refused methods and malformed requests', async () => {
    const { key } = await createKey(service.database, 'free', 'everywhere')
    for (const [path, method, status] of [
      ['/api/nowhere', 'GET', 404],
      ['/nowhere', 'GET', 404],
      [PATH, 'DELETE', 405],
      ['/api/%ff', 'GET', 400],
      [`/api/${'x'.repeat(3000)}`, 'GET', 414]
    ] as const) {
      const answer = await service.ask(path, { key, method })
      expect([answer.status, limitsOf(answer)], path).toEqual([status, ['300', '0', NEVER, true]])
      expect(limitsOf(await service.ask(path, { method })), path).toEqual([null, null, null, true])
    }
  })

  it('show the account of a key at open endpoints, without a charge and without a shared cache', async () => {
    const { key } = await createKey(service.database, 'free', 'open')
    for (let time = 0; time < 2; time++) {
      const answer = await service.ask(OPEN, { key })
      expect([answer.status, limitsOf(answer), answer.headers.get('cache-control')]).toEqual([
        200,
        ['300', '0', NEVER, true],
        expect.stringMatching(/^private/)
      ])
      const named = await service.ask(`${OPEN}?api_key=${key}`)
      expect(limitsOf(named)).toEqual(['300', '0', NEVER, true])
      const nobody = await service.ask(OPEN)
      expect([limitsOf(nobody), nobody.headers.get('cache-control')]).toEqual([
        [null, null, null, true],
        expect.stringMatching(/^public/)
      ])
      expect((await service.ask(OPEN, { key: 'rb_0123456789abcdef0123456789abcdef' })).status).toBe(200)
    }
    const { cookie } = await logIn(service, 'headers@example.com')
    expect(limitsOf(await service.ask(OPEN, { headers: { cookie } }))).toEqual(['300', '0', NEVER, true])
    expect(limitsOf(await service.ask('/api/nowhere', { headers: { cookie } }))).toEqual(['300', '0', NEVER, true])
  })

  it('show the account of a disabled and of an expired key, which get 401', async () => {
    const [{ key: disabled, id }, { key: expired }] = await Promise.all([
      createKey(service.database, 'developer', 'disabled'),
      createKey(service.database, 'trial', 'expired')
    ])
    let used = 0
    const status = async () => {
      const answer = await service.ask(PATH, { key: disabled })
      if (answer.status === 200) used += 1
      return answer.status
    }
    expect(await status()).toBe(200)
    await service.database.write('select disable_key($1, null)', [id])
    await service.database.write(
      "update accounts set expires_at = service_now() - interval '1 second' where name = 'expired'"
    )
    await service.database.write("select pg_notify('ratebook_callers', '')")
    await expect.poll(status).toBe(401)
    expect(limitsOf(await service.ask(PATH, { key: disabled }))).toEqual([
      '3',
      String(used),
      expect.stringMatching(/^\d{4}-/),
      true
    ])
    expect((await service.ask(PATH, { key: expired })).status).toBe(401)
    expect(limitsOf(await service.ask(PATH, { key: expired }))).toEqual(['100', '0', NEVER, true])
  })

  const limitsOf = ({ headers }: Answer) => [
    headers.get('x-monthly-limit'),
    headers.get('x-monthly-used'),
    headers.get('x-monthly-resets'),
    headers.get('x-ratelimit-remaining') !== null
  ]

  it('are also sent with errors, with the reset of the units', async () => {
    const [developer, free] = await Promise.all(
      (['developer', 'free'] as const).map((plan) => createKey(service.database, plan, 'headers'))
    )
    const { key: trial, expiresAt } = await createKey(service.database, 'trial', 'headers')
    expect(Date.parse(expiresAt!) - CLOCK.now()).toBeGreaterThan(6.9 * 86_400_000)
    const BANK = '/api/v1/central-bank'
    for (const path of [
      PATH,
      `${PATH}?nonsense=1`,
      `${BANK}/nobody/latest`,
      `${BANK}/nobody/2026-11-20`,
      `${PATH}?format=pdf`,
      '/api/rate?source=EUR&target=EURO'
    ]) {
      expect([path, limitsOf(await service.ask(path, { key: developer!.key }))]).toEqual([
        path,
        ['3', expect.any(String), expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/), true]
      ])
      expect([path, limitsOf(await service.ask(path, { key: free!.key }))]).toEqual([
        path,
        ['300', expect.any(String), NEVER, true]
      ])
      expect([path, limitsOf(await service.ask(path, { key: trial }))]).toEqual([
        path,
        ['100', expect.any(String), NEVER, true]
      ])
    }
    for (const options of [{}, { key: 'rb_0123456789abcdef0123456789abcdef' }]) {
      expect(limitsOf(await service.ask(PATH, options))).toEqual([null, null, null, true])
    }
  })
})

describe('a trial key', () => {
  const post = (headers: Record<string, string> = {}, body?: string) =>
    fetch(`${service.address}/api/agent/keys`, { method: 'POST', headers, body })

  it('is issued without an account, for 100 calls and seven days', async () => {
    const answer = await post({ 'content-type': 'application/json' }, '{"name":"agent"}')
    expect(answer.status).toBe(201)
    const { api_key: key, expires_at: expires, ...rest } = (await answer.json()) as Record<string, string>
    expect(rest).toEqual({ plan: 'trial', calls: 100 })
    expect(Date.parse(expires!) - CLOCK.now()).toBeGreaterThan(6.9 * 86_400_000)
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async () => (await service.ask(PATH, { key })).status)
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    await service.database.write(
      "update accounts set expires_at = service_now() - interval '1 second' where name = 'agent'"
    )
    await service.database.write("select pg_notify('ratebook_callers', '')")
    await expect.poll(async () => (await service.ask(PATH, { key })).status).toBe(401)
  })

  it('is issued without a body, but not for an invalid body or another origin', async () => {
    expect((await post()).status).toBe(201)
    expect((await post({ 'content-type': 'application/json' }, '{"name":')).status).toBe(400)
    expect((await post({ 'content-type': 'application/json' }, '[1]')).status).toBe(400)
    expect((await post({ 'content-type': 'application/json' }, '{"name":7}')).status).toBe(400)
    expect((await post({ 'content-type': 'text/plain' }, 'name')).status).toBe(415)
    expect(
      (await post({ 'content-type': 'application/json' }, JSON.stringify({ name: 'x'.repeat(20_000) }))).status
    ).toBe(413)
    expect((await post({ 'content-type': 'application/json', origin: 'https://evil.example' }, '{}')).status).toBe(403)
  })

  it('is limited per IPv4 address and per IPv6 /64 network', async () => {
    const limited = await startService(
      [],
      {},
      {
        clock: stoppedClock(),
        settings: { trustProxy: 1, limits: { ...settingsOf().limits, trialKeys: 2 } }
      }
    )
    const statusFrom = async (address: string) =>
      (
        await fetch(`${limited.address}/api/agent/keys`, {
          method: 'POST',
          headers: {
            'x-forwarded-for': address
          }
        })
      ).status
    try {
      // prettier-ignore
      for (const [address, status] of [
        ['192.0.2.1', 201], ['192.0.2.1', 201], ['192.0.2.1', 429], ['198.51.100.7, 192.0.2.1', 429],
        ['192.0.2.2', 201], ['2001:db8::1', 201], ['2001:db8::2', 201], ['2001:db8:0:0:ffff::', 429],
        ['2001:db8:0:1::1', 201], ['192.0.2.1:4711', 429], ['[2001:db8::3]:4711', 429], ['[2001:db8::4]', 429]
      ] as const) {
        expect([address, await statusFrom(address)]).toEqual([address, status])
      }
    } finally {
      await limited.stop()
    }
  })
})
