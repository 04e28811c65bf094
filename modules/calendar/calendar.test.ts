import { request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../adapters/kit/dates.ts'
import { clockFrom } from '../../test/support/database.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'

const TODAY = '2026-11-25'
const clock = clockFrom(`${TODAY}T12:00:00Z`)
const FIRST = addDays(TODAY, -800)

/** The workdays up to yesterday, of which one is missed. */
const days = Array.from({ length: 800 }, (_, at) => addDays(FIRST, at)).filter((day) => weekday(day) % 6 !== 0)
const MISSED = days.at(-20)!
const SILENT_AFTER = days.findLast((day) => day < addDays(TODAY, -120))!

let service: Service

/** Stores tables of a source that arrived at 16:07 on their day, or some days before. */
async function storeTables(code: string, dates: string[], daysBefore = 0): Promise<void> {
  await service.database.write(
    `insert into tables select $1, day, day - $3::integer + interval '16 hours 7 minutes' from unnest($2::date[]) day`,
    [code, dates, daysBefore]
  )
  await service.database.write('insert into coverage values ($1, $2, $3)', [code, dates.length, dates.at(-1)])
}

beforeAll(async () => {
  const names = ['alpha', 'silent', 'ahead', 'beta']
  service = await startService(
    names.map((name) => ({ ...identity(name, 'EUR'), publishes: '16:00' })),
    {},
    { clock }
  )
  await storeTables(
    'alpha',
    days.filter((day) => day !== MISSED)
  )
  await storeTables(
    'silent',
    days.filter((day) => day <= SILENT_AFTER)
  )
  await storeTables(
    'ahead',
    days.map((day) => addDays(day, 42)),
    40
  )
})
afterAll(() => service?.stop())

it('lists the next expected table, the missed ones and how late tables came, without a key', async () => {
  const { status, json } = await service.ask('/api/v1/calendar?bank=alpha')
  expect(status).toBe(200)
  expect(json.sources).toEqual([
    {
      code: 'alpha',
      name: 'Bank alpha',
      cadence: 'daily',
      series: null,
      timezone: 'UTC',
      latest_date: days.at(-1),
      next_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      next_at: expect.stringMatching(/T16:00:00\.000000Z$/),
      clock: '16:00',
      missed: [MISSED],
      late_90_median: 7,
      late_90_worst: 7,
      late_90_tables: expect.any(Number),
      late_365_median: 7,
      late_365_worst: 7,
      late_365_tables: expect.any(Number)
    }
  ])
  expect(json.sources[0].next_date > days.at(-1)!).toBe(true)
})

it('lists all sources with a table as CSV', async () => {
  const { text } = await service.ask('/api/v1/calendar?format=csv&bom=0')
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toMatch(/^code,name,cadence,series,timezone,latest_date,next_date,next_at,clock,missed,late_90_median/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['ahead', 'alpha', 'silent'])
})

it('says in an event since when its source is late', async () => {
  const { text } = await service.ask('/api/v1/calendar.ics?bank=silent')
  const [entry] = (await service.ask('/api/v1/calendar?bank=silent')).json.sources
  expect(entry.latest_date).toBe(SILENT_AFTER)
  expect(entry.missed.length).toBeGreaterThan(60)
  expect(entry.next_date > entry.missed.at(-1)).toBe(true)
  expect(eventsOf(text)[0]!.description).toBe(
    `Expected on ${entry.next_date} at 16:00 (UTC). Late: no table after that of ${SILENT_AFTER}, although ${entry.missed.length} were expected in the last 90 days.`
  )
  expect((await service.ask('/api/v1/calendar.ics?bank=alpha')).text).not.toContain('Late:')
})

it('tells programs to fetch a calendar each hour', async () => {
  const calendar = new ICAL.Component(ICAL.parse((await service.ask('/api/v1/calendar.ics')).text))
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
  expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT1H')
})

it('has no timestamp in the future for a source whose tables are dated ahead', async () => {
  const { text } = await service.ask('/api/v1/calendar.ics?bank=ahead')
  const [event] = eventsOf(text)
  expect((await service.ask('/api/v1/calendar?bank=ahead')).json.sources[0].latest_date > TODAY).toBe(true)
  expect(event!.component.getFirstPropertyValue('dtstamp')!.toString()).toBe(`${TODAY}T00:00:00Z`)
})

it('says that a calendar has one format', async () => {
  const { status, json } = await service.ask('/api/v1/calendar.ics?format=csv')
  expect([status, json.error]).toEqual([400, 'format: expected none, because the answer is always text/calendar'])
})

it('has the column of missed tables in CSV while too few arrivals are known', async () => {
  const fresh = await startService(
    [identity('fresh', 'EUR')],
    { fresh: [{ date: TODAY, base: 'EUR', quote: 'USD', type: 'reference', value: '1.15' }] },
    { clock }
  )
  const { text } = await fresh.ask('/api/v1/calendar?format=csv&bom=0').finally(() => fresh.stop())
  expect(parse(text, { columns: true })).toEqual([expect.objectContaining({ code: 'fresh', missed: '' })])
})

/** The answer to a request that names a host. */
function askAt(host: string, path: string): Promise<string> {
  const { hostname, port } = new URL(service.address)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host } }, (response) => resolve(readText(response)))
      .on('error', reject)
      .end()
  })
}

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((it) => new ICAL.Event(it))

