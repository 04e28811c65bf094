import { describe, expect, it } from 'vitest'
import { atLeastOne, distinctRows } from '../../adapters/kit/rows.ts'
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
