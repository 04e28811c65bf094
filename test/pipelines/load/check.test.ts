import { describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { checkRows } from '../../../pipelines/load/check.ts'

const SOURCE = { rateTypes: ['reference'], cadence: 'daily' as const, dated: 'effective' as const }
const TODAY = '2026-03-10'
const good: Row = { date: '2026-03-10', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }

describe('an impossible row', () => {
  it.each<[string, Partial<Row>]>([
    ['the value is negative', { value: '-1.1' }],
    ['the value is zero', { value: '0' }],
    ['the value is zero', { value: '0.000' }],
    ['the value is not a number', { value: 'N/A' }],
    ['the value is not a number', { value: '' }],
    ['the value is not a number', { value: '1e5' }],
    ['the date is in the future, after 2026-03-24', { date: '2026-03-25' }],
    ['the date is before 1900-01-01', { date: '1899-12-31' }],
    ['the date does not exist', { date: '2026-02-30' }],
    ['the base is not an ISO 4217 currency code', { base: 'Foo Dollar' }],
    ['the quote is not an ISO 4217 currency code', { quote: 'constructor' }],
    ['base and quote are the same currency', { quote: 'EUR' }],
    ['the source has no rate type middle', { type: 'middle' }],
    ['a figure for 3 units has no exact rate for one', { unit: 3 }],
    ['a date of the validity does not exist', { validFrom: '2026-02-30' }],
    ['a date of the validity does not exist', { validTo: 'until further notice' }],
    ['the validity ends before it starts', { validFrom: '2026-03-15', validTo: '2026-03-14' }],
    ['the document also prints it as 1.2', { contradicted: 'the document also prints it as 1.2' }]
  ])('is refused: %s', (reason, slip) => {
    const bad = { ...good, ...slip }
    const neighbour = { ...good, quote: 'GBP' }
    expect(checkRows([bad, neighbour], SOURCE, TODAY)).toEqual({ good: [neighbour], bad: [{ row: bad, reason }] })
  })

  it('refuses both of two values for one rate', () => {
    const other = { ...good, value: '1.2' }
    const { good: kept, bad } = checkRows([good, other, { ...good, quote: 'GBP' }], SOURCE, TODAY)
    expect(kept).toHaveLength(1)
    expect(bad.map(({ row }) => row.value)).toEqual(['1.1', '1.2'])
    expect(bad[0]!.reason).toBe('the document has 2 values for this rate: 1.1, 1.2')
  })
})

it('refuses both of two validities of one rate', () => {
  const { bad } = checkRows(
    [
      { ...good, validFrom: '2026-03-10' },
      { ...good, validFrom: '2026-03-10', validTo: '2026-03-16' }
    ],
    SOURCE,
    TODAY
  )
  expect(bad.map(({ reason }) => reason)).toEqual(
    Array(2).fill('the document has 2 values for this rate: 1.1 (2026-03-10 to …), 1.1 (2026-03-10 to 2026-03-16)')
  )
})

it('merges identical rows', () => {
  expect(checkRows([good, { ...good }], SOURCE, TODAY)).toEqual({ good: [good], bad: [] })
})

it('accepts a rate a few days ahead if it is dated by its first day of validity', () => {
  expect(checkRows([{ ...good, date: '2026-03-14' }], SOURCE, TODAY).bad).toEqual([])
})

it('accepts a rate at most one day ahead if it is dated the day on which it was made', () => {
  const dates = ['2026-03-11', '2026-03-12'].map((date) =>
    checkRows([{ ...good, date }], { ...SOURCE, dated: 'made' }, TODAY).bad.map(({ reason }) => reason)
  )
  expect(dates).toEqual([[], ['the date is in the future, after 2026-03-11']])
})

it('refuses all future dates in a document with a date too far ahead', () => {
  const rows = ['2026-03-10', '2026-03-12', '2027-03-10'].map((date) => ({ ...good, date }))
  const datesLeft = (given: Row[]) => checkRows(given, SOURCE, TODAY).good.map(({ date }) => date)
  expect(datesLeft(rows.slice(0, 2))).toEqual(['2026-03-10', '2026-03-12'])
  expect(datesLeft(rows)).toEqual(['2026-03-10'])
})
