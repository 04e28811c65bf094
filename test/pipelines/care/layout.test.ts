import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readCsvRows } from '../../../adapters/kit/csv.ts'
import { LayoutError, type Publication, type Row, type Source } from '../../../adapters/source.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { compareLayout, newestUnread } from '../../../pipelines/care/layout.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { reparseSource, type Pipeline } from '../../../pipelines/runs/run.ts'
import { identity } from '../../support/service.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../support/database.ts'
import { parser } from '../../support/parser.ts'

const GOOD = 'Date,Code,Rate\n2026-01-05,USD,1.1\n2026-01-05,GBP,0.86\n'
const MOVED = 'Date,Code,Unit,Rate\n2026-01-06,USD,1,1.2\n2026-01-06,GBP,100,0.87\n'

let test: TestDatabase
let pipeline: Pipeline

beforeAll(async () => {
  test = await testDatabase()
  pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'Ratebook',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  await seedSources(test.database, [identity('test', 'EUR')])
})
afterAll(() => test.drop())
beforeEach(() =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
  )
)

/** A source whose adapter expects `columns` columns and reads the rate from the column `figure`. */
const sourceReading = (columns: number, figure: number): Source => ({
  ...identity('test', 'EUR'),
  async *fetch() {},
  parse(publication): Row[] {
    const [headings, ...rows] = readCsvRows(publication)
    if (headings!.length !== columns) throw new LayoutError(`${columns} columns`, String(headings!.length))
    return rows.map((cells) => ({
      date: cells[0]!,
      base: 'EUR',
      quote: cells[1]!,
      type: 'reference',
      value: cells[figure]!
    }))
  }
})
const before = sourceReading(3, 2)
const after = sourceReading(4, 3)

const documentOf = (text: string, url = 'https://example.com/rates?day=5'): Publication => ({
  source: 'test',
  request: { method: 'GET', url, headers: {} },
  mediaType: 'text/csv',
  headers: {},
  body: Buffer.from(text)
})

async function loaded(publication: Publication): Promise<number> {
  const { id } = await archive(test.database, publication)
  await loadRows(test.database, id, await before.parse(publication))
  return id
}

it('compares an unreadable document with the last good one of the same address, and lists the values now at the former places', async () => {
  await loaded(documentOf('Date,Code,Rate\n2026-01-04,USD,1\n', 'https://example.com/other'))
  const last = await loaded(documentOf(GOOD))
  const { id } = await archive(test.database, documentOf(MOVED, 'https://example.com/rates?day=6'))
  expect(await newestUnread(pipeline, before)).toBe(id)
  expect(await compareLayout(pipeline, before, id)).toEqual({
    source: 'test',
    document: {
      id,
      url: 'https://example.com/rates?day=6',
      mediaType: 'text/csv',
      bytes: MOVED.length,
      format: 'CSV'
    },
    error: 'expected 3 columns, found 4',
    last: {
      id: last,
      url: 'https://example.com/rates?day=5',
      mediaType: 'text/csv',
      bytes: GOOD.length,
      format: 'CSV'
    },
    changes: [
      { label: 'Unit', after: 'row 1, column 3' },
      { label: '#', after: 'rows, column 3' },
      { label: '#.#', after: 'rows, column 4' },
      { label: 'Rate', before: 'row 1, column 3', after: 'row 1, column 4' }
    ],
    same: 4,
    rows: [
      {
        date: '2026-01-05',
        base: 'EUR',
        quote: 'USD',
        type: 'reference',
        value: '1.1',
        place: 'row 2, column 3',
        found: '1'
      },
      {
        date: '2026-01-05',
        base: 'EUR',
        quote: 'GBP',
        type: 'reference',
        value: '0.86',
        place: 'row 3, column 3',
        found: '100'
      }
    ]
  })
})

it('compares a document with an unknown charset', async () => {
  const { id } = await archive(test.database, { ...documentOf(GOOD), charset: 'klingon' })
  const { document, error } = await compareLayout(pipeline, before, id)
  expect([document.format, error]).toEqual(['CSV', expect.stringContaining('a known charset')])
})

it('reports no error with a corrected adapter, and a reparse loads the missed rows', async () => {
  await loaded(documentOf(GOOD))
  const { id } = await archive(test.database, documentOf(MOVED))
  const { error, rows } = await compareLayout(pipeline, after, id)
  expect(error).toBeUndefined()
  expect(rows).toEqual([])
  expect(await reparseSource(pipeline, after)).toMatchObject({ new: 2, publications: 2 })
  expect(await newestUnread(pipeline, after)).toBeUndefined()
})

it('compares nothing before the first readable document, and rejects a document of another source', async () => {
  const { id } = await archive(test.database, documentOf(MOVED))
  expect(await compareLayout(pipeline, before, id)).not.toHaveProperty('last')
  expect(await compareLayout(pipeline, before, id)).toMatchObject({
    error: 'expected 3 columns, found 4',
    changes: [],
    rows: []
  })
  await expect(compareLayout(pipeline, before, id + 1)).rejects.toThrow(`there is no document ${id + 1} of test`)
})
