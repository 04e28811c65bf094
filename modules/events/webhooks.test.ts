import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { MockAgent } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Network } from '../../pipelines/fetch/network.ts'
import { post, signatureOf } from './post.ts'
import { clockFrom, seedRows } from '../../test/support/database.ts'
import { identity, logIn, startService, type Answer, type TestUser, type Service } from '../../test/support/service.ts'
import { deliverDue, type Delivering } from './delivery.ts'
import { webhookAddress } from './webhooks-fields.ts'

const DAY = 86_400_000
const clock = clockFrom('2026-11-25T12:00:00Z')
const dayOf = (back: number) => new Date(clock.now() - back * DAY).toISOString().slice(0, 10)
const rate = (date: string, value: string) => ({ date, base: 'EUR', quote: 'USD', type: 'reference', value })

interface Received {
  path: string
  headers: Record<string, string>
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  text: string
}

let service: Service
let user: TestUser
let receiver: Server
let target: string
let received: Received[]
/** The statuses of the next answers, then 200. 0 sends no answer. */
let answers: number[]
let notices: Array<{ url: string; email: string; why: string }>
let delivering: Delivering
let backlog = 1

beforeAll(async () => {
  service = await startService(
    [identity('alpha', 'EUR'), identity('beta', 'EUR')],
    {},
    { clock, settings: { webhooksMayBePrivate: true } }
  )
  user = await logIn(service, 'ada@example.org')
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body: JSON.parse(body) as Received['body'],
        text: body
      })
      const status = answers.shift() ?? 200
      if (status !== 0) response.writeHead(status, { Location: '/elsewhere' }).end('thanks')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  delivering = {
    database: service.database,
    logger: pino({ level: 'silent' }),
    dispatcher: new Network({ local: true }),
    notifyOwner: async (webhook) => void notices.push(webhook)
  }
})
afterAll(async () => {
  await delivering?.dispatcher.close()
  receiver?.close()
  await service?.stop()
})
beforeEach(async () => {
  await service.database.write('delete from webhooks')
  received = []
  answers = []
  notices = []
})

function submit(path: string, fields: Record<string, string>, { cookie } = user): Promise<Response> {
  return fetch(service.address + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: service.address },
    body: new URLSearchParams(fields)
  })
}

const page = async () => (await service.ask('/account/webhooks', { headers: { Cookie: user.cookie } })).text

