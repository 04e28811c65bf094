import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { HttpError } from '../../../api/contract/errors.ts'
import { FORMATS, write } from '../../../api/formats/index.ts'
import type { Context } from '../../../api/server/route.ts'
import { publicHistory } from '../../../api/rates/public-route.ts'
import { Database } from '../../../sql/database.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { identity } from '../../support/service.ts'
import { MANY, NAMES, streamed } from './long-rows.ts'

const TODAY = '2026-11-20'
const CHANCES = Array.from({ length: 25 }, (_, at) => `chance${at}`)
const TYPES = ['middle', 'buy', 'sell']

const row = (date: string, base: string, type: string, value: string, quote = 'EUR'): Row => ({
  date,
  base,
  quote,
  type,
  value
})
const ALPHA = [
  row('2025-11-19', 'USD', 'middle', '0.9400'),
  row('2025-11-20', 'USD', 'middle', '0.9500'),
  row('2026-10-30', 'GBP', 'buy', '1.1300'),
  row('2026-10-30', 'GBP', 'sell', '1.1400'),
  row('2026-10-30', 'USD', 'sell', '0.8700'),
  row('2026-10-30', 'USD', 'middle', '0.8650'),
  row('2026-11-19', 'EUR', 'middle', '175.123456789012345678', 'JPY'),
  row('2026-11-19', 'USD', 'buy', '0.8600'),
  row('2026-11-19', 'GBP', 'middle', '1.1350'),
  row('2026-11-20', 'USD', 'middle', '0.8610'),
  row('2026-11-20', 'USD', 'buy', '0.8600')
]
const EXPECTED = [
  ['2025-11-20', 'USD', 'EUR', 'middle', '0.9500'],
  ['2026-10-30', 'GBP', 'EUR', 'buy', '1.1300'],
  ['2026-10-30', 'USD', 'EUR', 'middle', '0.8650'],
  ['2026-11-19', 'EUR', 'JPY', 'middle', '175.123456789012345678'],
  ['2026-11-19', 'GBP', 'EUR', 'middle', '1.1350'],
  ['2026-11-19', 'USD', 'EUR', 'buy', '0.8600'],
  ['2026-11-20', 'USD', 'EUR', 'middle', '0.8610']
]

let test: TestDatabase
let one: Database

beforeAll(async () => {
  test = await testDatabase()
  one = new Database({ url: test.url, connections: 1 })
  await seedSources(
    test.database,
    ['alpha', 'nothing', ...CHANCES].map((code) => identity(code, 'EUR', TYPES))
  )
  await seedRows(test.database, 'alpha', ALPHA)
  await seedRows(test.database, 'alpha', ALPHA) // a second document, which releases waiting rows
})
afterAll(async () => {
  await one.close()
  await test.drop()
})

async function download(
  bank: string,
  query: Record<string, string> = {},
  database = test.database
): Promise<{ stream: Readable; headers: Record<string, string>; units?: number }> {
  const request = publicHistory.read({ bank }, new URLSearchParams(query))
  const answer = await publicHistory.run(request, { database, today: TODAY } as Context)
  const { body, headers = {}, units } = await write(answer, request)
  return { stream: body as Readable, headers, units }
}

const bytesOf = async (bank: string, query?: Record<string, string>) => buffer((await download(bank, query)).stream)
const rowsOf = async (query: Record<string, string>, bank = 'alpha') =>
  parse(await bytesOf(bank, { ...query, format: 'csv' }), { bom: true }).slice(1)

async function sheetOf(bytes: Buffer): Promise<exceljs.Worksheet> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  return workbook.worksheets[0]!
}

