import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowancesOf } from '../../../api/access/plans.ts'
import { disableUser, enableUser, setUserPlan } from '../../../api/accounts/users.ts'
import { identity, logIn, startService, stoppedClock, type TestUser, type Service } from '../../support/service.ts'
import { testEndpoints, WITHOUT_PAGES } from '../../support/modules.ts'

const endpoints = await testEndpoints()

const BANK = '/api/public/central-bank/alpha'
const DATES = ['2026-09-30', '2026-10-30', '2026-11-19', '2026-11-20']
const UNITS = 2 * 3 // two pairs in three months
const WINDOW = 'from=2026-09-01&to=2026-11-20'
const clock = stoppedClock()

let service: Service
let free: TestUser
let paying: TestUser

beforeAll(async () => {
  const rows = DATES.flatMap((date) =>
    ['USD', 'JPY'].map((quote) => ({
      date,
      base: 'EUR',
      quote,
      type: 'reference',
      value: quote === 'USD' ? '1.1610' : '181.25'
    }))
  )
  service = await startService(
    [identity('alpha', 'EUR')],
    { alpha: rows },
    {
      clock,
      settings: { allowances: allowancesOf({ developer: 11 }) }
    }
  )
  free = await logIn(service, 'free@example.org')
  paying = await logIn(service, 'paying@example.org')
  await setUserPlan(service.database, 'paying@example.org', 'developer')
})
afterAll(() => service.stop())

const ask = (
  path: string,
  { cookie }: { cookie?: string } = {},
  options: { method?: string; headers?: Record<string, string> } = {}
) => service.ask(path, { ...options, headers: { ...(cookie && { cookie }), ...options.headers } })