/** Creates a webhook with the form of the page. */
async function create(fields: Record<string, string> = {}): Promise<{ id: number; secret: string }> {
  const answer = await submit('/account/webhooks', {
    url: `${target}/hook`,
    banks: '',
    table: 'yes',
    correction: 'yes',
    ...fields
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/webhooks?notice=created'])
  const [row] = await service.database.write<{ id: number; secret: string }>(
    'select id, secret from webhooks order by id desc limit 1'
  )
  return row!
}

const change = (id: number, action: string) => submit(`/account/webhooks/${id}`, { action })
const publish = (source: string) => seedRows(service.database, source, [rate(dayOf(0), String(1 + backlog++ / 1000))])
const insert = (source: string) =>
  service.database.write("insert into events (source, kind, details) values ($1, 'table', '{\"rates\": 1}')", [source])
const later = (interval: string) =>
  service.database.write('update deliveries set next_at = next_at - $1::interval where next_at is not null', [interval])

function isSigned({ headers, text }: Received, secret: string): boolean {
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
    .digest('base64')
  return headers['webhook-signature']!.split(' ').includes(`v1,${expected}`)
}

describe('a webhook', () => {
  it('receives the signed events of its sources', async () => {
    await insert('alpha') // before the webhook exists
    const { id, secret } = await create({ banks: 'Alpha' })
    await seedRows(service.database, 'alpha', [rate(dayOf(1), '1.1')])
    await publish('beta')
    await deliverDue(delivering)
    await deliverDue(delivering)
    const [newest] = await service.database.write<{ place: number }>('select max(place) as place from events')
    expect(received.map(({ path, body }) => [path, body])).toEqual([
      [
        '/hook',
        {
          type: 'table',
          timestamp: expect.stringMatching(/Z$/),
          data: {
            id: newest!.place - 1,
            kind: 'table',
            bank: 'alpha',
            at: expect.any(String),
            rate_date: dayOf(1),
            rates: 1
          }
        }
      ]
    ])
    const [{ headers }] = received as [Received]
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_\d+$/)
    })
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300)
    expect(isSigned(received[0]!, secret)).toBe(true)
    expect(await page()).toContain('delivered')
    await change(id, 'delete')
    await insert('alpha')
    await deliverDue(delivering)
    expect(received).toHaveLength(1)
  })

  it('receives test messages, signed with the old and the new secret for a day after a rotation', async () => {
    const { id, secret } = await create()
    await change(id, 'rotate')
    await change(id, 'test')
    await deliverDue(delivering)
    const [row] = await service.database.write<{ secret: string }>('select secret from webhooks')
    expect(row!.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(row!.secret).not.toBe(secret)
    expect(received[0]!.body.type).toBe('test')
    for (const one of [secret, row!.secret]) expect(isSigned(received[0]!, one)).toBe(true)
    await service.database.write('update webhooks set former_until = service_now()')
    await change(id, 'test')
    await deliverDue(delivering)
    expect([isSigned(received[1]!, secret), isSigned(received[1]!, row!.secret)]).toEqual([false, true])
  })

  it('receives a message again with the same id until it succeeds, and the events of a source in order', async () => {
    await create()
    answers = [500, 302]
    await insert('alpha')
    await insert('alpha')
    await insert('beta')
    for (let round = 0; round < 4; round++) {
      await deliverDue(delivering)
      await later('1 minute')
    }
    const places = received.map(({ body: { data } }) => `${String(data.bank)} ${String(data.id)}`)
    const [first, second, third] = [...new Set(received.map(({ body }) => body.data.id as number))].sort(
      (a, b) => a - b
    )
    expect(places.filter((it) => it.startsWith('alpha'))).toEqual(
      expect.arrayContaining([`alpha ${first}`, `alpha ${second}`])
    )
    expect(places.lastIndexOf(`alpha ${first}`)).toBeLessThan(places.indexOf(`alpha ${second}`))
    expect(places).toContain(`beta ${third}`)
    expect(received).toHaveLength(5)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  it('receives a failing message for a day, and then the next one', async () => {
    await create()
    await insert('alpha')
    answers = Array<number>(9).fill(503)
    const waits: number[] = []
    for (let round = 0; round < 9; round++) {
      await deliverDue(delivering)
      const [row] = await service.database.write<{ seconds: number | null }>(
        'select extract(epoch from next_at - service_now())::int as seconds from deliveries'
      )
      if (row!.seconds !== null) waits.push(row!.seconds)
      await later('9 hours')
    }
    expect(received).toHaveLength(9)
    expect(waits).toHaveLength(8)
    expect(waits.reduce((one, other) => one + other) / 3600).toBeGreaterThan(23)
    expect(await page()).toContain('given up')
    await insert('alpha')
    await deliverDue(delivering)
    expect(received).toHaveLength(10)
  })

  it('is disabled after 410 or three days of failures, and its owner is notified', async () => {
    const { id } = await create()
    answers = [410]
    await insert('alpha')
    await deliverDue(delivering)
    expect(notices).toEqual([{ url: `${target}/hook`, email: 'ada@example.org', why: 'it answered 410 (gone)' }])
    expect(await page()).toContain('it answered 410 (gone)')
    await insert('alpha')
    await deliverDue(delivering)
    expect(received).toHaveLength(1)
    await change(id, 'enable')
    answers = [500]
    await insert('alpha')
    await deliverDue(delivering)
    await service.database.write("update webhooks set failing_since = service_now() - interval '73 hours'")
    await later('1 minute')
    answers = [500]
    await deliverDue(delivering)
    expect(notices[1]!.why).toBe('every attempt of three days failed, the last: answered 500')
    expect(await service.database.write('select from deliveries where next_at is not null')).toEqual([])
  })

  it('receives each message from one of several processes, and from another if that one dies', async () => {
    await create()
    await insert('alpha')
    await insert('beta')
    await Promise.all(Array.from({ length: 4 }, () => deliverDue(delivering)))
    expect(received).toHaveLength(2)
    await insert('alpha')
    await service.database.write('select queue_deliveries()')
    await service.database.write('select take_deliveries(20)') // taken by a process that dies
    await deliverDue(delivering)
    expect(received).toHaveLength(2)
    await later('2 minutes')
    await deliverDue(delivering)
    expect(received).toHaveLength(3)
  })
})

describe('the page of the webhooks', () => {
  it.each([
    [{ url: 'ftp://example.org' }, 'https://'],
    [{ url: 'nonsense' }, 'https://'],
    [{ url: 'https://user:secret@example.org' }, 'https://'],
    [{ banks: 'alpha,nobody' }, 'There is no source nobody'],
    [{ table: '', correction: '' }, 'Choose at least one kind']
  ])('refuses %j', async (fields, message) => {
    const answer = await submit('/account/webhooks', {
      url: `${target}/hook`,
      banks: '',
      table: 'yes',
      correction: 'yes',
      ...fields
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(message)
  })

  it('shows and changes only webhooks of the account, and allows ten', async () => {
    const { id } = await create()
    const stranger = await logIn(service, 'eve@example.org')
    for (const action of ['test', 'rotate', 'disable', 'enable', 'delete'])
      expect((await submit(`/account/webhooks/${id}`, { action }, stranger)).status).toBe(404)
    expect((await service.ask('/account/webhooks', { headers: { Cookie: stranger.cookie } })).text).not.toContain(
      target
    )
    expect((await service.ask('/account/webhooks')).headers.get('location')).toContain('/login')
    for (let count = 1; count < 10; count++) await create()
    expect((await submit('/account/webhooks', { url: target, banks: '', table: 'yes' })).status).toBe(409)
  })
})

describe('the API of the webhooks', () => {
  async function call(
    method: string,
    path = '',
    body?: object,
    { cookie } = user
  ): Promise<Pick<Answer, 'status' | 'json'>> {
    const headers = { Cookie: cookie, Origin: service.address, ...(body && { 'Content-Type': 'application/json' }) }
    const answer = await fetch(`${service.address}/api/account/webhooks${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body)
    })
    return { status: answer.status, json: (await answer.json()) as Answer['json'] }
  }

  it('creates a webhook, tests it, lists its deliveries, replaces its secret, disables, enables and deletes it', async () => {
    const {
      status,
      json: { id, secret, ...made }
    } = await call('POST', '', {
      url: `${target}/api`,
      banks: ['Alpha'],
      kinds: ['table']
    })
    expect([status, made]).toEqual([
      201,
      {
        url: `${target}/api`,
        banks: ['alpha'],
        kinds: ['table'],
        former_until: null,
        disabled_at: null,
        disabled_why: null
      }
    ])
    expect((await call('GET')).json).toEqual({ webhooks: [{ id, secret, ...made }] })
    expect((await call('POST', `/${id}/test`)).status).toBe(200)
    answers = [503]
    await deliverDue(delivering)
    expect((await call('GET', `/${id}/deliveries`)).json).toEqual({
      deliveries: [
        {
          message: received[0]!.headers['webhook-id'],
          type: 'test',
          bank: null,
          created_at: expect.any(String),
          attempts: 1,
          next_at: expect.any(String),
          delivered_at: null,
          status: 503,
          error: 'answered 503'
        }
      ]
    })
    const { json: rotated } = await call('POST', `/${id}/rotate`)
    expect(rotated).toEqual({
      id,
      ...made,
      secret: expect.stringMatching(/^whsec_/),
      former_until: expect.any(String)
    })
    expect(rotated.secret).not.toBe(secret)
    expect((await call('POST', `/${id}/disable`)).json.disabled_why).toBe('its owner disabled it')
    expect((await call('POST', `/${id}/test`)).status).toBe(404)
    expect((await call('POST', `/${id}/enable`)).json.disabled_at).toBe(null)
    expect((await call('DELETE', `/${id}`)).json).toEqual({ id })
    expect((await call('GET')).json).toEqual({ webhooks: [] })
  })

  it('refuses a private address unless the operator allows it', () => {
    // prettier-ignore
    for (const host of [
      '127.0.0.1', '10.0.0.1', '169.254.169.254', 'localhost', '[::1]', '[64:ff9b::a00:1]', '[2002:a00:1::]',
      '[fec0::1]', '0x7f000001'
    ]) {
      expect(() => webhookAddress(`https://${host}/`, false), host).toThrow(
        'url: expected an address on the public Internet'
      )
      expect(webhookAddress(`https://${host}/`, true)).toMatch(/^https:/)
    }
    expect(webhookAddress('https://example.org/rates', false)).toBe('https://example.org/rates')
  })

  it.each([
    [{}, 'url: expected an address'],
    [{ url: 'http://user:secret@127.0.0.1' }, 'url: expected an address that starts with https://'],
    [{ url: 'https://a.example', banks: ['nobody'] }, 'banks: there is no source nobody'],
    [{ url: 'https://a.example', banks: 'alpha' }, 'banks: expected a list'],
    [{ url: 'https://a.example', kinds: [] }, 'kinds: expected kinds'],
    [{ url: 'https://a.example', kinds: ['all'] }, 'kinds: expected kinds']
  ])('refuses %j', async (body, message) => {
    const { status, json } = await call('POST', '', body)
    expect([status, json.error]).toEqual([400, expect.stringContaining(message)])
  })

  it('requires a session from its own site, shows only webhooks of the account, and allows ten', async () => {
    const {
      json: { id }
    } = await call('POST', '', { url: target })
    const stranger = await logIn(service, 'mallory@example.org')
    for (const [method, path] of [
      ['GET', 'deliveries'],
      ['POST', 'test'],
      ['POST', 'rotate'],
      ['DELETE', '']
    ])
      expect((await call(method!, `/${id}/${path}`.replace(/\/$/, ''), undefined, stranger)).status).toBe(404)
    expect((await call('GET', '', undefined, stranger)).json).toEqual({ webhooks: [] })
    expect((await fetch(`${service.address}/api/account/webhooks`)).status).toBe(401)
    const foreign = await fetch(`${service.address}/api/account/webhooks`, {
      method: 'POST',
      headers: { Cookie: user.cookie, Origin: 'https://evil.example', 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: target })
    })
    expect(foreign.status).toBe(403)
    for (let count = 1; count < 10; count++) expect((await call('POST', '', { url: target })).status).toBe(201)
    expect((await call('POST', '', { url: target })).json).toMatchObject({ code: 'conflict' })
  })
})