it('writes a calendar with the next table of every source, and the next ten of one, that another program reads', async () => {
  const all = await service.ask('/api/v1/calendar.ics')
  expect(all.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(eventsOf(all.text)).toHaveLength(3)

  const { text } = await service.ask('/api/v1/calendar.ics?bank=alpha')
  const [{ next_date: next }] = (await service.ask('/api/v1/calendar?bank=alpha')).json.sources
  const events = eventsOf(text)
  expect(events).toHaveLength(10)
  expect(events[0]).toMatchObject({
    uid: `alpha-daily-${next}@127.0.0.1`,
    summary: `Bank alpha: table of ${next}`,
    description: `Expected on ${next} at 16:00 (UTC). Newest table: ${days.at(-1)}. Arrival in the last 90 days: 7 min after the expected time at the median, 7 min after the expected time at the latest.`
  })
  expect(events[0]!.startDate.toJSDate().toISOString()).toBe(`${next}T16:00:00.000Z`)
  expect(events[0]!.component.getFirstPropertyValue('url')).toBe(`${service.address}/banks/alpha`)
  for (const event of events)
    for (const name of ['uid', 'dtstamp', 'dtstart'])
      expect(event.component.getAllProperties(name), name).toHaveLength(1) // RFC 5545, section 3.6.1
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(10)
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

it('caches an answer without the origin for all hosts, and one with the origin for each host', async () => {
  const misses = async () =>
    Number(/lookups_total\{result="miss"\} (\d+)/.exec((await service.ask('/metrics')).text)![1])
  await service.ask('/api/v1/calendar?format=ndjson')
  const before = await misses()
  for (const host of ['a.example.org', 'b.example.org']) await askAt(host, '/api/v1/calendar?format=ndjson')
  expect(await misses()).toBe(before)
  for (const host of ['a.example.org', 'b.example.org'])
    expect(await askAt(host, '/api/v1/calendar.ics?bank=alpha')).toContain(`@${host}\r\nDTSTAMP`)
})

it('returns 404 for an unknown source, and an empty list for one without a table', async () => {
  for (const path of ['/api/v1/calendar', '/api/v1/calendar.ics'])
    expect((await service.ask(`${path}?bank=nobody`)).json.code, path).toBe('unknown_source')
  expect((await service.ask('/api/v1/calendar?bank=beta')).json.sources).toEqual([])
  expect(eventsOf((await service.ask('/api/v1/calendar.ics?bank=beta')).text)).toEqual([])
})

it.each([
  ['/api/v1/calendar?bank=E', 'invalid_parameter', /^bank: .*expected/],
  ['/api/v1/calendar?bank=alpha&bank=beta', 'invalid_parameter', /bank.*sent more than once/],
  ['/api/v1/calendar?from=2026-01-01', 'unknown_parameter', /from/],
  ['/api/v1/calendar?format=ics', 'invalid_parameter', /^format: .*json/]
])('refuses %s with what was expected', async (path, code, message) => {
  const { status, json } = await service.ask(path)
  expect([status, json.code]).toEqual([400, code])
  expect(json.error ?? json.message).toMatch(message)
})
