import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runHere } from '../cli/run.ts'
import { demo } from './started.ts'

const DAY = '2026-03-18'

const ask = (path: string, init: RequestInit = {}) =>
  fetch(demo.address + path, {
    ...init,
    headers: { authorization: `Bearer ${demo.key}`, ...init.headers }
  })

it('listens only on 127.0.0.1, because the log-in of the demo is public', async () => {
  const { hostname, port } = new URL(demo.address)
  expect(hostname).toBe('127.0.0.1')
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow() // another address of this machine
})

it('serves while it loads, and ends with the address and the password', () => {
  expect(demo.firstPage).toContain('The demo is loading its tables')
  expect(demo.printed).toMatch(
    /listens on [^]*\nloaded \d+ of \d+ sources\n[^]*\nOpen http:\/\/localhost:\d+ and log in as demo@ratebook\.example with the password "printed as published"\n/
  )
})

it('prints two requests whose answers differ by `as_of`', async () => {
  const [now = '', before = ''] = [
    ...demo.printed.matchAll(/'http:\/\/[^/]+(\/api\/v1\/central-bank\/composite\/[^']+)'/g)
  ].map(([, path]) => path!)
  expect(before.replace(/&as_of=.*/, '')).toBe(now)
  const [newest, former] = await Promise.all(
    [now, before].map(async (path) => (await ask(path)).json() as Promise<{ rate: number; rate_date: string }>)
  )
  const { corrections } = (await (await ask(`/api/v1/corrections?bank=composite&from=${DAY}&to=${DAY}`)).json()) as {
    corrections: Array<{ quote: string; old_value: number; new_value: number }>
  }
  expect(corrections).toContainEqual(
    expect.objectContaining({ quote: 'GBP', old_value: former!.rate, new_value: newest!.rate })
  )
  expect(former!.rate).not.toBe(newest!.rate)
})

describe('the first certificate', () => {
  it.each([
    'bank=ecb&source=EUR&target=USD&date=2026-03-17',
    'bank=dnb&date=2026-03-17',
    'jurisdiction=PL&purpose=vat&source=USD&date=2026-03-04&amount=1000'
  ])('is valid for %s on the page and in the command', async (query) => {
    const answer = await ask(`/api/v1/certificates?${query}`)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    const page = await (
      await ask('/verify', {
        method: 'POST',
        headers: { origin: demo.address, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ text })
      })
    ).text()
    expect(page).toContain('Certificate valid')
    const file = join(demo.environment.HOME!, 'certificate.json')
    writeFileSync(file, text)
    const { code, stdout } = await runHere(['verify', file], demo.environment)
    expect(stdout).toMatch(/^✓ Signature: [^]*\nthe certificate is valid, of a demonstration\n$/)
    expect(code).toBe(0)
  })
})

describe('an ordinary question', () => {
  it.each([
    { jurisdiction: 'PL', purpose: 'vat', rate: 3.7075, rate_date: '2026-03-09' },
    { rule: 'de-vat-previous', rate: 0.8457374830852503, rate_date: '2026-02-28' },
    { rule: 'gb-vat-hmrc', rate: 0.7367567965814484, rate_date: '2026-03-01' },
    { jurisdiction: 'BR', purpose: 'customs', rate: 5.2139, rate_date: '2026-03-09' }
  ])('returns a final rate: %o', async ({ rate, rate_date: date, ...question }) => {
    const query = new URLSearchParams({ ...question, date: '2026-03-10', source: 'USD' } as unknown as Record<
      string,
      string
    >)
    expect(await (await ask(`/api/v1/applicable?${query}`)).json()).toMatchObject({
      status: 'final',
      rate,
      rate_date: date
    })
  })

  it('returns no average of March in Germany, which the ministry had not published', async () => {
    expect(
      await (await ask('/api/v1/applicable?jurisdiction=DE&purpose=vat&date=2026-03-10&source=USD')).json()
    ).toMatchObject({
      status: 'pending',
      rate: null
    })
  })

  it.each(['PL', 'DE', 'GB'])('returns the figures of a tax year in %s', async (place) => {
    const text = await (await ask(`/applicable/${place}?year=2026`)).text()
    expect(text.replaceAll(/<[^>]+>/g, ' ')).toMatch(/The rates of a tax year.*2026-02-28\s+\d+\.\d+/s)
  })

  it('returns the history of a pair in pages', async () => {
    const answer = await ask('/api/v1/central-bank/ecb/history?source=EUR&target=USD&from=1999-01-01')
    const { rates, truncated } = (await answer.json()) as { rates: unknown[]; truncated: boolean }
    expect([rates.length, truncated, answer.headers.get('link')]).toEqual([
      5_000,
      true,
      expect.stringContaining('rel="next"')
    ])
  })
})

