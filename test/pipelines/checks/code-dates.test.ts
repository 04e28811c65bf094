import { describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { banks, row, table } from './banks.ts'

const { load, reasons, doubts } = banks()

describe('a rate in a currency with a limited lifetime', () => {
  const [BEFORE, AFTER] = ['2025-12-30', '2026-02-02'] // before and after the last day of the lev, 2026-01-31

  it('is quarantined after the last day if the source has earlier tables, with the code that was valid then', async () => {
    await load(table(BEFORE, 0))
    expect(await load([...table(AFTER, 1), row(AFTER, 'BGN', '0.00003')])).toMatchObject({ new: 6, quarantined: 1 })
    expect(await reasons()).toEqual([
      `${AFTER} BGN 0.00003 is in BGN, whose last day was 2026-01-31; EUR was valid then`
    ])
  })

  it('is loaded after the last day in the first table of a source', async () => {
    expect(await load([...table(AFTER, 1), row(AFTER, 'BGN', '1.9558')])).toMatchObject({ new: 7, quarantined: 0 })
  })

  it('is loaded within the lifetime', async () => {
    await load(table(addDays(BEFORE, -1), 0))
    expect(await load([...table(BEFORE, 1), row(BEFORE, 'BGN', '1.9558')])).toMatchObject({ new: 7, quarantined: 0 })
  })

  it('is quarantined a week before the first day, and served with a doubt two years after the last', async () => {
    expect(
      await load([
        row('2004-06-01', 'TRY', '1.8'),
        row('2004-12-28', 'TRY', '1.8'),
        row('2008-01-02', 'TRL', '1700000'),
        row('2007-12-28', 'TRL', '1700000'),
        row('1999-03-01', 'BYN', '0.3')
      ])
    ).toMatchObject({
      new: 3,
      quarantined: 2
    })
    expect(await reasons()).toEqual([
      '1999-03-01 BYN 0.3 is in BYN, whose first day was 2016-07-01; BYB was valid then',
      '2004-06-01 TRY 1.8 is in TRY, whose first day was 2005-01-01; TRL was valid then'
    ])
    expect(await doubts()).toEqual([
      '2008-01-02 TRL reference is in TRL, whose last day was 2005-12-31; TRY was valid then'
    ])
  })

  it('is loaded before the first day of a unit that kept the code', async () => {
    expect(
      await load([
        { ...row('1957-06-03', 'FRF', '350'), base: 'USD' },
        { ...row('1962-06-01', 'FIM', '320'), base: 'USD' }
      ])
    ).toMatchObject({
      new: 2,
      quarantined: 0
    })
  })

  it('is quarantined after the last day if its successor contradicts it', async () => {
    expect(await load([row('2008-01-02', 'TRL', '17000'), row('2008-01-02', 'TRY', '1.7')])).toMatchObject({
      new: 1,
      quarantined: 1
    })
  })

  it('is loaded before the first day from a source that restates its history in later units', async () => {
    expect(await load([row('2004-06-01', 'TRY', '1.8')], 'restated')).toMatchObject({ new: 1, quarantined: 0 })
  })
})
