import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Publication, Row, Source } from '../../../adapters/source.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadStaging } from '../../../pipelines/load/load.ts'
import { stagingOf } from '../../../pipelines/load/staging.ts'
import { reparseSource } from '../../../pipelines/runs/run.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { parser } from '../../support/parser.ts'
import { identity } from '../../support/service.ts'

const DATE = '2026-02-13'
const EARLIER = 'printed earlier than the stored rate'

interface Print {
  time: string
  usd: string
}

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('test', 'EUR')])
})
afterAll(() => test.drop())
beforeEach(() => empty())

const empty = () =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, quarantine_decisions, runs, publications, documents'
  )

const documentOf = ({ time, usd }: Print): Publication => ({
  source: 'test',
  request: { method: 'GET', url: `https://example.com/rates?time=${time}`, headers: {} },
  mediaType: 'text/plain',
  headers: {},
  body: Buffer.from(`${time} ${usd}`)
})

/** A source whose documents have a printed time; versions of its adapter before this one did not read it. */
const sourceWith = (readsTime: boolean): Source => ({
  ...identity('test', 'EUR'),
  async *fetch() {},
  parse({ body }): Row[] {
    const [time, usd] = Buffer.from(body).toString().split(' ')
    return ['USD', 'GBP'].map((quote) => ({
      date: DATE,
      base: 'EUR',
      quote,
      type: 'reference',
      value: quote === 'USD' ? usd! : '0.86',
      ...(readsTime ? { time } : {})
    }))
  }
})

/** Loads a document, and returns the number of rows that a later printed time keeps out. */
async function load(print: Print, readsTime = true): Promise<number> {
  const publication = documentOf(print)
  const { id } = await archive(test.database, publication)
  const staging = stagingOf({ good: await sourceWith(readsTime).parse(publication), bad: [] })
  await loadStaging(test.database, id, staging, null)
  return staging.skippedItems[EARLIER] ?? 0
}

const stored = async () =>
  (await test.database.read<{ value: string }>("select value from rates where quote = 'USD'")).map((it) => it.value)

const TIMES = ['10:00', '11:00', '12:00']
const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] // prettier-ignore
const VALUES = ['1.08 1.08 1.08', '1.08 1.08 1.09', '1.08 1.09 1.08', '1.08 1.09 1.09', '1.08 1.09 1.10']

describe.each(VALUES)('documents printed at 10:00, 11:00 and 12:00 with %s', (values) => {
  const prints = values.split(' ').map((usd, place) => ({ time: TIMES[place]!, usd }))

  it.each(ORDERS)('end with the figure of 12:00 when they arrive as %i, %i, %i', async (...order) => {
    let expected: Print | undefined
    for (const print of order.map((place) => prints[place]!)) {
      const isEarlier = expected !== undefined && print.time < expected.time
      expect(await load(print)).toBe(isEarlier && print.usd !== expected!.usd ? 1 : 0)
      if (!isEarlier) expected = print
      expect(await stored()).toEqual([expected!.usd])
    }
  })
})

it('records a figure that was printed earlier than the stored one, with its document', async () => {
  await load({ time: '12:00', usd: '1.09' })
  await load({ time: '10:00', usd: '1.08' })
  await load({ time: '10:00', usd: '1.08' })
  expect(
    await test.database.read(`
      select date, quote, value, status, reason, decided_by, why, url
      from quarantine
      join quarantine_decisions on quarantine_id = quarantine.id
      join publications on publications.id = publication_id`)
  ).toEqual([
    {
      date: DATE,
      quote: 'USD',
      value: '1.08',
      status: 'corrected',
      reason: EARLIER,
      decided_by: 'ratebook',
      why: 'a document with a later printed time has another value',
      url: 'https://example.com/rates?time=10:00'
    }
  ])
})

it.each(['pending', 'rejected', 'unsaid'])('replaces a figure whose later print is %s', async (status) => {
  await load({ time: '09:00', usd: '1.08' })
  await load({ time: '15:00', usd: '1.10' })
  await test.database.write('truncate rates, tables, coverage, series, quarantine, quarantine_decisions')
  await load({ time: '09:01', usd: '1.08' })
  await test.database.write(
    `insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason, fault, status, decided_at)
     select source, id, $1, 'EUR', 'USD', 'reference', '1.10', '1', 'moved', 'move', $2, case when $2 <> 'pending' then now() end
     from publications
     where printed_at::time = '15:00'`,
    [DATE, status]
  )
  expect(await load({ time: '12:00', usd: '1.09' })).toBe(0)
  expect(await stored()).toEqual(['1.09'])
})

it('stores the figures that were printed last after one reparse of documents without stored times', async () => {
  const pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'Ratebook',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  for (const order of ORDERS) {
    await empty()
    for (const place of order) await load({ time: TIMES[place]!, usd: ['1.08', '1.09', '1.08'][place]! }, false)
    expect(await reparseSource(pipeline, sourceWith(true))).toMatchObject({ status: 'ok', publications: 3 })
    expect([order, await stored()]).toEqual([order, ['1.08']])
    expect(await reparseSource(pipeline, sourceWith(true))).toMatchObject({ new: 0, changed: 0, quarantined: 0 })
  }
})