describe('the pages', () => {
  const page = async (path: string) => (await fetch(demo.address + path)).text()

  it('list three examples of legally required rates, each with a rate', async () => {
    const [, list = ''] = /<h2>Examples<\/h2><ul>(.*?)<\/ul>/.exec(await page('/applicable')) ?? []
    const links = [...list.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
    expect(links).toHaveLength(3)
    for (const link of links) {
      const { status } = (await (await ask(`/api/v1${link}`)).json()) as { status: string }
      expect([link, ['final', 'open'].includes(status)]).toEqual([link, true])
    }
  })

  it('tell logged-out visitors which account to log in with, also for files', async () => {
    for (const path of ['/login', '/applicable/batch']) {
      expect(await page(path)).toMatch(/demo@ratebook\.example<\/code>[^]*<code>printed as published<\/code>/)
    }
  })

  it('show a year of tables for eleven banks, and none after the day of the demo', async () => {
    const { sources } = (await (await ask('/api/open/central-banks')).json()) as {
      sources: Array<{ code: string; latest_date: string | null }>
    }
    for (const bank of ['ecb', 'nbp', 'bcb', 'cnb', 'dnb', 'rba', 'cbke', 'sbp', 'bob', 'cbws', 'mma']) {
      const file = await (
        await ask(
          `/api/v1/central-bank/${bank}/history?symbol=${bank === 'ecb' ? 'JPY' : 'USD'}&from=2025-03-18&to=${DAY}&format=csv`
        )
      ).text()
      expect(new Set(file.match(/\b202[56]-\d\d-\d\d\b/g)).size, bank).toBeGreaterThan(220)
    }
    expect(sources.filter(({ latest_date: latest }) => latest !== null && latest > DAY)).toEqual([])
    expect(await page('/status')).not.toMatch(/>overdue</)
  })
})

describe('the clock', () => {
  it.each([
    '/api/open/central-banks',
    '/log/checkpoint',
    '/.well-known/jwks.json',
    '/api/v1/central-bank/ecb/feed.atom',
    '/api/v1/central-bank/ecb/2026-03-17/publications',
    '/api/v1/certificates?bank=ecb&source=EUR&target=USD&date=2026-03-17'
  ])('never passes the day of the demo in %s', async (path) => {
    const answer = await ask(path)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    const { payload } = text.startsWith('{"payload"') ? (JSON.parse(text) as { payload: string }) : { payload: '' }
    const moments = (text + Buffer.from(payload, 'base64url').toString()).match(/\b2\d{3}-\d\d-\d\dT[\d:.]+Z/g) ?? []
    expect(moments.filter((it) => it.slice(0, 10) > DAY)).toEqual([])
  })

  it('counts usage on the day of the demo', async () => {
    const post = (path: string, body: object, cookie = '') =>
      fetch(demo.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: demo.address, cookie },
        body: JSON.stringify(body)
      })
    const login = await post('/api/auth/sign-in/email', {
      email: 'demo@ratebook.example',
      password: 'printed as published'
    })
    const cookie = login.headers
      .getSetCookie()
      .map((it) => it.split(';')[0])
      .join('; ')
    const { api_key: key } = (await (await post('/api/account/keys', { name: 'usage' }, cookie)).json()) as {
      api_key: string
    }
    expect((await ask('/api/v1/central-bank/ecb/latest', { headers: { authorization: `Bearer ${key}` } })).status).toBe(
      200
    )
    await expect
      .poll(async () => (await fetch(`${demo.address}/api/account/usage`, { headers: { cookie } })).text())
      .toContain(`"${DAY}"`)
  })
})
