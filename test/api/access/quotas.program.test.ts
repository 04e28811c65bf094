import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../../api/accounts/keys.ts'
import { seedRows } from '../../support/database.ts'
import { NODE_FLAGS } from '../../support/node-flags.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const PATH = '/api/v1/central-bank/alpha/latest'
const COMMAND = new URL('../../../bin/ratebook.js', import.meta.url).pathname

let service: Service

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {})
  await seedRows(service.database, 'alpha', [
    { date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.16' }
  ])
})
afterAll(() => service.stop())

async function usedOf(key: string): Promise<number> {
  const [row] = await service.database.write<{ units: number }>(
    'select units from allowances_used join api_keys using (account_id) where sha256 = sha256($1::text::bytea)',
    [key]
  )
  return row?.units ?? 0
}

describe('several processes', () => {
  const PUBLIC_URL = 'http://rates.test'
  const LIMIT = 700 // more requests than the clients below send
  const LOST = 0 // stands for a request without an answer, in place of a status
  const children: ChildProcess[] = []
  const addresses: string[] = []

  beforeAll(async () => {
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const environment = {
          PATH: process.env.PATH,
          DATABASE_URL: service.url,
          PORT: '0',
          HOST: '127.0.0.1',
          SESSION_SECRET: 's'.repeat(32),
          PUBLIC_URL,
          LIMIT_PER_KEY: String(LIMIT),
          LIMIT_PER_ADDRESS: '100000',
          LOG_LEVEL: 'error'
        }
        const child = spawn(process.execPath, [...NODE_FLAGS, COMMAND, 'serve', '--no-schedule'], {
          env: environment,
          stdio: ['ignore', 'pipe', 'inherit']
        })
        children.push(child)
        let output = ''
        for await (const chunk of child.stdout) {
          output += String(chunk)
          const address = /listens on (\S+)/.exec(output)?.[1]
          if (address) return void addresses.push(address)
        }
      })
    )
    // The processes deactivated alpha, which is not in the registry.
    await service.database.write('update sources set active = true')
  })

  afterAll(() =>
    Promise.all(
      children.map(async (child) => {
        if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit')
      })
    )
  )

  /**
   * The answer of a process, repeated while it answers 503. Each request uses a new connection, because a kept one may
   * close at the same moment.
   */
  async function answerOf(address: string, key: string): Promise<Response | undefined> {
    for (;;) {
      const response = await fetch(address + PATH, {
        headers: {
          authorization: `Bearer ${key}`,
          connection: 'close'
        }
      }).catch(() => undefined)
      await response?.text().catch(() => undefined)
      if (response?.status !== 503) return response
    }
  }

  /** Sends `times` requests from each of 64 clients, to the processes in turn. */
  function ask(key: string, times: number): Promise<Array<Array<{ status: number; used: number }>>> {
    return Promise.all(
      Array.from({ length: 64 }, async (_, client) => {
        const answers: Array<{ status: number; used: number }> = []
        for (let i = 0; i < times; i++) {
          const response = await answerOf(addresses[(client + i) % addresses.length]!, key)
          answers.push({ status: response?.status ?? LOST, used: Number(response?.headers.get('x-monthly-used')) })
        }
        return answers
      })
    )
  }

  it('grant exactly the units of a plan, with usage that never decreases', async () => {
    const { key } = await createKey(service.database, 'free', 'hot')
    const clients = await ask(key, 10)
    const counts: Record<number, number> = {}
    for (const { status } of clients.flat()) counts[status] = (counts[status] ?? 0) + 1
    expect(counts).toEqual({ 200: 300, 429: 340 })
    for (const client of clients)
      expect(client.map(({ used }) => used)).toEqual(client.map(({ used }) => used).sort((a, b) => a - b))
    const granted = clients
      .flat()
      .filter(({ status }) => status === 200)
      .map(({ used }) => used)
      .sort((a, b) => a - b)
    expect(granted).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
  })

  it('share the rate limit of a key', async () => {
    const { key } = await createKey(service.database, 'enterprise', 'limited')
    const granted = new Map<string, number>()
    for (let isRefused = false; !isRefused;) {
      const answers = await Promise.all(
        addresses.map((address) => fetch(address + PATH, { headers: { authorization: `Bearer ${key}` } }))
      )
      for (const { status, headers } of answers) {
        const window = headers.get('x-ratelimit-reset')!
        if (status === 200) granted.set(window, (granted.get(window) ?? 0) + 1)
        isRefused ||= status === 429
      }
      await Promise.all(answers.map((answer) => answer.text()))
    }
    expect(Math.max(...granted.values())).toBeLessThanOrEqual(LIMIT)
  })

  it('accept a session that any of them started', async () => {
    const headers = { 'content-type': 'application/json', origin: PUBLIC_URL }
    const body = JSON.stringify({ email: 'shared@example.org', password: 'correct horse battery', name: '' })
    const post = (address: string, path: string) => fetch(address + path, { method: 'POST', headers, body })
    expect((await post(addresses[0]!, '/api/auth/sign-up/email')).status).toBe(200)
    const cookie = (await post(addresses[1]!, '/api/auth/sign-in/email')).headers
      .getSetCookie()
      .map((it) => it.split(';')[0])
      .join('; ')
    const users = await Promise.all(
      addresses.map(async (address) => (await fetch(`${address}/api/account`, { headers: { cookie } })).status)
    )
    expect(users).toEqual(addresses.map(() => 200))
  })

  it('drop cached answers when a table changes', async () => {
    const read = () =>
      Promise.all(addresses.map(async (address) => (await fetch(`${address}/api/open/central-bank/alpha`)).text()))
    expect(await read()).toEqual(addresses.map(() => expect.stringContaining('1.16')))
    await seedRows(service.database, 'alpha', [
      { date: '2026-11-21', base: 'EUR', quote: 'USD', type: 'reference', value: '1.17' }
    ])
    await expect.poll(read).toEqual(addresses.map(() => expect.stringContaining('1.17')))
  })

  it('grant no unit twice after one of them is killed', async () => {
    const { key } = await createKey(service.database, 'free', 'killed')
    const asking = ask(key, 10)
    await expect.poll(() => usedOf(key), { interval: 5 }).toBeGreaterThan(50)
    children[0]!.kill('SIGKILL')
    const answers = (await asking).flat()
    const granted = answers.filter(({ status }) => status === 200).map(({ used }) => used)
    expect(new Set(granted).size).toBe(granted.length)
    expect(granted.length).toBeLessThanOrEqual(300)
    expect(granted.length).toBeGreaterThanOrEqual(300 - 64)
    expect(await usedOf(key)).toBe(300)
  })
})
