import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockFrom, seedRows } from '../../test/support/database.ts'
import { identity, logIn, startService, type Service } from '../../test/support/service.ts'

const PROCESS = fileURLToPath(new URL('../../test/modules/webhook-process.ts', import.meta.url))
const clock = clockFrom('2026-11-25T12:00:00Z')
const today = new Date(clock.now()).toISOString().slice(0, 10)
const rate = (value: string) => ({ date: today, base: 'EUR', quote: 'USD', type: 'reference', value })

let service: Service
let receiver: Server
const received: Array<{ id: string; body: { type: string; data: Record<string, unknown> } }> = []
/** The first messages that get no answer. */
let unanswered = 0
const children: ChildProcess[] = []

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR')], {}, { clock, settings: { webhooksMayBePrivate: true } })
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({
        id: String(request.headers['webhook-id']),
        body: JSON.parse(body) as (typeof received)[number]['body']
      })
      if (unanswered-- <= 0) response.end('thanks')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  receiver?.close().closeAllConnections()
  await service?.stop()
})

/** Creates a webhook with the form of the page. */
async function create(): Promise<void> {
  const { cookie } = await logIn(service, 'ada@example.org')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const body = new URLSearchParams({ url, banks: '', table: 'yes', correction: 'yes' })
  const answer = await fetch(`${service.address}/account/webhooks`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: service.address },
    body
  })
  expect(answer.status).toBe(303)
}

const later = (interval: string) =>
  service.database.write('update deliveries set next_at = next_at - $1::interval where next_at is not null', [interval])

describe('a killed process that delivers webhooks', () => {
  /** Starts a process that loads the table, if given, and delivers when it reads a line. */
  async function loader(...table: string[]): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', PROCESS, service.url, ...table], {
      stdio: ['pipe', 'pipe', 'inherit']
    })
    children.push(child)
    await once(child.stdout!, 'data') // loaded
    return child
  }

  async function kill(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }

  it('loses no event before or during a delivery: the next process delivers in order and with the same id', async () => {
    await create()
    await kill(await loader('alpha', JSON.stringify(rate('1.101')))) // loaded, not delivered
    expect(received).toEqual([])

    const second = await loader()
    unanswered = 1
    second.stdin!.write('deliver\n')
    await expect.poll(() => received.length).toBe(1)
    await kill(second) // delivered, not recorded as delivered
    await seedRows(service.database, 'alpha', [rate('1.102')])

    await later('2 minutes')
    const third = await loader()
    third.stdin!.end('deliver\n')
    await once(third, 'exit')
    const ids = received.map(({ id }) => id)
    expect(received.map(({ body }) => [body.type, body.data.bank])).toEqual([
      ['table', 'alpha'],
      ['table', 'alpha'],
      ['correction', 'alpha']
    ])
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[1])
    expect(await service.database.write('select from deliveries where delivered_at is null')).toEqual([])
  })
})
