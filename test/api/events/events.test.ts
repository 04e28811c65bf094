import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../api/app.ts'
import { createServer } from '../../../api/server/server.ts'
import { eventsAfter, newestPlace } from '../../../api/events/events-query.ts'
import { seedRows } from '../../support/database.ts'
import { identity, NO_OPERATIONS, settingsOf, startService, type Service, testParts } from '../../support/service.ts'

const DAY = 86_400_000
const dayOf = (back: number) => new Date(Date.now() - back * DAY).toISOString().slice(0, 10)
const rate = (date: string, value: string, quote = 'USD') => ({ date, base: 'EUR', quote, type: 'reference', value })

let service: Service
/** A second API process on the same database. */
let other: { address: string, stop: () => Promise<void> }

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR'), identity('beta', 'EUR'), identity('late', 'EUR')], {})
  const api = await createApp({ ...await testParts(), database: service.database, logger: pino({ level: 'silent' }), settings: settingsOf(), operations: NO_OPERATIONS })
  const server = createServer(api.app)
  other = {
    address: await server.listen(0),
    async stop () {
      api.endStreams()
      await server.close()
      await api.close()
    }
  }
})
afterAll(async () => {
  await other?.stop()
  await service?.stop()
})

interface StreamEvent {
  id: number
  kind: string
  data: Record<string, unknown>
}

interface Listener {
  status: number
  received: StreamEvent[]
  json?: { code: string }
  close: () => void
}

/** Opens a stream and collects its events until it is closed. */
async function listen (query = '', { address = service.address, headers = {} }: { address?: string, headers?: Record<string, string> } = {}): Promise<Listener> {
  const abort = new AbortController()
  const answer = await fetch(`${address}/api/v1/events${query}`, { headers, signal: abort.signal })
  const received: StreamEvent[] = []
  const listener = { status: answer.status, received, close: () => abort.abort() }
  if (!answer.ok) return { ...listener, json: await answer.json() as { code: string } }
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value! // wait until the stream is open
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
        if (fields.data) received.push({ id: Number(fields.id), kind: fields.event!, data: JSON.parse(fields.data) as StreamEvent['data'] })
      }
    }
  }
  read().catch(() => {}) // aborted by close()
  return listener
}

/** Inserts an event and waits until all listeners have received it, and therefore all events before it. */
async function settled (listeners: Listener[], source = 'late'): Promise<void> {
  await service.database.write('insert into events (source, kind, details) values ($1, \'overdue\', \'{"mark": true}\')', [source])
  const place = await newestPlace(service.database)
  for (const { received } of listeners) await expect.poll(() => received.at(-1)?.id).toBe(place)
}

const shown = ({ received }: Listener) => received.filter(({ data }) => !data.mark).map(({ kind, data }) => `${kind} ${String(data.bank)}`)

describe('/api/v1/events', () => {
  it('announces new tables and corrections in every process, without rates', async () => {
    const listeners = [await listen(), await listen('', { address: other.address })]
    await settled(listeners)
    await seedRows(service.database, 'alpha', [rate(dayOf(3), '1.1')])
    await seedRows(service.database, 'alpha', [rate(dayOf(3), '1.1'), rate(dayOf(2), '1.2'), rate(dayOf(2), '0.9', 'GBP')])
    await seedRows(service.database, 'alpha', [rate(dayOf(2), '1.201')])
    await seedRows(service.database, 'alpha', [rate(dayOf(2), '1.201')])
    await settled(listeners)
    for (const { received, close } of listeners) {
      expect(received.filter(({ data }) => !data.mark).map(({ data: { id: _id, at: _at, ...data } }) => data)).toEqual([
        { kind: 'table', bank: 'alpha', rate_date: dayOf(3), rates: 1 },
        { kind: 'table', bank: 'alpha', rate_date: dayOf(2), rates: 2 },
        { kind: 'correction', bank: 'alpha', rates: 1, first_date: dayOf(2), last_date: dayOf(2), series: [{ date: dayOf(2), base: 'EUR', quote: 'USD', type: 'reference' }] }
      ])
      expect(received.map(({ id, data }) => id === data.id)).not.toContain(false)
      expect(received.map(({ id }) => id)).toEqual(received.map(({ id }) => id).sort((one, another) => one - another))
      close()
    }
  })

  it('resumes after the last id with the missed events, and filters by source and kind', async () => {
    const start = await newestPlace(service.database)
    await seedRows(service.database, 'beta', [rate(dayOf(3), '1.1')])
    await seedRows(service.database, 'alpha', [rate(dayOf(1), '1.1')])
    const resumed = await listen('?kind=table,overdue', { headers: { 'Last-Event-ID': String(start) } })
    const filtered = await listen(`?bank=BETA,late&after=${start}`)
    await seedRows(service.database, 'beta', [rate(dayOf(3), '1.105'), rate(dayOf(2), '1.1')])
    await seedRows(service.database, 'alpha', [rate(dayOf(1), '1.2')])
    await settled([resumed, filtered])
    expect(shown(resumed)).toEqual(['table beta', 'table alpha', 'table beta'])
    expect(shown(filtered)).toEqual(['table beta', 'table beta', 'correction beta'])
    for (const { close } of [resumed, filtered]) close()
  })

  it('sends thousands of missed events once each and in order', async () => {
    const start = await newestPlace(service.database)
    await service.database.write('insert into events (source, kind, details) select \'beta\', \'table\', \'{}\' from generate_series(1, 2345)')
    const listener = await listen(`?after=${start}`)
    await settled([listener])
    const places = (await eventsAfter(service.database, start, 5000)).map(({ place }) => place)
    expect(listener.received.map(({ id }) => id)).toEqual(places)
    listener.close()
  })

  it('has no events of a failed load or of old tables', async () => {
    const start = await newestPlace(service.database)
    await seedRows(service.database, 'beta', [rate('2001-01-02', '1.1'), rate('2001-01-03', '1.1')])
    await service.database.transaction(async (client) => {
      await client.query('insert into events (source, kind, details) values (\'beta\', \'table\', \'{}\')')
      throw new Error('the load fails')
    }).catch(() => {})
    expect(await eventsAfter(service.database, start, 10)).toEqual([])
  })

  it('numbers events in the order in which their transactions commit', async () => {
    const insert = (mark: string) => ['insert into events (source, kind, details) values (\'alpha\', \'table\', $1)', [JSON.stringify({ mark })]] as const
    const start = await newestPlace(service.database)
    await service.database.transaction(async (client) => {
      await client.query(insert('first to begin')[0], [...insert('first to begin')[1]])
      await service.database.write(insert('first to end')[0], [...insert('first to end')[1]])
    })
    expect((await eventsAfter(service.database, start, 10)).map(({ details }) => details.mark)).toEqual(['first to end', 'first to begin'])
  })

  it.each(['?after=-1', '?after=x', '?kind=rumour', '?bank=a,,b'])('refuses %s', async (query) => {
    expect(await listen(query)).toMatchObject({ status: 400, json: { code: 'invalid_parameter' } })
  })

  it('limits the streams of an address, and answers HEAD and any origin', async () => {
    const listeners = await Promise.all(Array.from({ length: 10 }, () => listen()))
    expect(await listen()).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    listeners[0]!.close()
    await expect.poll(async () => {
      const again = await listen()
      again.close()
      return again.status
    }).toBe(200)
    for (const { close } of listeners) close()
    const head = await fetch(`${service.address}/api/v1/events`, { method: 'HEAD', headers: { Origin: 'https://app.example' } })
    expect([head.status, head.headers.get('access-control-allow-origin'), head.headers.get('cache-control')]).toEqual([200, '*', 'no-store'])
  })
})