describe('the sender', () => {
  it('reproduces the published signatures of Standard Webhooks', () => {
    expect(
      signatureOf(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
      )
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    expect(
      signatureOf(
        'whsec_plJ3nmyCDGBKInavdOK15jsl',
        'msg_loFOjxBNrRLzqYUf.1731705121.{"event_type":"ping","data":{"success":true}}'
      )
    ).toBe('v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=')
  })

  it.each([
    'http://127.0.0.1:1/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://[::ffff:127.0.0.1]/'
  ])('refuses an address in a private network: %s', async (url) => {
    const dispatcher = new Network()
    expect(await post(dispatcher, { id: 'msg_1', url, message: '{}', secrets: ['whsec_AAAA'] })).toEqual({
      error: 'has no public address'
    })
    await dispatcher.close()
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('does not tell an unknown name from a private one: %s', async (code) => {
    const dispatcher = new MockAgent()
    dispatcher
      .get('https://unknown.example')
      .intercept({ path: '/', method: 'POST' })
      .replyWithError(Object.assign(new Error(`getaddrinfo ${code} unknown.example`), { code }))
    const message = { id: 'msg_1', url: 'https://unknown.example/', message: '{}', secrets: ['whsec_AAAA'] }
    expect(await post(dispatcher, message)).toEqual({ error: 'has no public address' })
    await dispatcher.close()
  })
})
