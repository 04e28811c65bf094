import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportTo } from './folder.ts'
import { identity } from '../../../test/support/service.ts'
import { findDuckDb } from '../../../test/support/duckdb.ts'
import { runHere } from '../../../test/cli/run.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { onlyIf } from '../../../test/support/tools.ts'

const row = (date: string, quote: string, value: string) => ({ date, base: 'EUR', quote, type: 'reference', value })

let test: TestDatabase
let folder: string

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, [identity('alpha', 'EUR'), identity('beta', 'EUR')])
  await seedRows(test.database, 'alpha', [
    row('2024-12-30', 'USD', '1.0410'),
    row('2025-11-20', 'USD', '1.1610'),
    row('2025-11-20', 'GBP', '0.88123456789')
  ])
  await seedRows(test.database, 'beta', [row('2025-11-20', 'USD', '1.16')])
  await test.database.write(
    "insert into doubts (source, base, quote, type, date, doubt) values ('alpha', 'EUR', 'USD', 'reference', '2025-11-20', '2 % above')"
  )
  folder = await mkdtemp(join(tmpdir(), 'ratebook-export-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await test.drop()
})

const place = (name: string) => join(folder, name)
const manifestOf = async (name: string) => JSON.parse(await readFile(join(folder, name, 'manifest.json'), 'utf8'))

async function pathsOf(name: string): Promise<string[]> {
  const entries = await readdir(place(name), { recursive: true, withFileTypes: true })
  return entries
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name).slice(place(name).length + 1))
    .sort()
}

async function rowsOf(path: string) {
  return parquetReadObjects({ file: new Uint8Array(await readFile(place(path))).buffer })
}

describe('an export', () => {
  it('has a file for each source and year, and a manifest of their contents', async () => {
    expect(await exportTo(place('parquet'), test.database, { format: 'parquet' })).toEqual({
      files: 4,
      rows: 6,
      written: 3,
      removed: 0
    })
    expect(await pathsOf('parquet')).toEqual([
      'manifest.json',
      'rates/alpha/2024.parquet',
      'rates/alpha/2025.parquet',
      'rates/beta/2025.parquet',
      'sources.parquet'
    ])
    const { format, files } = await manifestOf('parquet')
    expect([format, files.map(({ path, rows }: { path: string; rows: number }) => [path, rows])]).toEqual([
      'parquet',
      [
        ['rates/alpha/2024.parquet', 1],
        ['rates/alpha/2025.parquet', 2],
        ['rates/beta/2025.parquet', 1],
        ['sources.parquet', 2]
      ]
    ])
    for (const { path, bytes, sha256 } of files) {
      const content = await readFile(place(`parquet/${path}`))
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
    }
    expect(await rowsOf('parquet/rates/alpha/2025.parquet')).toEqual([
      expect.objectContaining({
        source: 'alpha',
        rate_date: new Date('2025-11-20'),
        base: 'EUR',
        quote: 'GBP',
        type: 'reference',
        value: expect.closeTo(0.88123456789, 12),
        derived: false,
        unit: '1',
        known_at: expect.any(Date)
      }),
      expect.objectContaining({ quote: 'USD', value: expect.closeTo(1.161, 12), doubt: '2 % above' })
    ])
    expect((await rowsOf('parquet/sources.parquet')).map(({ code, latest_date: date }) => [code, date])).toEqual([
      ['alpha', new Date('2025-11-20')],
      ['beta', new Date('2025-11-20')]
    ])
  })

  it('does not rewrite unchanged files', async () => {
    const before = await stat(place('parquet/rates/alpha/2025.parquet'))
    const manifest = await manifestOf('parquet')
    expect(await exportTo(place('parquet'), test.database, { format: 'parquet' })).toMatchObject({
      written: 0,
      removed: 0
    })
    expect((await stat(place('parquet/rates/alpha/2025.parquet'))).ino).toBe(before.ino)
    expect(await manifestOf('parquet')).toEqual(manifest)
  })

  it('rewrites a corrected year and its revisions, and no other file', async () => {
    await seedRows(test.database, 'alpha', [row('2025-11-20', 'USD', '1.1611')])
    expect(await exportTo(place('parquet'), test.database, { format: 'parquet' })).toMatchObject({
      files: 5,
      written: 2
    })
    expect(await rowsOf('parquet/revisions/alpha/2025.parquet')).toEqual([
      expect.objectContaining({
        rate_date: new Date('2025-11-20'),
        quote: 'USD',
        value: expect.closeTo(1.161, 12),
        known_until: expect.any(Date)
      })
    ])
    expect((await rowsOf('parquet/rates/alpha/2025.parquet'))[1]).toMatchObject({ value: expect.closeTo(1.1611, 12) })
  })

  it('removes years before a later first date', async () => {
    expect(await exportTo(place('parquet'), test.database, { format: 'parquet', since: '2025-01-01' })).toMatchObject({
      written: 0,
      removed: 1
    })
    expect(await pathsOf('parquet')).not.toContain('rates/alpha/2024.parquet')
    expect(await exportTo(place('parquet'), test.database, { format: 'parquet' })).toMatchObject({ written: 1 })
  })

  it('may be CSV without a byte-order mark, or NDJSON', async () => {
    await exportTo(place('csv'), test.database, { format: 'csv' })
    const [first] = parse<Record<string, string>>(await readFile(place('csv/rates/alpha/2024.csv')), { columns: true })
    expect(first).toMatchObject({
      source: 'alpha',
      rate_date: '2024-12-30',
      value: '1.0410',
      derived: 'false',
      unit: '1',
      valid_from: ''
    })
    await exportTo(place('ndjson'), test.database, { format: 'ndjson' })
    expect(await readFile(place('ndjson/rates/alpha/2024.ndjson'), 'utf8')).toContain(
      '"rate_date":"2024-12-30","base":"EUR","quote":"USD","type":"reference","value":1.0410,"derived":false,'
    )
  })

  it('resumes after an interruption', async () => {
    await exportTo(place('csv'), test.database, { format: 'csv' })
    await rm(place('csv/rates/alpha/2024.csv'))
    await writeFile(place('csv/rates/alpha/2024.csv.tmp'), 'half a li')
    expect(await exportTo(place('csv'), test.database, { format: 'csv' })).toMatchObject({ written: 1 })
    expect(await pathsOf('csv')).not.toContain('rates/alpha/2024.csv.tmp')
  })

  it('refuses a folder with other files', async () => {
    await expect(exportTo(place('csv'), test.database, { format: 'parquet' })).rejects.toThrow(
      'holds an export in csv: expected another folder for parquet'
    )
    await expect(exportTo(folder, test.database, { format: 'csv' })).rejects.toThrow('contains other files')
  })
})