describe('an overdue source', () => {
  it('an overdue source is announced once until its next table', async () => {
    await seedRows(service.database, 'late', Array.from({ length: 30 }, (_, at) => rate(dayOf(60 + at), '1.1')))
    const start = await newestPlace(service.database)
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 3 }, () => service.database.write('select add_overdue_events($1)', [dayOf(0)])))
    const told = async () => (await eventsAfter(service.database, start, 100, { sources: ['late'], kinds: ['overdue'] })).map(({ details }) => details.latest_date)
    expect(await told()).toEqual([dayOf(60)])
    await seedRows(service.database, 'late', [rate(dayOf(50), '1.1')])
    await service.database.write('select add_overdue_events($1)', [dayOf(0)])
    expect(await told()).toEqual([dayOf(60), dayOf(50)])
  })
})

describe('the feed of a source', () => {
  const PATH = '/api/v1/central-bank/alpha/feed.atom'
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'entry' || name === 'link' })
  const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

  interface Entry {
    id: string
    title: string
    updated: string
    link: Array<{ rel: string, href: string }>
  }

  it('the feed of a source is valid Atom with an ETag that changes with the next event', async () => {
    const first = await service.ask(PATH)
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(XMLValidator.validate(first.text)).toBe(true)
    const { feed } = parser.parse(first.text) as { feed: Entry & { xmlns: string, author: { name: string }, entry: Entry[] } }
    // The required elements of RFC 4287, sections 4.1.1 and 4.1.2.
    expect(feed).toMatchObject({ xmlns: 'http://www.w3.org/2005/Atom', title: 'Exchange rates of Bank alpha', author: { name: 'Bank alpha' }, updated: feed.entry[0]!.updated })
    expect(feed.link.find(({ rel }) => rel === 'self')!.href).toBe(service.address + PATH)
    expect(feed.entry.length).toBeGreaterThan(2)
    expect(new Set([feed.id, ...feed.entry.map(({ id }) => id)]).size).toBe(feed.entry.length + 1)
    for (const { id, title, updated, link } of [feed, ...feed.entry]) {
      expect(id).toMatch(/^tag:[\w.-]+,2026:\S+$/)
      expect(title).not.toBe('')
      expect(updated).toMatch(RFC3339)
      expect(link.filter(({ rel }) => rel === 'alternate')).toHaveLength(1)
    }
    const etag = first.headers.get('etag')!
    expect((await service.ask(PATH, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    await seedRows(service.database, 'alpha', [rate(dayOf(0), '1.3')])
    await expect.poll(() => service.ask(PATH, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 200, text: expect.stringContaining(`Bank alpha: table of ${dayOf(0)}`) })
  })

  it('exists before the first event, and returns 404 for an unknown source', async () => {
    const { text } = await service.ask(PATH.replace('alpha', 'late'))
    expect(XMLValidator.validate(text)).toBe(true)
    expect((await service.ask(PATH.replace('alpha', 'nobody'))).json.code).toBe('unknown_source')
  })
})

it('deletes events after thirty days without reusing their numbers', async () => {
  await service.database.write('update events set at = now() - interval \'31 days\'')
  await service.database.write('select delete_old_events()')
  expect(await newestPlace(service.database)).toBe(0)
  const listener = await listen('?after=5')
  await settled([listener])
  expect(listener.received.at(-1)!.id).toBeGreaterThan(2000)
  listener.close()
})