describe('a session', () => {
  it('is the only credential of the endpoints that require one', async () => {
    const paths = endpoints
      .filter(({ access, method, isPage }) => method === 'GET' && !isPage && access.endsWith('session'))
      .map(({ path }) => path.replace(':bank', 'alpha').replace(':id', '1'))
    expect(paths).toEqual(
      expect.arrayContaining(['/api/account', '/api/account/keys', '/api/account/usage', `${BANK}/history`])
    )
    for (const path of [...paths, `${BANK}?format=csv`, `${BANK}?format=xlsx`]) {
      expect([path, (await ask(path)).status]).toEqual([path, 401])
      expect([path, (await service.ask(path, { plan: 'enterprise' })).status]).toEqual([path, 401])
      expect([path, (await ask(path, { cookie: `${free.cookie}x` })).status]).toEqual([path, 401])
      const isMissing = path.includes('/1/') // the account has no webhook 1
      expect([path, (await ask(path, paying, { method: 'HEAD' })).status]).toEqual([path, isMissing ? 404 : 200])
    }
  })

  it("replaces a key on requests from the service's own pages, with the plan and usage of the account", async () => {
    const user = await logIn(service, 'pages@example.org')
    const bank = '/api/v1/central-bank/alpha'
    const paths = {
      free: [
        '/api/v1/central-banks',
        '/api/v1/central-banks/rates?source=EUR&target=USD',
        `${bank}/latest`,
        `${bank}/availability`,
        '/api/v1/rates?target=EUR'
      ],
      paid: [
        `${bank}/2026-11-20`,
        `${bank}/history?symbol=USD&from=2026-11-01&to=2026-11-20`,
        '/api/historical-rates?source=USD&target=EUR'
      ]
    }
    const statusOf = async (path: string, headers = {}) => (await ask(path, user, { headers })).status
    const paid = () => Promise.all(paths.paid.map((path) => statusOf(path, { 'sec-fetch-site': 'same-origin' })))
    expect(await paid()).toEqual([403, 403, 403])
    await setUserPlan(service.database, 'pages@example.org', 'developer')
    await expect.poll(paid).toEqual([200, 200, 500])
    for (const path of paths.free) {
      const isMarket = path.includes('/rates?target')
      const { status, headers } = await ask(path, user, {
        headers: { origin: service.address, referer: `${service.address}/docs` }
      })
      expect([path, status, headers.get('x-monthly-limit')]).toEqual([path, isMarket ? 500 : 200, '11'])
      expect(headers.get('cache-control')).toMatch(isMarket ? /^no-store$/ : /^private\b/)
    }
    const before = (await ask('/api/account', user)).json.used
    for (const headers of [
      { origin: 'http://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { referer: 'http://evil.example/page' },
      { origin: 'null' }
    ]) {
      for (const path of [...paths.free, ...paths.paid])
        expect([headers, path, await statusOf(path, headers)]).toEqual([headers, path, 401])
    }
    for (const path of ['/api/rate?source=USD&target=EUR', '/api/compat/a/2026-11-20'])
      expect([path, await statusOf(path)]).toEqual([path, 401])
    expect((await ask('/api/account', user)).json.used).toBe(before)
    expect(before).toBe(4 + 2)
  })

  it('neither reads nor pays for an answer that a page of another origin requests', async () => {
    const user = await logIn(service, 'foreign@example.org')
    await setUserPlan(service.database, 'foreign@example.org', 'enterprise')
    const files = [`${BANK}?format=csv`, `${BANK}?format=xlsx`, `${BANK}/history?${WINDOW}`]
    const paths = endpoints
      .filter(
        ({ access, method, isKeyOnly, isPage, isFile }) =>
          method === 'GET' &&
          isKeyOnly !== true &&
          (isPage !== true || isFile === true) &&
          ['key', 'paid', 'session', 'paid-session', 'operator'].includes(access)
      )
      .map(({ path }) => path.replace(':bank', 'alpha').replace(':date', '2026-11-20').replace(/:\w+/g, '1'))
    expect(paths).toEqual(expect.arrayContaining([`${BANK}/history`, '/api/v1/central-bank/alpha/latest']))
    const usage = async () => (await ask('/api/account', user)).json.used
    const before = await usage()
    const foreign: Array<Record<string, string>> = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' }
    ]
    for (const headers of foreign) {
      for (const path of [...files, ...paths.filter((it) => it.startsWith('/api/'))])
        expect([headers, path, (await ask(path, user, { headers })).status]).toEqual([headers, path, 401])
      for (const path of paths.filter((it) => !it.startsWith('/api/'))) {
        const { status, headers: answer } = await ask(path, user, { headers })
        const isRefused = status === 401 || (status === 303 && /^\/login\b/.test(answer.get('location') ?? ''))
        expect([headers, path, status, answer.get('location'), isRefused]).toEqual([
          headers,
          path,
          status,
          answer.get('location'),
          true
        ])
      }
    }
    expect(await usage()).toBe(before)
    expect((await ask(files[0]!, user, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  })

  it.skipIf(WITHOUT_PAGES)('gets only private answers, even when its cookie is renewed', async () => {
    const user = await logIn(service, 'private@example.org')
    await setUserPlan(service.database, 'private@example.org', 'enterprise')
    const renew = () => service.database.write("update sessions set expires_at = expires_at - interval '25 hours'")
    for (const path of [
      `${BANK}?format=csv`,
      `${BANK}?format=xlsx`,
      `${BANK}/history?from=2026-11-20&to=2026-11-20`,
      '/api/account',
      '/api/auth/get-session',
      '/account'
    ]) {
      await renew()
      for (const isRenewed of [true, false]) {
        const { status, headers } = await ask(path, user, { method: 'HEAD' })
        expect([path, status, headers.getSetCookie().length]).toEqual([path, 200, isRenewed ? 1 : 0])
        expect([path, headers.get('cache-control')]).toEqual([path, expect.stringMatching(/^private\b/)])
      }
    }
    expect((await ask(BANK)).headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('returns the user and the usage from /api/account', async () => {
    const { json, headers } = await ask('/api/account', free)
    expect(json).toEqual({
      email: 'free@example.org',
      is_operator: false,
      plan: 'free',
      limit: 300,
      used: 0,
      resets_at: null
    })
    expect(headers.get('x-monthly-used')).toBe('0')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('downloads the newest table as CSV and as a workbook', async () => {
    const csv = await ask(`${BANK}?format=csv`, free)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="alpha-2026-11-20.csv"')
    expect(parse(csv.bytes, { bom: true })).toEqual([
      ['bank', 'rate_date', 'base_ccy', 'quote_ccy', 'rate_type', 'value'],
      ['alpha', '2026-11-20', 'EUR', 'JPY', 'reference', '181.25'],
      ['alpha', '2026-11-20', 'EUR', 'USD', 'reference', '1.1610']
    ])
    const book = new exceljs.Workbook()
    await book.xlsx.load((await ask(`${BANK}?format=xlsx`, free)).bytes as unknown as ArrayBuffer)
    expect(book.worksheets[0]!.rowCount).toBe(3)
    expect((await ask('/api/account/usage', free)).json.usage).toEqual([
      {
        day: new Date(clock.now()).toISOString().slice(0, 10),
        endpoint: '/api/public/central-bank/:bank',
        requests: 2,
        units: 2
      }
    ])
  })
})

describe('a download of history', () => {
  const usedOf = async (user: TestUser) => (await ask('/api/account', user)).json.used as number

  it('requires a paid plan, and is charged unless it is refused', async () => {
    expect((await ask(`${BANK}/history`, free)).status).toBe(403)
    const before = await usedOf(paying)
    const first = await ask(`${BANK}/history?${WINDOW}&format=csv`, paying)
    expect(first.status).toBe(200)
    expect(parse(first.bytes, { bom: true })).toHaveLength(1 + 2 * DATES.length)
    expect(first.headers.get('x-monthly-used')).toBe(String(before + UNITS))
    expect(await usedOf(paying)).toBe(before + UNITS)
    const refused = await ask(`${BANK}/history?${WINDOW}`, paying)
    expect([refused.status, refused.json.error]).toEqual([429, expect.stringContaining(`costs ${UNITS} units`)])
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await usedOf(paying)).toBe(before + UNITS)
    const smaller = await ask(`${BANK}/history?from=2026-11-20&to=2026-11-20`, paying)
    expect(smaller.json).toEqual({ bank: 'alpha', from: '2026-11-20', to: '2026-11-20', rates: expect.any(Array) })
    for (const [query, status] of [
      ['from=2025-11-19&to=2026-11-20', 400],
      ['from=2026-11-21&to=2026-11-20', 400],
      ['format=xml', 400],
      ['from=1999-01-01&to=1999-02-01', 404],
      ['type=x', 400]
    ] as const) {
      expect([query, (await ask(`${BANK}/history?${query}`, paying)).status]).toEqual([query, status])
    }
    expect(await usedOf(paying)).toBe(before + UNITS + 2)
  })
})

describe('concurrent downloads', () => {
  it('are complete, or refused with 503 and not charged', async () => {
    const user = await logIn(service, 'many-downloads@example.org')
    await setUserPlan(service.database, 'many-downloads@example.org', 'enterprise')
    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, at) =>
        ask(`${BANK}/history?${WINDOW}&format=${['json', 'csv', 'xlsx'][at % 3]}`, user)
      )
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect(count(200) + count(503)).toBe(160)
    expect(count(200)).toBeGreaterThan(0)
    expect(count(503)).toBeGreaterThan(0)
    for (const { status, headers, bytes, json } of answers) {
      if (status === 503)
        expect([headers.get('retry-after'), json.error]).toEqual(['5', expect.stringMatching(/^too many downloads/)])
      else if (headers.get('content-type')!.startsWith('text/csv'))
        expect(parse(bytes, { bom: true })).toHaveLength(1 + 2 * DATES.length)
      else if (json) expect(json.rates).toHaveLength(2 * DATES.length)
      else
        expect((await new exceljs.Workbook().xlsx.load(bytes as unknown as ArrayBuffer)).worksheets[0]!.rowCount).toBe(
          1 + 2 * DATES.length
        )
    }
    expect((await ask('/api/account', user)).json.used).toBe(count(200) * UNITS)
  })
})

describe('concurrent workbooks', () => {
  it('are complete, or refused with 503 and not charged', async () => {
    const path = (at: number) =>
      `/api/v1/central-bank/alpha/history?symbol=USD&from=2020-01-01&to=${DATES.at(-1)}&type=reference&format=xlsx&as_of=2030-01-01T00:00:00.${100 + at}Z`
    const user = await logIn(service, 'many-workbooks@example.org')
    await setUserPlan(service.database, 'many-workbooks@example.org', 'enterprise')
    const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => service.ask(path(at), { key: user.key })))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200) + count(503), count(200) > 0]).toEqual([120, true])
    for (const { status, bytes } of answers) {
      if (status === 200) {
        expect((await new exceljs.Workbook().xlsx.load(bytes as unknown as ArrayBuffer)).worksheets[0]!.rowCount).toBe(
          1 + DATES.length
        )
      }
    }
    expect((await ask('/api/account', user)).json.used).toBe(count(200))
  })
})

