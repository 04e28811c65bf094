import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { writeParquet } from '../../../api/formats/parquet.ts'
import type { Column } from '../../../api/formats/rows.ts'

const COLUMNS: Column[] = [
  { name: 'rate_date', kind: 'date' },
  { name: 'base', kind: 'text' },
  { name: 'value', kind: 'number' },
  { name: 'derived', kind: 'boolean' },
  { name: 'known_at', kind: 'time' }
]

async function written(columns: Column[], ...batches: unknown[][][]): Promise<ArrayBuffer> {
  async function* pieces() {
    for (const cells of batches) yield { cells }
  }
  return new Uint8Array(
    await buffer(Readable.from(writeParquet({ columns, batches: pieces() }), { objectMode: false }))
  ).buffer
}

/** The rows with decimals as integers of their smallest unit; otherwise the reader would convert them to doubles. */
async function read(file: ArrayBuffer) {
  const metadata = parquetMetadata(file)
  const decimals = metadata.schema
    .filter(({ converted_type: type }) => type === 'DECIMAL')
    .map(({ name, precision, scale }) => ({ name, precision, scale }))
  for (const element of metadata.schema) if (element.converted_type === 'DECIMAL') delete element.converted_type
  const rows = await parquetReadObjects({ file, metadata, utf8: false })
  return {
    metadata,
    decimals,
    rows: rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, cell instanceof Uint8Array ? wholeOf(cell) : cell])
      )
    )
  }
}

function wholeOf(bytes: Uint8Array): bigint {
  return BigInt.asIntN(
    8 * bytes.length,
    bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  )
}

describe('a Parquet file', () => {
  it('has dates, exact decimals, booleans, instants and nulls', async () => {
    const { decimals, rows } = await read(
      await written(COLUMNS, [
        ['2026-11-20', 'EUR', '1.1610', false, '2026-11-20T15:00:00.000Z'],
        ['1999-01-04', 'XAU', '19325.72541274320', true, null],
        [null, null, null, null, null]
      ])
    )
    expect(decimals).toEqual([{ name: 'value', precision: 38, scale: 11 }])
    expect(rows).toEqual([
      {
        rate_date: new Date('2026-11-20'),
        base: 'EUR',
        value: 116100000000n,
        value_decimals: 4,
        derived: false,
        known_at: new Date('2026-11-20T15:00:00Z')
      },
      {
        rate_date: new Date('1999-01-04'),
        base: 'XAU',
        value: 1932572541274320n,
        value_decimals: 11,
        derived: true,
        known_at: null
      },
      { rate_date: null, base: null, value: null, value_decimals: null, derived: null, known_at: null }
    ])
  })

  it('has its columns even without rows', async () => {
    const { metadata } = await read(await written(COLUMNS))
    expect([metadata.num_rows, metadata.schema.slice(1).map(({ name }) => name)]).toEqual([
      0n,
      ['rate_date', 'base', 'value', 'value_decimals', 'derived', 'known_at']
    ])
  })

  it('is written in groups of rows', async () => {
    const batch = Array.from({ length: 5000 }, (_, at) => [
      `20${String(10 + (at % 80))}-01-01`,
      'EUR',
      `1.${at}`,
      false,
      null
    ])
    const { metadata } = await read(await written(COLUMNS, ...Array.from({ length: 9 }, () => batch)))
    expect(metadata.row_groups.map(({ num_rows: count }) => Number(count))).toEqual([20_000, 20_000, 5000])
  })

  it('refuses a number with more decimals than its column', async () => {
    const column: Column = { name: 'value', kind: 'number', scale: 4 }
    await expect(written([column], [['1.2345']], [['1.23456']])).rejects.toThrow(
      'value: expected a number with at most 34 digits and 4 decimals, and got 1.23456'
    )
    await expect(written([column], [['9'.repeat(35)]])).rejects.toThrow('at most 34 digits')
  })

  it('keeps every digit of any number', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
            fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 17 })
          ),
          { minLength: 1 }
        ),
        async (numbers) => {
          const texts = numbers.map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`))
          const {
            decimals: [{ scale } = { scale: 0 }],
            rows
          } = await read(
            await written(
              [{ name: 'value', kind: 'number' }],
              texts.map((text) => [text])
            )
          )
          expect(rows.map(({ value }) => value)).toEqual(
            texts.map((text) => {
              const [whole, fraction = ''] = text.split('.') as [string, string?]
              return BigInt(whole + fraction.padEnd(scale!, '0'))
            })
          )
        }
      ),
      { numRuns: 50 }
    ))
})
