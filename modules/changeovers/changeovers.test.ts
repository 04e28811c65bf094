import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, type Service } from '../../test/support/service.ts'

let service: Service

beforeAll(async () => {
  const bolivars = (days: Record<string, string>) =>
    Object.entries(days).map(([date, value]) => ({ date, base: 'USD', quote: 'VES', type: 'reference', value }))
  service = await startService(
    ['alpha', 'beta', 'early', 'late', 'ended', 'restated', 'since'].map((code) => identity(code, 'USD')),
    {
      alpha: [
        { date: '2025-12-30', base: 'BGN', quote: 'USD', type: 'reference', value: '0.6' },
        { date: '2026-01-02', base: 'EUR', quote: 'USD', type: 'reference', value: '1.17' }
      ],
      beta: [{ date: '2026-01-05', base: 'EUR', quote: 'USD', type: 'reference', value: '1.17' }],
      early: bolivars({ '2021-09-30': '4181781.84', '2021-10-01': '4.18178184', '2021-10-04': '4.17' }),
      late: [
        { date: '2021-09-30', base: 'VES', quote: 'USD', type: 'reference', value: '0.00000024' },
        { date: '2021-10-05', base: 'VES', quote: 'USD', type: 'reference', value: '0.00000025' },
        { date: '2021-10-06', base: 'VES', quote: 'USD', type: 'reference', value: '0.24' }
      ],
      ended: bolivars({ '2021-08-31': '4100000' }),
      restated: bolivars({ '2021-09-30': '4.18', '2021-10-04': '4.17' }),
      since: bolivars({ '2021-10-04': '4.17' })
    }
  )
})
afterAll(() => service.stop())

it('lists a changeover with its factor, its days, its act and the sources that print the former code', async () => {
  const { status, json } = await service.ask('/api/v1/changeovers?currency=BGN&from=2020-01-01')
  expect(status).toBe(200)
  expect(json).toEqual({
    schema: '1.1',
    changeovers: [
      {
        former: 'BGN',
        former_name: 'Bulgarian Lev',
        successor: 'EUR',
        successor_name: 'Euro',
        date: '2026-01-01',
        ratio: '1.95583',
        same_code: false,
        former_from: '1999-07-05',
        former_until: '2026-01-31',
        tender_until: '2026-01-31',
        double_from: '2026-01-01',
        double_until: '2026-01-31',
        act: 'Regulation (EU) 2025/1409',
        sources: [{ bank: 'alpha', first_date: '2025-12-30', last_date: '2025-12-30', successor_from: '2026-01-02' }]
      }
    ]
  })
})

it('lists a code that stayed the same and denotes a new unit', async () => {
  const { json } = await service.ask('/api/v1/changeovers?currency=VES&from=2021-01-01&to=2021-12-31')
  expect(json).toMatchObject({
    changeovers: [{ former: 'VES', successor: 'VES', date: '2021-10-01', ratio: '1000000', same_code: true }]
  })
})

it('lists when each source began to print a new unit under the same code, if its figures show it', async () => {
  const { json } = await service.ask('/api/v1/changeovers?currency=VES&from=2021-01-01&to=2021-12-31')
  expect(json.changeovers[0].sources).toEqual([
    { bank: 'early', first_date: '2021-09-30', last_date: '2021-09-30', successor_from: '2021-10-01' },
    { bank: 'ended', first_date: '2021-08-31', last_date: '2021-08-31', successor_from: null },
    { bank: 'late', first_date: '2021-09-30', last_date: '2021-10-05', successor_from: '2021-10-06' }
  ])
})

it.each([
  ['DEM', '1948-06-20', '2001-12-31', null, null],
  ['FRF', '1960-01-01', '2002-02-17', '2002-01-01', '2002-02-17'],
  ['HRK', '1994-05-30', '2023-01-14', '2023-01-01', '2023-01-14'],
  ['XEU', '1979-01-01', null, null, null]
])('lists the days on which %s and the euro were both legal tender', async (code, from, tender, double, until) => {
  const { json } = await service.ask(`/api/v1/changeovers?currency=${code}`)
  expect(json.changeovers.at(-1)).toMatchObject({
    former: code,
    successor: 'EUR',
    former_from: from,
    tender_until: tender,
    double_from: double,
    double_until: until
  })
})

it('lists no last day as legal tender where only one of several countries changed', async () => {
  const { json } = await service.ask('/api/v1/changeovers')
  const changeovers = json.changeovers as Array<Record<string, string | null>>
  for (const { former, successor, tender_until: tender, former_until: until } of changeovers)
    if (tender !== null && former !== successor && former !== 'ZWD') expect([former, until]).not.toEqual([former, null])
  expect(changeovers.filter(({ former, tender_until: it }) => former === 'RUR' && it !== null)).toMatchObject([
    { successor: 'RUB', tender_until: '1998-12-31' }
  ])
})

it('never ends the former unit before its last day as legal tender', async () => {
  const { json } = await service.ask('/api/v1/changeovers?currency=VEB')
  expect(json.changeovers).toMatchObject([{ former_until: '2011-12-31', tender_until: '2011-12-31' }])
  const { json: all } = await service.ask('/api/v1/changeovers')
  for (const { former_until: until, tender_until: tender } of all.changeovers)
    if (until !== null && tender !== null) expect(until >= tender).toBe(true)
})

it('lists all changeovers ascending as CSV', async () => {
  const { text } = await service.ask('/api/v1/changeovers?format=csv&bom=0')
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toMatch(/^former,former_name,successor,successor_name,date,ratio/)
  expect(rows.length).toBeGreaterThan(100)
})

it('writes the sources of a changeover as JSON in a cell of CSV', async () => {
  const { json } = await service.ask('/api/v1/changeovers')
  const { text } = await service.ask('/api/v1/changeovers?format=csv&bom=0')
  const rows: { sources: string }[] = parse(text, { columns: true })
  expect(rows.map(({ sources }) => JSON.parse(sources || '[]'))).toEqual(
    json.changeovers.map(({ sources }: { sources: object[] }) => sources)
  )
  expect(rows.some(({ sources }) => sources.includes('"bank":"alpha"'))).toBe(true)
})

it('writes a calendar with lines of at most 75 octets, of first days and of last days as legal tender', async () => {
  const { text, headers } = await service.ask('/api/v1/changeovers.ics?from=2020-01-01')
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:P1D\r\n')
  expect(text).toContain('UID:BGN-EUR-2026-01-01@127.0.0.1\r\n')
  expect(text).toContain('DTSTART;VALUE=DATE:20260101\r\nSUMMARY:EUR replaces BGN\r\n')
  expect(text).toContain('UID:BGN-EUR-2026-01-01-tender@127.0.0.1\r\n')
  expect(text).toContain('DTSTART;VALUE=DATE:20260131\r\nSUMMARY:BGN: last day as legal tender\r\n')
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.match(/BEGIN:VEVENT/g)!.length).toBe(text.match(/END:VEVENT/g)!.length)
})

it('returns 400 for an invalid currency, date or window', async () => {
  expect((await service.ask('/api/v1/changeovers?currency=lev1')).status).toBe(400)
  expect((await service.ask('/api/v1/changeovers?from=2025-02-30')).status).toBe(400)
  for (const path of ['/api/v1/changeovers', '/api/v1/changeovers.ics'])
    expect((await service.ask(`${path}?from=2026-01-02&to=2026-01-01`)).status, path).toBe(400)
})
