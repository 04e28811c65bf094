import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../adapters/kit/dates.ts'
import { identity, startService, type Service } from '../../test/support/service.ts'

const TODAY = new Date().toISOString().slice(0, 10)
const FIRST = addDays(TODAY, -800)

/** Each Monday to Friday up to yesterday but one, which is missed. */
const days = Array.from({ length: 800 }, (_, at) => addDays(FIRST, at)).filter((day) => weekday(day) < 6)
const MISSED = days.at(-20)!

let service: Service

beforeAll(async () => {
  service = await startService([{ ...identity('alpha', 'EUR'), publishes: '16:00' }, identity('beta', 'EUR')], {})
  await service.database.write(
    `insert into tables select 'alpha', day, day + interval '16 hours 7 minutes' from unnest($1::date[]) day`,
    [days.filter((day) => day !== MISSED)]
  )
  await service.database.write("insert into coverage values ('alpha', 500, $1)", [days.at(-1)])
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
  expect(head).toMatch(/^code,name,cadence,timezone,latest_date,next_date,next_at,clock,missed,late_90_median/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['alpha'])
})

it('writes a calendar with the next table of every source, and the next ten of one', async () => {
  const all = await service.ask('/api/v1/calendar.ics')
  expect(all.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(all.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  const { text } = await service.ask('/api/v1/calendar.ics?bank=alpha')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(10)
  expect(text).toMatch(/UID:alpha-\d{4}-\d\d-\d\d@127\.0\.0\.1\r\n/)
  expect(text).toMatch(/DTSTART:\d{8}T160000Z\r\n/)
})

it('returns 404 for an unknown source, and an empty list for one without a table', async () => {
  for (const path of ['/api/v1/calendar', '/api/v1/calendar.ics'])
    expect((await service.ask(`${path}?bank=nobody`)).json.code, path).toBe('unknown_source')
  expect((await service.ask('/api/v1/calendar?bank=beta')).json.sources).toEqual([])
})