describe('keys', () => {
  const post = (
    path: string,
    user: TestUser,
    body: object,
    headers: Record<string, string> = { origin: service.address }
  ) =>
    fetch(service.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: user.cookie, ...headers },
      body: JSON.stringify(body)
    })
  const end = (user: TestUser, id: number) =>
    ask(`/api/account/keys/${id}`, user, { method: 'DELETE', headers: { origin: service.address } })

  it('are created, listed by their prefix, and disabled only by their owner', async () => {
    const user = await logIn(service, 'keys@example.org')
    const made = await post('/api/account/keys', user, { name: 'second' })
    expect(made.status).toBe(201)
    const { id, api_key: key } = (await made.json()) as { id: number; api_key: string }
    expect((await service.ask('/api/v1/central-banks', { key })).status).toBe(200)
    const { keys } = (await ask('/api/account/keys', user)).json
    expect(keys).toEqual([
      {
        id,
        prefix: key.slice(0, 8),
        name: 'second',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        disabled_at: null
      },
      {
        id: expect.any(Number),
        prefix: user.key.slice(0, 8),
        name: 'first',
        created_at: expect.any(String),
        last_used_at: null,
        disabled_at: null
      }
    ])
    expect((await end(free, id)).status).toBe(404)
    expect((await end(user, id)).json).toEqual({ id })
    await expect
      .poll(async () => (await service.ask('/api/v1/central-banks', { key })).status, { interval: 10 })
      .toBe(401)
    expect((await end(user, id)).status).toBe(404)
  })

  it('are limited to twenty per account', async () => {
    const user = await logIn(service, 'many@example.org')
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async (_, i) => (await post('/api/account/keys', user, { name: `key ${i}` })).status)
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(19)
    expect(statuses.filter((status) => status === 409)).toHaveLength(6)
  })

  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['with a null origin', { origin: 'null' }],
    ['without an origin', {}],
    ['with another scheme', { origin: 'https://127.0.0.1' }]
  ])('are not created by a request %s', async (_name, headers) => {
    expect((await post('/api/account/keys', free, { name: 'stolen' }, headers as Record<string, string>)).status).toBe(
      403
    )
  })

  it('are refused for a disabled account, as are its sessions and log-ins', async () => {
    const user = await logIn(service, 'gone@example.org')
    await disableUser(service.database, 'gone@example.org')
    await expect
      .poll(async () => (await service.ask('/api/v1/central-banks', { key: user.key })).status, { interval: 10 })
      .toBe(401)
    expect((await ask('/api/account', user)).status).toBe(401)
    const again = await post(
      '/api/auth/sign-in/email',
      { cookie: '', key: '' },
      {
        email: 'gone@example.org',
        password: 'correct horse battery'
      }
    )
    expect(again.status).toBe(401)
    await enableUser(service.database, 'gone@example.org')
    await expect
      .poll(async () => (await service.ask('/api/v1/central-banks', { key: user.key })).status, { interval: 10 })
      .toBe(200)
    await expect(enableUser(service.database, 'nobody@example.org')).rejects.toThrow(
      'there is no user nobody@example.org'
    )
  })
})

describe('password guessing', () => {
  const signIn = async (email: string, password: string) =>
    await fetch(`${service.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password })
    })

  it('is limited equally for known and unknown addresses', async () => {
    await logIn(service, 'guessed@example.org')
    await Promise.all(
      ['guessed@example.org', 'nobody@example.org'].map(async (email) => {
        const answers = []
        for (let i = 0; i < 12; i++) answers.push(await signIn(email, `wrong password ${i}`))
        expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429, 429])
        expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
      })
    )
  })
})

it('logs no passwords, keys or cookies', async () => {
  await service.ask(`/api/v1/central-banks?api_key=${free.key}`)
  await service.ask(`/api/v1/central-banks?api_key=${free.key}&unknown=/..%2f`)
  const log = service.log.join('')
  expect(log).toContain('"request"')
  for (const secret of [
    free.key,
    paying.key,
    free.cookie.split('=')[1]!.slice(0, 20),
    'correct horse',
    'wrong password'
  ])
    expect(log).not.toContain(secret)
  expect((await service.ask('/metrics')).text).not.toMatch(/rb_|example\.org|session_token/)
})
