import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import bnr from '../../../adapters/bnr.ts'
import { loadSources } from '../../../adapters/registry.ts'
import type { Source } from '../../../adapters/source.ts'
import { dryRun } from '../../../pipelines/runs/dry-run.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { backfillSource, ingestSource } from '../../../pipelines/runs/ingest.ts'
import { listQuarantine } from '../../../pipelines/care/quarantine.ts'
import { ThreadParser } from '../../../pipelines/read/parser.ts'
import { reparseSource, type Pipeline } from '../../../pipelines/runs/run.ts'
import { FIXTURES } from '../../adapters/fixture.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'

let test: TestDatabase
let pipeline: Pipeline
let sources: Source[]

beforeAll(async () => {
  test = await testDatabase()
  sources = await loadSources()
  await seedSources(test.database)
  pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser: new ThreadParser()
  }
})
afterAll(() => test.drop())
afterEach(() =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
  )
)

const replay = (source: Source, folder = FIXTURES) => ingestSource(pipeline, source, { replay: folder })
const rates = () =>
  test.database.write('select source, base, quote, type, date, value, unit from rates order by 1, 2, 3, 4, 5')
const runs = () => test.database.write('select * from list_runs(null, 100)')

/** A folder with a recording of bnr with the given Rate elements, of a year's file. */
function recordingOf(rateElements: string, { year = '2026', ...marks }: { year?: string; cut?: true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-replay-'))
  const xml = `<DataSet><Body><OrigCurrency>RON</OrigCurrency>${rateElements}</Body></DataSet>`
  writeRecording(join(folder, 'bnr'), { '01.xml': xml }, year, marks)
  return folder
}

function writeRecording(
  folder: string,
  files: Record<string, string>,
  year = '2026',
  marks: { cut?: true } = {}
): void {
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  writeFileSync(
    join(folder, 'interactions.json'),
    JSON.stringify({
      source: 'bnr',
      ...marks,
      windows: [{ from: `${year}-01-05`, to: `${year}-01-06` }],
      interactions: [
        {
          request: { method: 'GET', url: `https://curs.bnr.ro/files/xml/years/nbrfxrates${year}.xml` },
          response: { status: 200, headers: { 'content-type': 'text/xml' }, bodyFile: '01.xml' }
        }
      ]
    })
  )
}

describe('a run', () => {
  it('quarantines bad figures with their reasons, loads the others, and counts skipped rows', async () => {
    const day = (date: string, rows: string) => `<Cube date="${date}">${rows}</Cube>`
    const folder = recordingOf(
      day(
        '2026-01-05',
        '<Rate currency="EUR">5.09</Rate><Rate currency="USD">-4.35</Rate><Rate currency="GBP">0</Rate><Rate ' +
          'currency="CHF">N/A</Rate><Rate currency="ZZZ">1</Rate><Rate currency="HUF">-</Rate>'
      )
    )
    expect(await replay(bnr, folder)).toMatchObject({
      status: 'ok',
      new: 1,
      quarantined: 4,
      skippedItems: { 'no rate': 1 }
    })
    expect(await test.database.read("select skipped from source_states(current_date) where code = 'bnr'")).toEqual([
      { skipped: { 'no rate': 1 } }
    ])
    expect(
      (await listQuarantine(test.database)).map(({ base, value, reason }) => [base, value, reason.split(',')[0]])
    ).toEqual([
      ['USD', '-4.35', 'the value is negative'],
      ['GBP', '0', 'the value is zero'],
      ['CHF', 'N/A', 'the value is not a number'],
      ['ZZZ', '1', 'the base is not an ISO 4217 currency code']
    ])
    expect(await replay(bnr, folder)).toMatchObject({ new: 0, changed: 0, quarantined: 0 })
  })

  it('fails with the expected and the found layout, also in the table of runs', async () => {
    const folder = recordingOf('')
    writeFileSync(join(folder, 'bnr', '01.xml'), '<html><body>Acasa</body></html>')
    const outcome = await replay(bnr, folder)
    expect(outcome).toMatchObject({
      source: 'bnr',
      status: 'failed',
      error: expect.stringContaining('expected <DataSet>, found "<html><body>Acasa</body></html>"')
    })
    expect((await runs())[0]).toMatchObject({ source: 'bnr', status: 'failed', error: outcome.error })
    expect(await rates()).toEqual([])
  })

  it('fails with the request that has no recorded answer', async () => {
    expect(await ingestSource(pipeline, bnr, { replay: FIXTURES, from: '2019-01-01', to: '2019-01-02' })).toMatchObject(
      {
        status: 'failed',
        error: 'GET https://curs.bnr.ro/files/xml/years/nbrfxrates2019.xml has no recorded answer'
      }
    )
  })

  it('is skipped with the missing credential and where to get it', async () => {
    const source = sources.find(({ code }) => code === 'banxico')!
    expect(await ingestSource(pipeline, source, {})).toMatchObject({
      status: 'skipped',
      error: expect.stringMatching(/^BANXICO_API_KEY is not set; get it at https:/)
    })
  })

  it('waits for another run of the same source, and releases the lock with its connection', async () => {
    const both = await Promise.all([replay(bnr), replay(bnr)])
    expect(both.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(both.reduce((sum, it) => sum + it.new, 0)).toBe(7)
  })

  it('reports that it lost the database, so that it is repeated', async () => {
    const failing = (error: Error): Source => ({
      ...bnr,
      async *fetch() {
        yield await Promise.reject<never>(error)
      }
    })
    const lost = Object.assign(new Error('the connection was ended'), { code: '57P01' })
    expect(await ingestSource(pipeline, failing(lost), {})).toMatchObject({ status: 'failed', isCutOff: true })
    expect(await ingestSource(pipeline, failing(new Error('another')), {})).toEqual(
      expect.not.objectContaining({
        isCutOff: true
      })
    )
  })

  /** A source that sends documents of other layouts, each of 8 MB. */
  const hostile = (documents: number): Source => ({
    ...bnr,
    async *fetch() {
      for (let at = 0; at < documents; at++) {
        const request = { method: 'GET' as const, url: `https://curs.bnr.ro/${at}.xml`, headers: {} }
        const body = Buffer.alloc(8 * 2 ** 20, `<html>${at}</html>`)
        yield await Promise.resolve({ source: 'bnr', request, mediaType: 'text/xml', headers: {}, body })
      }
    }
  })

  it('ends after 64 MB of documents that cannot be read', async () => {
    const outcome = await ingestSource(pipeline, hostile(20), {})
    expect(outcome).toMatchObject({ status: 'failed', publications: 9 })
    expect(outcome.error).toMatch(/^10 documents failed, the first: .*expected a complete XML document/)
  })

  it('ends when its time is over, although no document needs a request', async () => {
    let now = 0
    const clock = { ...pipeline, now: () => (now += 1_000_000) }
    expect(await ingestSource(clock, hostile(20), {})).toMatchObject({ status: 'failed', publications: 4 })
  })

  it('marks an unfinished run as interrupted', async () => {
    await test.database.write("select resume_run('bnr', 'ingest', null, null, null)")
    await replay(bnr)
    expect((await runs()).map((it) => [it.status, it.error])).toEqual([
      ['ok', null],
      ['failed', 'interrupted']
    ])
  })
})

it('reparses the archive without a network', async () => {
  await replay(bnr)
  const stored = await rates()
  await test.database.write('delete from rates')
  expect(await reparseSource(pipeline, bnr)).toMatchObject({ status: 'ok', new: 7, changed: 0 })
  expect(await rates()).toEqual(stored)
})

it('reparses a shortened recording without counting its pairs', async () => {
  await seedSources(test.database, [bnr])
  const today = new Date().toISOString().slice(0, 10)
  const folder = recordingOf(`<Cube date="${today}"><Rate currency="EUR">5.09</Rate></Cube>`, {
    year: today.slice(0, 4),
    cut: true
  })
  expect(await replay(bnr, folder)).toMatchObject({ new: 1, quarantined: 0 })
  await test.database.write('truncate rates, tables, coverage, series')
  expect(await reparseSource(pipeline, bnr)).toMatchObject({ new: 1, quarantined: 0 })
  await seedSources(test.database)
})

it('reparses the documents of a former code in the order of all documents', async () => {
  await test.database.write(
    'insert into sources select (jsonb_populate_record(sources, \'{"code": "xx_former", "active": false}\')).* from sources where code = \'bnr\''
  )
  await replay(
    bnr,
    recordingOf('<Cube date="2026-01-05"><Rate currency="EUR">5.0904</Rate><Rate currency="USD">4.3557</Rate></Cube>')
  )
  await test.database.write('truncate rates, tables, coverage, series')
  await test.database.write("update publications set source = 'xx_former', loaded_at = null")
  await replay(bnr, recordingOf('<Cube date="2026-01-05"><Rate currency="EUR">5.0905</Rate></Cube>'))
  expect(await reparseSource(pipeline, { ...bnr, former: ['xx_former'] })).toMatchObject({
    status: 'ok',
    publications: 2,
    new: 1
  })
  expect((await rates()).map(({ source, base, value }) => [source, base, value])).toEqual([
    ['bnr', 'EUR', '5.0905'],
    ['bnr', 'USD', '4.3557']
  ])
})

it('compares without writing in a dry run', async () => {
  const { good, differences } = await dryRun(pipeline, bnr, FIXTURES)
  expect(good).toHaveLength(7)
  expect(differences).toContainEqual({
    date: '2026-01-05',
    base: 'XAU',
    quote: 'RON',
    type: 'reference',
    value: '621.3365',
    unit: 'gram',
    rate: '19325.72541274320',
    stored: null
  })
  expect(await rates()).toEqual([])
  await replay(bnr)
  expect((await dryRun(pipeline, bnr, FIXTURES)).differences).toEqual([])
})

it('names the tables of a source that does not state how many pairs they have', async () => {
  const outside = async (source: Source) => (await dryRun(pipeline, source, FIXTURES)).outside
  expect(await outside({ ...bnr, pairs: undefined })).toEqual([{ date: '2026-01-05', pairs: 7 }])
  expect(await outside(bnr)).toEqual([]) // the recording is marked as cut, so it may have fewer pairs than the source states
})

it('stores the table that is valid on each day of a validity', async () => {
  await replay(sources.find(({ code }) => code === 'ct_kktcmb')!)
  const valueOn = async (day: string) =>
    (
      await test.database.write<{ value: string }>(
        "select value from table_on('ct_kktcmb', $1) where base = 'USD' and type = 'sell'",
        [day]
      )
    ).map(({ value }) => value)
  expect(await Promise.all(['2024-01-05', '2024-01-06', '2024-01-07', '2024-01-08'].map(valueOn))).toEqual([
    ['29.79880'],
    ['29.82500'],
    ['29.82500'],
    ['29.82500']
  ])
})

it('continues with older windows after a failed one', async () => {
  const starts: string[] = []
  let broken = true
  const source: Source = {
    ...bnr,
    historyFrom: '2020-01-01',
    async *fetch({ from }) {
      starts.push(from)
      if (broken && starts.length === 2) throw new Error('unreadable')
      yield* []
    }
  }
  const to = '2022-12-31'
  expect(await backfillSource(pipeline, source, { to })).toMatchObject({
    status: 'failed',
    error: '2021-01-01 to 2022-01-01: unreadable'
  })
  broken = false
  expect(await backfillSource(pipeline, source, { to })).toMatchObject({ status: 'ok' })
  expect(starts).toEqual(['2022-01-02', '2021-01-01', '2020-01-01', '2021-01-01'])
})

it('ends a backfill after three failed windows in succession', async () => {
  let asked = 0
  const source: Source = {
    ...bnr,
    historyFrom: '2010-01-01',
    async *fetch() {
      asked += 1
      throw new Error('the publisher is down')
      yield* []
    }
  }
  expect(await backfillSource(pipeline, source, { to: '2015-12-31' })).toMatchObject({ status: 'failed' })
  expect(asked).toBe(3)
})

it('resumes a stopped backfill at its last window', async () => {
  const starts: string[] = []
  let broken = true
  const source: Source = {
    ...bnr,
    historyFrom: '2023-01-01',
    dated: 'made',
    verified: 'description',
    async *fetch({ from }) {
      starts.push(from)
      if (broken && starts.length === 3) throw new Error('stopped')
      yield* []
    }
  }
  const to = '2026-01-01'
  expect(await backfillSource(pipeline, source, { to })).toMatchObject({
    status: 'failed',
    error: '2023-01-01 to 2024-01-01: stopped'
  })
  broken = false
  expect(await backfillSource(pipeline, source, { to })).toMatchObject({ status: 'ok' })
  // the finished windows are not repeated
  expect(starts).toEqual(['2025-01-02', '2024-01-02', '2023-01-01', '2023-01-01'])
})
