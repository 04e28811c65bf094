import { describe, expect, it } from 'vitest'
import { readDate } from '../../adapters/kit/dates.ts'
import { atLeastOne, distinctRows } from '../../adapters/kit/rows.ts'
import { recordsUnder } from '../../adapters/kit/table.ts'
import { parseXml } from '../../adapters/kit/xml.ts'
import { LayoutError, type Row } from '../../adapters/source.ts'

describe('kit/rows', () => {
  const row = (value: string, unit?: number): Row => ({ date: '2026-02-09', base: 'EUR', quote: 'XOF', type: 'reference', value, unit })

  it('gives equal rows once, at their first place, and all that differ', () => {
    expect(distinctRows([row('655.957'), row('655.957', 1), row('655.96'), row('655.957', 100)])).toEqual([row('655.957'), row('655.96'), row('655.957', 100)])
  })

  it('refuses a document without any', () => {
    expect(atLeastOne([1], 'day')).toEqual([1])
    expect(() => atLeastOne([], 'day')).toThrow(LayoutError)
  })
})

describe('kit/xml', () => {
  it('gives the children of the only name there may be, or none', () => {
    expect(parseXml('<days><day>1</day><day>2</day></days>', 'days').only('day').map((day) => day.text)).toEqual(['1', '2'])
    expect(parseXml('<days/>', 'days').only('day')).toEqual([])
    expect(() => parseXml('<days><day>1</day><date>2</date></days>', 'days').only('day')).toThrow(LayoutError)
  })
})

describe('kit/table', () => {
  const rows = [['Rates'], ['Date', 'Currency', 'Rate'], ['1 May', 'EUR', '53.07'], ['2 May', 'EUR']]

  it('gives the cells under the headings that are asked for, wherever they stand', () => {
    const [record] = recordsUnder(['Rate', 'Date'], rows)
    expect([record!('Rate'), record!('Date')]).toEqual(['53.07', '1 May'])
  })

  it('refuses a table without a heading or a cell', () => {
    expect(() => recordsUnder(['Date', 'Buy'], rows)).toThrow(LayoutError)
    expect(() => recordsUnder(['Date', 'Rate'], rows)[1]!('Rate')).toThrow(LayoutError)
  })
})

describe('kit/dates', () => {
  it('takes every mark of a pattern for itself', () => {
    expect([readDate('2025-05-19', 'YYYY-MM-DD'), readDate('19/05/2025', 'DD/MM/YYYY'), readDate('19.05.2025', 'DD.MM.YYYY')]).toEqual(Array(3).fill('2025-05-19'))
    expect(() => readDate('19x05x2025', 'DD.MM.YYYY')).toThrow(LayoutError)
  })
})
