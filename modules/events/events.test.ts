import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockFrom, seedRows } from '../../test/support/database.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'

const DAY = 86_400_000
const clock = clockFrom('2026-11-25T12:00:00Z')
const dayOf = (back: number) => new Date(clock.now() - back * DAY).toISOString().slice(0, 10)
const rate = (date: string, value: string, quote = 'USD') => ({ date, base: 'EUR', quote, type: 'reference', value })

let service: Service

beforeAll(async () => {
  service = await startService(
    [identity('alpha', 'EUR'), identity('beta', 'EUR'), identity('late', 'EUR')],
    {},
    { clock }
  )
})
afterAll(() => service?.stop())

interface StoredEvent {
  source: string
  kind: string
  details: Record<string, unknown>
}

async function newestPlace(): Promise<number> {
  const [row] = await service.database.write<{ place: number }>('select coalesce(max(place), 0) as place from events')
  return row!.place
}

/** The events after a position, in their order. */
function eventsAfter(place: number): Promise<StoredEvent[]> {
  return service.database.write<StoredEvent>(
    'select source, kind, details from events where place > $1 order by place',
    [place]
  )
}

describe('events', () => {
  it('adds events for the new tables and the corrections of a load, these with both values', async () => {
    await seedRows(service.database, 'alpha', [rate(dayOf(3), '1.1')])
    await seedRows(service.database, 'alpha', [
      rate(dayOf(3), '1.1'),
      rate(dayOf(2), '1.2'),
      rate(dayOf(2), '0.9', 'GBP')
    ])
    await service.database.write(`insert into rules (id, revision, in_force, document, sha256)
      values ('xx-vat', 1, '[2020-01-01,)', '{"jurisdiction":"XX","purpose":"vat","rate":"alpha:reference"}', 'a')`)
    await seedRows(service.database, 'alpha', [rate(dayOf(2), '1.201')])
    await seedRows(service.database, 'alpha', [rate(dayOf(2), '1.201')])
    expect(await eventsAfter(0)).toEqual([
      { source: 'alpha', kind: 'table', details: { rate_date: dayOf(3), rates: 1 } },
      { source: 'alpha', kind: 'table', details: { rate_date: dayOf(2), rates: 2 } },
      {
        source: 'alpha',
        kind: 'correction',
        details: {
          rates: 1,
          first_date: dayOf(2),
          last_date: dayOf(2),
          rules: ['xx-vat'],
          series: [
            {
              date: dayOf(2),
              base: 'EUR',
              quote: 'USD',
              type: 'reference',
              old_value: 1.2,
              new_value: 1.201,
              difference: 0.001,
              old_unit: '1',
              new_unit: '1',
              old_publication: expect.any(Number),
              new_publication: expect.any(Number),
              known_at: expect.stringMatching(/Z$/),
              corrected_at: expect.stringMatching(/Z$/),
              crosses_of: 'USD'
            }
          ]
        }
      }
    ])
  })

  it('has no events of a failed load or of old tables', async () => {
    const start = await newestPlace()
    await seedRows(service.database, 'beta', [rate('2001-01-02', '1.1'), rate('2001-01-03', '1.1')])
    await service.database
      .transaction(async (client) => {
        await client.query("insert into events (source, kind, details) values ('beta', 'table', '{}')")
        throw new Error('the load fails')
      })
      .catch(() => {})
    expect(await eventsAfter(start)).toEqual([])
  })

  it('numbers events in the order in which their transactions commit', async () => {
    const insert = (mark: string) =>
      [
        "insert into events (source, kind, details) values ('alpha', 'table', $1)",
        [
          JSON.stringify({
            mark
          })
        ]
      ] as const
    const start = await newestPlace()
    await service.database.transaction(async (client) => {
      await client.query(insert('first to begin')[0], [...insert('first to begin')[1]])
      await service.database.write(insert('first to end')[0], [...insert('first to end')[1]])
    })
    expect((await eventsAfter(start)).map(({ details }) => details.mark)).toEqual(['first to end', 'first to begin'])
  })
})

describe('an overdue source', () => {
  it('is announced once until its next table', async () => {
    await seedRows(
      service.database,
      'late',
      Array.from({ length: 30 }, (_, at) => rate(dayOf(60 + at), '1.1'))
    )
    const start = await newestPlace()
    for (let round = 0; round < 3; round++)
      await Promise.all(
        Array.from({ length: 3 }, () => service.database.write('select add_overdue_events($1)', [dayOf(0)]))
      )
    const told = async () =>
      (await eventsAfter(start))
        .filter((it) => it.source === 'late' && it.kind === 'overdue')
        .map(({ details }) => details.latest_date)
    expect(await told()).toEqual([dayOf(60)])
    await seedRows(service.database, 'late', [rate(dayOf(50), '1.1')])
    await service.database.write('select add_overdue_events($1)', [dayOf(0)])
    expect(await told()).toEqual([dayOf(60), dayOf(50)])
  })
})

describe('the feed of a source', () => {
  const PATH = '/api/v1/central-bank/alpha/feed.atom'
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'entry' || name === 'link'
  })
  const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

  interface Entry {
    id: string
    title: string
    updated: string
    link: Array<{ rel: string; href: string }>
  }

  it('is valid Atom with an ETag that changes with the next event', async () => {
    const first = await service.ask(PATH)
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(XMLValidator.validate(first.text)).toBe(true)
    const { feed } = parser.parse(first.text) as {
      feed: Entry & { xmlns: string; author: { name: string }; entry: Entry[] }
    }
    // The required elements of RFC 4287, sections 4.1.1 and 4.1.2.
    expect(feed).toMatchObject({
      xmlns: 'http://www.w3.org/2005/Atom',
      title: 'Exchange rates of Bank alpha',
      author: { name: 'Bank alpha' },
      updated: feed.entry[0]!.updated
    })
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
    await expect
      .poll(() => service.ask(PATH, { headers: { 'If-None-Match': etag } }))
      .toMatchObject({ status: 200, text: expect.stringContaining(`Bank alpha: table of ${dayOf(0)}`) })
  })

  it('states the values before and after a correction, with all their digits', async () => {
    await seedRows(service.database, 'alpha', [rate(dayOf(1), '0.86310', 'CHF')])
    await seedRows(service.database, 'alpha', [rate(dayOf(1), '0.86130', 'CHF')])
    await expect
      .poll(async () => (await service.ask(PATH)).text)
      .toContain(`EUR/CHF reference of ${dayOf(1)}: 0.86310 → 0.86130 (-0.00180)`)
    expect((await service.ask(PATH)).text).toContain('Rules of law that name the source: xx-vat.')
  })

  it('exists before the first event, and returns 404 for an unknown source', async () => {
    const { text } = await service.ask(PATH.replace('alpha', 'late'))
    expect(XMLValidator.validate(text)).toBe(true)
    expect((await service.ask(PATH.replace('alpha', 'nobody'))).json.code).toBe('unknown_source')
  })
})

it('has feeds for overdue sources', async () => {
  const { text } = await service.ask('/status/feed.atom')
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).toContain('<title>Overdue sources</title>')
})

it('deletes events after thirty days without reusing their numbers', async () => {
  const newest = await newestPlace()
  await service.database.write("update events set at = service_now() - interval '31 days'")
  await service.database.write('select delete_old_events()')
  expect(await newestPlace()).toBe(0)
  await service.database.write("insert into events (source, kind, details) values ('late', 'overdue', '{}')")
  expect(await newestPlace()).toBe(newest + 1)
})