describe('a download', () => {
  it('is CSV in UTF-8 with a byte-order mark and all digits', async () => {
    const { stream, headers } = await download('alpha', { format: 'csv' })
    const bytes = await buffer(stream)
    expect(headers).toEqual({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="alpha-history-2025-11-20-2026-11-20.csv"'
    })
    expect(bytes.toString().startsWith(`\ufeff${NAMES.join(',')}\r\n2025-11-20,USD,EUR,middle,0.9500\r\n`)).toBe(true)
    expect(parse(bytes, { bom: true })).toEqual([NAMES, ...EXPECTED])
  })

  it('is JSON with the declared fields and all digits', async () => {
    const { stream, headers } = await download('alpha')
    const text = (await buffer(stream)).toString()
    expect(headers).toEqual({ 'Content-Type': 'application/json; charset=utf-8' })
    expect(text).toContain(
      '{"rate_date":"2026-11-19","base_ccy":"EUR","quote_ccy":"JPY","rate_type":"middle","value":175.123456789012345678}'
    )
    expect(publicHistory.response.parse(JSON.parse(text))).toEqual({
      bank: 'alpha',
      from: '2025-11-20',
      to: '2026-11-20',
      rates: EXPECTED.map((cells) =>
        Object.fromEntries(cells.map((cell, at) => [NAMES[at], at === 4 ? Number(cell) : cell]))
      )
    })
  })

  it('is a workbook with typed dates and numbers and a frozen bold header', async () => {
    const { stream, headers } = await download('alpha', { format: 'xlsx' })
    const sheet = await sheetOf(await buffer(stream))
    expect(headers['Content-Disposition']).toBe('attachment; filename="alpha-history-2025-11-20-2026-11-20.xlsx"')
    expect([...Array(sheet.rowCount).keys()].map((at) => (sheet.getRow(at + 1).values as unknown[]).slice(1))).toEqual([
      NAMES,
      ...EXPECTED.map(([date, ...rest]) => [new Date(date!), ...rest.slice(0, 3), Number(rest[3])])
    ])
    expect(sheet.name).toBe('rates')
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.getCell('A1').font.bold).toBe(true)
    expect(sheet.getCell('A2').numFmt).toBe('yyyy-mm-dd')
  })

  it('contains the table of each date, with the first rate type of each pair', async () => {
    const dates = await test.database.read<{ date: string }>(
      "select date from tables where source = 'alpha' and date between '2025-11-20' and '2026-11-20' order by date"
    )
    const tables = await Promise.all(
      dates.map(async ({ date }) => {
        const rates = await test.database.read<Record<string, string>>(
          "select rate_date, base, quote, type, value from table_on('alpha', $1)",
          [date]
        )
        return rates.filter(
          (rate) =>
            !rates.some(
              (it) =>
                it.base === rate.base && it.quote === rate.quote && TYPES.indexOf(it.type!) < TYPES.indexOf(rate.type!)
            )
        )
      })
    )
    expect(await rowsOf({})).toEqual(tables.flat().map((rate) => Object.values(rate)))
  })

  it('contains the requested rate type', async () => {
    expect(await rowsOf({ type: 'buy' })).toEqual([
      ['2026-10-30', 'GBP', 'EUR', 'buy', '1.1300'],
      ['2026-11-19', 'USD', 'EUR', 'buy', '0.8600'],
      ['2026-11-20', 'USD', 'EUR', 'buy', '0.8600']
    ])
  })

  it.each([
    [{}, 6],
    [{ from: '2026-11-01' }, 3],
    [{ type: 'sell' }, 2],
    [{ from: '2026-11-20', to: '2026-11-20' }, 1],
    [{ from: '2025-11-19', to: '2025-11-20' }, 1]
  ])('costs a unit per pair and month for %j: %i', async (query, units) => {
    const { units: cost, stream } = await download('alpha', query as Record<string, string>)
    stream.destroy()
    expect(cost).toBe(units)
  })

  it.each([
    ['alpha', { from: '2025-11-19' }, 400, 'at most 366 days'],
    ['alpha', { from: '2026-11-21' }, 400, 'must not be after to'],
    ['alpha', { type: 'reference' }, 400, 'expected middle, buy, sell'],
    ['alpha', { from: '2026-01-01', to: '2026-02-01' }, 404, 'alpha has no rate from 2026-01-01 to 2026-02-01'],
    ['alpha', { type: 'sell', from: '2026-11-01' }, 404, 'no rate of type sell'],
    ['unknown', {}, 404, 'there is no source unknown'],
    ['nothing', {}, 503, 'nothing has been ingested']
  ])('refuses a download of %s with %j with %i', async (bank, query, status, message) => {
    const error = await download(bank, query as Record<string, string>).catch((it: unknown) => it)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status, message: expect.stringContaining(message) })
  })

  it.each([
    ['2026-11-20', '2025-11-20'],
    ['2024-02-29', '2023-03-01'],
    ['2024-03-01', '2023-03-02'],
    ['0001-03-01', '0001-03-01']
  ])('begins a download up to %s on %s', async (to, from) => {
    await expect(
      download('alpha', { to }).then(
        ({ stream, headers }) => {
          stream.destroy()
          return headers['Content-Disposition'] ?? `from ${from} to ${to}`
        },
        ({ message }) => message
      )
    ).resolves.toContain(`from ${from} to ${to}`)
  })
})