const duckdb = await findDuckDb()

onlyIf(duckdb !== undefined, 'DuckDB', 'npm install --no-save @duckdb/node-api').it(
  'opens in DuckDB in one line',
  async () => {
    expect(
      await duckdb!(
        `select source, rate_date, value from '${place('parquet')}/rates/*/*.parquet' where quote = 'USD' order by 1, 2`
      )
    ).toEqual([
      ['alpha', '2024-12-30', '1.041000000000'],
      ['alpha', '2025-11-20', '1.161100000000'],
      ['beta', '2025-11-20', '1.160000000000']
    ])
  }
)

describe('the series command', () => {
  const run = (...args: string[]) =>
    runHere(['series', ...args], {
      DATABASE_URL: test.url,
      DATA_DIR: place('data'),
      PATH: process.env.PATH!
    })

  beforeAll(async () => {
    await run('EUR/USD') // registers the sources
    await seedRows(test.database, 'ecb', [row('2024-12-30', 'USD', '1.0410'), row('2025-11-20', 'USD', '1.1610')])
    await seedRows(test.database, 'boe', [row('2025-11-20', 'USD', '1.16')])
  })

  it('writes one file, by row, by column or as the spread', async () => {
    const window = ['--from', '2025-11-01', '--to', '2025-11-30']
    expect(await run('EUR/USD', '--banks', 'ecb,boe', ...window, '--output', place('long.csv'))).toEqual({
      code: 0,
      stdout: '',
      stderr: ''
    })
    expect(parse(await readFile(place('long.csv'), 'utf8'), { columns: true })).toMatchObject([
      { bank: 'ecb', rate_date: '2025-11-20', value: '1.1610' },
      { bank: 'boe', value: '1.16' }
    ])
    await run('EUR/USD', 'USD/EUR', '--banks', 'ecb', ...window, '--shape', 'wide', '--output', place('wide.csv'))
    expect(
      Object.keys(
        parse<Record<string, string>>(await readFile(place('wide.csv'), 'utf8'), {
          columns: true
        })[0]!
      )
    ).toEqual(['rate_date', 'ecb_EUR_USD_reference', 'ecb_USD_EUR_reference_derived'])
    await run('EUR/USD', ...window, '--shape', 'spread', '--format', 'ndjson', '--output', place('spread.ndjson'))
    expect(JSON.parse(await readFile(place('spread.ndjson'), 'utf8'))).toMatchObject({
      banks_in_stats: 2,
      min: 1.16,
      max: 1.161
    })
    await run(
      'EUR/USD',
      '--banks',
      'ecb',
      '--from',
      '2024-01-01',
      '--to',
      '2025-12-31',
      '--group',
      'year',
      '--stat',
      'end',
      '--output',
      place('years.csv')
    )
    expect(parse(await readFile(place('years.csv'), 'utf8'), { columns: true })).toMatchObject([
      { period: '2024-01-01', value: '1.0410' },
      { period: '2025-01-01', value: '1.1610' }
    ])
  })

  it.each([
    [['EUR-USD'], 'pairs: expected pairs separated by commas'],
    [['EUR/USD', '--banks', 'nobody'], 'there is no source nobody'],
    [['EUR/USD', '--from', '2025-13-01'], 'from: '],
    [['EUR/USD', '--stat', 'end'], 'stat: needs group'],
    [['EUR/USD', '--to', '1900-01-01'], 'none of these sources has a rate of these pairs']
  ])('refuses %j with the reason', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
  })
})
