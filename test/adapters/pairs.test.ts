import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import type { Row, Source } from '../../adapters/source.ts'
import { findRecordings } from '../../pipelines/fetch/replay.ts'
import { tablesOutside } from '../../pipelines/read/pairs.ts'
import { DOCUMENTS, withDocuments } from '../support/documents.ts'
import { FIXTURES, replay } from './fixture.ts'

const DAYS = 30

const sources = await loadSources()

it.each(sources)('finds how many pairs a table of $code has', ({ pairs }) => {
  expect(pairs).not.toHaveLength(0)
  expect(pairs, 'state pairs: [[least, most]] beside the rate types').toBeDefined()
})

it('finds only tables within these numbers in fixtures, unless they are marked as cut', async () => {
  const [outside, unused]: [string[], string[]] = [[], []]
  for (const source of sources) {
    for (const recording of await findRecordings(FIXTURES, source.code)) {
      const documents = await Promise.all((await replay(source, recording)).map((it) => source.parse(it)))
      const tables = documents.flatMap((rows) => tablesOutside(source, { good: rows, bad: [] }, DAYS))
      const name = relative(FIXTURES, recording.folder)
      if (recording.cut && tables.length === 0) unused.push(name)
      if (!recording.cut) outside.push(...tables.map(({ date, pairs }) => `${name}: ${date} has ${pairs} pairs`))
    }
  }
  expect({ outside, unused }).toEqual({ outside: [], unused: [] })
}, 600_000)

// Between the Indonesian rupiah and the Saudi riyal, the card repeats twelve lines in place of nine others.
withDocuments.it('finds too few pairs in a broken card of in_sbi', async () => {
  const source = sources.find(({ code }) => code === 'in_sbi')!
  const rows = await source.parse({
    source: source.code,
    request: { method: 'GET', url: source.sourceUrl, headers: {} },
    mediaType: 'application/pdf',
    headers: {},
    body: readFileSync(`${DOCUMENTS}foreign/in_sbi/2025-09-30.pdf`)
  })
  expect(tablesOutside(source, { good: rows, bad: [] }, DAYS)).toEqual([{ date: '2025-09-30', pairs: 19 }])
})

describe('the tables outside', () => {
  const rows = (date: string, ...codes: string[]): Row[] =>
    codes.flatMap((base) => ['buy', 'sell'].map((type) => ({ date, base, quote: 'PLN', type, value: '1' })))
  const source = {
    pairs: [
      [1, 1],
      [3, 4]
    ] as Array<[number, number]>
  }
  const outside = (good: Row[], bad: Row[] = [], { pairs }: Pick<Source, 'pairs'> = source) =>
    tablesOutside({ pairs }, { good, bad: bad.map((it) => ({ row: it, reason: 'the value is zero' })) }, DAYS)

  it('have fewer or more pairs than any kind of table', () => {
    const tables = [rows('2026-05-04', 'USD', 'EUR'), rows('2026-05-05', 'USD', 'EUR', 'GBP', 'CHF', 'JPY')].flat()
    expect(outside([...tables, ...rows('2026-05-06', 'USD', 'EUR', 'GBP')])).toEqual([
      { date: '2026-05-04', pairs: 2 },
      { date: '2026-05-05', pairs: 5 }
    ])
    expect(outside(rows('2026-05-06', 'USD'))).toEqual([])
  })

  it('are of the thirty days up to the newest one', () => {
    const old = rows('2026-04-06', 'USD', 'EUR')
    expect(outside([...old, ...rows('2026-05-06', 'USD')])).toEqual([])
  })

  it('have the pairs of bad rows, of which no other table has any', () => {
    const good = rows('2026-05-06', 'USD', 'EUR')
    expect(outside(good)).toEqual([{ date: '2026-05-06', pairs: 2 }])
    expect(outside(good, rows('2026-05-06', 'GBP'))).toEqual([])
    expect(outside(good, [...rows('2026-05-06', 'GBP', 'CHF', 'JPY'), ...rows('2062-05-06', 'CZK')])).toEqual([
      { date: '2026-05-06', pairs: 5 }
    ])
  })

  it('are all tables of a source that states no numbers', () => {
    expect(outside(rows('2026-05-06', 'USD'), [], {})).toEqual([{ date: '2026-05-06', pairs: 1 }])
  })
})