describe('random tables', () => {
  const days = fc
    .integer({ min: 0, max: 140 })
    .map((day) => new Date(Date.UTC(2024, 0, 20 + day)).toISOString().slice(0, 10))
  const pairs = fc.constantFrom<[string, string][]>(['USD', 'EUR'], ['EUR', 'USD'], ['GBP', 'EUR'], ['USD', 'GBP'])
  const rates = fc.uniqueArray(fc.record({ date: days, pair: pairs, type: fc.constantFrom(...TYPES) }), {
    minLength: 1,
    maxLength: 40,
    selector: (it) => JSON.stringify(it)
  })
  const waiting = [...CHANCES]

  it('give the expected rows and cost', () =>
    fc.assert(
      fc.asyncProperty(rates, days, days, fc.option(fc.constantFrom(...TYPES)), async (given, one, other, type) => {
        const bank = waiting.shift()!
        await seedRows(
          test.database,
          bank,
          given.map(({ date, pair: [base, quote], type }, at) => row(date, base, type, `1.0${at + 10}`, quote))
        )
        const [from, to] = [one, other].sort() as [string, string]
        const rows = new Map<string, { month: string; line: string; rank: number }>()
        for (const [at, { date, pair, type: its }] of given.entries()) {
          const key = [date, ...pair].join()
          const rank = TYPES.indexOf(its)
          if (date < from || date > to || (type ?? its) !== its || (rows.get(key)?.rank ?? rank) < rank) continue
          rows.set(key, { month: [date.slice(0, 7), ...pair].join(), line: `${key},${its},1.0${at + 10}`, rank })
        }
        const expected = [...rows.keys()].sort().map((key) => rows.get(key)!)
        const values = [bank, from, to, type]
        const { cells } = await test.database.readCells(
          'select rate_date, base_ccy, quote_ccy, rate_type, value from table_history($1, $2, $3, $4)',
          values
        )
        const [cost] = await test.database.read('select pair_months from bank_tables($1, $2, $3, $4)', values)
        expect(cells.map((line) => line.join())).toEqual(expected.map(({ line }) => line))
        expect(cost).toEqual({ pair_months: new Set(expected.map(({ month }) => month)).size })
      }),
      { numRuns: CHANCES.length, endOnFailure: true }
    ))
})

