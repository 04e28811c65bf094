import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runHere } from '../cli/run.ts'
import { demo } from './started.ts'

const DAY = '2026-03-18'

const ask = (path: string, init: RequestInit = {}) => fetch(demo.address + path, { ...init, headers: { authorization: `Bearer ${demo.key}`, ...init.headers } })

it('listens only on 127.0.0.1, because the log-in of the demo is public', async () => {
  const { hostname, port } = new URL(demo.address)
  expect(hostname).toBe('127.0.0.1')
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow() // another address of this machine
})

describe('the first certificate', () => {
  it.each(['bank=ecb&source=EUR&target=USD&date=2026-03-17', 'bank=dnb&date=2026-03-17', 'jurisdiction=PL&purpose=vat&source=USD&date=2026-03-04&amount=1000'])('for %s is valid on the page and for the command', async (query) => {
    const answer = await ask(`/api/v1/certificates?${query}`)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    const page = await (await ask('/verify', { method: 'POST', headers: { 'origin': demo.address, 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ text }) })).text()
    expect(page).toContain('Certificate valid')
    const file = join(demo.environment.HOME!, 'certificate.json')
    writeFileSync(file, text)
    const { code, stdout } = await runHere(['verify', file], demo.environment)
    expect(stdout).toMatch(/^✓ Signature: [^]*\nthe certificate is valid\n$/)
    expect(code).toBe(0)
  })
})

describe('the pages', () => {
  const page = async (path: string) => (await fetch(demo.address + path)).text()

  it('list three examples of legally required rates, each with a rate', async () => {
    const [, list = ''] = /<h2>Examples<\/h2><ul>(.*?)<\/ul>/.exec(await page('/applicable')) ?? []
    const links = [...list.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
    expect(links).toHaveLength(3)
    for (const link of links) {
      const { status } = await (await ask(`/api/v1${link}`)).json() as { status: string }
      expect([link, ['final', 'open'].includes(status)]).toEqual([link, true])
    }
  })

  it('show a year of tables for eight banks and none after the day of the demo', async () => {
    const { sources } = await (await ask('/api/open/central-banks')).json() as { sources: Array<{ code: string, latest_date: string | null }> }
    for (const bank of ['ecb', 'dnb', 'rba', 'cbke', 'sbp', 'bob', 'cbws', 'mma']) {
      const file = await (await ask(`/api/v1/central-bank/${bank}/history?symbol=${bank === 'ecb' ? 'JPY' : 'USD'}&from=2025-03-18&to=${DAY}&format=csv`)).text()
      expect(new Set(file.match(/\b202[56]-\d\d-\d\d\b/g)).size, bank).toBeGreaterThan(220)
    }
    expect(sources.filter(({ latest_date: latest }) => latest !== null && latest > DAY)).toEqual([])
    expect(await page('/status')).not.toMatch(/>overdue</)
  })
})

describe('the clock', () => {
  it.each([
    '/api/open/central-banks', '/log/checkpoint', '/.well-known/jwks.json', '/api/v1/central-bank/ecb/feed.atom', '/api/v1/central-bank/ecb/2026-03-17/publications',
    '/api/v1/certificates?bank=ecb&source=EUR&target=USD&date=2026-03-17'
  ])('never passes the day of the demo in %s', async (path) => {
    const answer = await ask(path)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    const { payload } = text.startsWith('{"payload"') ? JSON.parse(text) as { payload: string } : { payload: '' }
    const moments = (text + Buffer.from(payload, 'base64url').toString()).match(/\b2\d{3}-\d\d-\d\dT[\d:.]+Z/g) ?? []
    expect(moments.filter((it) => it.slice(0, 10) > DAY)).toEqual([])
  })

  it('counts usage on the day of the demo', async () => {
    const post = (path: string, body: object, cookie = '') => fetch(demo.address + path, { method: 'POST', headers: { 'content-type': 'application/json', 'origin': demo.address, cookie }, body: JSON.stringify(body) })
    const login = await post('/api/auth/sign-in/email', { email: 'demo@ratebook.example', password: 'printed as published' })
    const cookie = login.headers.getSetCookie().map((it) => it.split(';')[0]).join('; ')
    const { api_key: key } = await (await post('/api/account/keys', { name: 'usage' }, cookie)).json() as { api_key: string }
    expect((await ask('/api/v1/central-bank/ecb/latest', { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    await expect.poll(async () => (await fetch(`${demo.address}/api/account/usage`, { headers: { cookie } })).text()).toContain(`"${DAY}"`)
  })
})
