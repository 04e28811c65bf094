import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import { XMLParser } from 'fast-xml-parser'
import { parquetMetadata } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORMATS, type Format } from '../../../api/formats/index.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { MANY, streamed } from './long-rows.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use after a garbage collection. */
function memoryInUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function sheetOf(bytes: Buffer): Promise<exceljs.Worksheet> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  return workbook.worksheets[0]!
}

describe('a long download', () => {
  const FEW = 15_000 // rows

  it.each(FORMATS)('waits for a slow reader of %s', async (format) => {
    let batches = 0
    async function* counted() {
      for await (const batch of test.database.readBatches(MANY, [200_000], 500)) {
        batches++
        yield batch
      }
    }
    const body = streamed(format, counted())
    const chunks = body[Symbol.asyncIterator]()
    await chunks.next()
    // Reads 200 batches elsewhere, which gives the download time to run ahead.
    for await (const { cells } of test.database.readBatches(MANY, [100_000], 500))
      expect(cells.length).toBeGreaterThan(0)
    expect(batches).toBeLessThan(100)
    await chunks.return!()
  })

  it.each(FORMATS)('contains every row of %s in constant memory', async (format) => {
    async function weigh(rows: number): Promise<{ bytes: Buffer; most: number }> {
      const chunks: Buffer[] = []
      let most = 0
      async function* weighed() {
        let passed = 0
        for await (const batch of test.database.readBatches(MANY, [rows], 500)) {
          yield batch
          // Only three times, because each measurement collects garbage.
          if (++passed % Math.floor(rows / 1500) === 0) most = Math.max(most, memoryInUse())
        }
      }
      const sink = new Writable({
        write(chunk: Buffer, _encoding, done) {
          if (rows === FEW) chunks.push(chunk)
          done()
        }
      })
      await pipeline(streamed(format, weighed()), sink)
      return { bytes: Buffer.concat(chunks), most }
    }
    const small = await weigh(FEW)
    expect(await countOf(format, small.bytes)).toBe(FEW)
    const { most } = await weigh(5 * FEW)
    expect(most - small.most).toBeLessThan(10e6)
  })

  async function countOf(format: Format, bytes: Buffer): Promise<number> {
    switch (format) {
      case 'json':
        return JSON.parse(bytes.toString()).rates.length
      case 'csv':
        return parse(bytes, { bom: true }).length - 1
      case 'xml':
        return new XMLParser().parse(bytes).response.rates.rate.length
      case 'parquet':
        return Number(parquetMetadata(new Uint8Array(bytes).buffer).num_rows)
      default:
        return bytes.toString().trimEnd().split('\n').length
      case 'xlsx':
        return (await sheetOf(bytes)).rowCount - 1
    }
  }
})