describe('batches', () => {
  const read = (database: Database) =>
    database.readBatches('select number from generate_series(1, $1) number', [10_000], 100)
  const readAgain = () =>
    Readable.from(one.readBatches('select 1', [], 5))
      .flatMap(({ cells }) => cells)
      .toArray()
  const openReads = () =>
    test.database.read(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
    )

  it('come in order with their columns, the last one shorter', async () => {
    const sizes: number[] = []
    for await (const { columns, cells } of one.readBatches(
      'select number from generate_series(1, $1) number',
      [7],
      3
    )) {
      expect(columns).toEqual([{ name: 'number', oid: 23 }])
      sizes.push(cells.length)
    }
    expect(sizes).toEqual([3, 3, 1])
  })

  it('do not exist without rows', async () => {
    for await (const batch of one.readBatches('select 1 where false', [], 3)) expect(batch).toBeUndefined()
    expect(await readAgain()).toEqual([[1]])
  })

  it('leave connections for other reads', async () => {
    const batches = read(one)
    await batches.next()
    expect(await one.read('select 1 as it')).toEqual([{ it: 1 }])
    await batches.return()
  })

  it('end with their consumer, which frees the only connection', async () => {
    for await (const { cells } of read(one)) {
      expect(cells).toHaveLength(100)
      break
    }
    expect(await openReads()).toEqual([])
    expect(await readAgain()).toEqual([[1]])
  })

  it('free the connection when the query fails at the start or half-way', async () => {
    await expect(one.readBatches('select 1 from nowhere', [], 5).next()).rejects.toThrow('nowhere')
    const failing = one.readBatches('select 1 / (10 - number) from generate_series(1, $1) number', [20], 5)
    expect((await failing.next()).value!.cells).toHaveLength(5)
    await expect(failing.next()).rejects.toThrow('division by zero')
    expect(await readAgain()).toEqual([[1]])
  })

  it('continue after a pause of the consumer that exceeds the read time-out', async () => {
    const hurried = new Database({ url: test.url, connections: 1, readTimeout: 500 })
    const batches = read(hurried)
    await batches.next()
    await sleep(4_500) // four times the time-out for a file, and two seconds that the driver adds
    expect((await batches.next()).value!.cells[0]).toEqual([101])
    await batches.return()
    await hurried.close()
  })

  it('fail after ten minutes, which frees the connection', async () => {
    await readAgain()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const batches = read(one)
    await batches.next()
    vi.advanceTimersByTime(600_000)
    vi.useRealTimers()
    expect(await readAgain()).toEqual([[1]])
    await expect(batches.next()).rejects.toThrow()
    expect(await readAgain()).toEqual([[1]])
  })

  it('fail if the connection is lost, and the next read gets a new one', async () => {
    const batches = read(one)
    await batches.next()
    await test.database.write(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
    )
    await sleep(50)
    await expect(batches.next()).rejects.toThrow()
    expect(await readAgain()).toEqual([[1]])
  })

  it.each(FORMATS)('stop when a download of %s is aborted', async (format) => {
    const body = streamed(format, one.readBatches(MANY, [50_000], 500))
    for await (const chunk of body) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    expect(await readAgain()).toEqual([[1]])
  })

  it.each(FORMATS)('are not requested for an unread download of %s', async (format) => {
    const body = streamed(format, one.readBatches('select 1 from nowhere', [], 500))
    body.destroy()
    expect(await readAgain()).toEqual([[1]])
  })

  it.each(FORMATS)('pass an error on to a download of %s', async (format) => {
    const body = streamed(format, one.readBatches('select 1 from nowhere', [], 500))
    await expect(buffer(body)).rejects.toThrow('nowhere')
  })
})

describe('the first bytes of a download', () => {
  it.each(FORMATS)('follow the first rows of a download of %s', async (format) => {
    let giveFirst!: () => void
    const first = new Promise<void>((resolve) => {
      giveFirst = resolve
    })
    async function* late() {
      await first
      yield { cells: [['2026-11-20', 'USD', 'EUR', 'middle', '1.1']] }
    }
    const body = streamed(format, late())
    let isReadable = false
    const readable = once(body, 'readable').then(() => {
      isReadable = true
    })
    await sleep(50)
    expect(isReadable).toBe(false)
    giveFirst()
    await readable
    body.destroy()
  })
})
