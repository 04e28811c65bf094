import { describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { listQuarantine } from '../../../pipelines/care/quarantine.ts'
import { banks, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, days, row, table } from './banks.ts'
const test = banks()
const { load, reasons } = test

describe('a printed change', () => {
  /** A table with the change of each rate since the table of the previous index. */
  const changing = (date: string, index: number) => table(date, index).map((it, place) => ({ ...it, change: (Number(it.value) - Number(table(date, index - 1)[place]!.value)).toFixed(4) }))
  const series = (count: number) => days(count).flatMap(changing)
  const wrong = (rows: Row[], date: string, change: Partial<Row>, quote = 'JPY') => rows.map((it) => it.date === date && it.quote === quote ? { ...it, ...change } : it)
  const heldDays = async () => (await listQuarantine(test.database)).map(({ date, quote }) => `${date} ${quote}`)

  it('quarantines a value that contradicts it, compared with the stored previous table', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { value: '163.4292' }))).toMatchObject({ new: 5, quarantined: 1 })
    expect(await reasons()).toEqual([`${TUESDAY} JPY 163.4292 163.4292 less its printed change of 0.3262 is 163.1030, not 163.1000 as on ${MONDAY}; 5 other rates fit their changes`])
    expect(await load(changing(WEDNESDAY, 2)), 'and of the table after, nothing').toMatchObject({ new: 6, quarantined: 0 })
  })

  it('quarantines such a value in any table of a document', async () => {
    for (const date of days(5)) {
      await test.database.write('truncate rates, tables, coverage, series, habits, quarantine')
      await load(wrong(series(5), date, { value: '163.9999' }))
      expect(await heldDays()).toEqual([`${date} JPY`])
    }
  })

  it('that is wrong quarantines its value, unless the next table confirms the value', async () => {
    await load(wrong(series(3), WEDNESDAY, { change: '0.3162' }))
    expect(await heldDays()).toEqual([`${WEDNESDAY} JPY`])
    expect(await load(wrong(days(4, '2026-03-16').flatMap((date, index) => changing(date, index + 10)), '2026-03-18', { change: '0.3162' }))).toMatchObject({ new: 24, quarantined: 0 })
  })

  it('a printed change is checked for its printed unit, and not if the unit differs from the previous table', async () => {
    const perHundred = (rows: Row[], change: string) => rows.map((it) => it.quote === 'SEK' ? { ...it, unit: 100, value: String(Math.round(Number(it.value) * 1e4) / 100), change } : it)
    await load(perHundred(changing(MONDAY, 0), '0'))
    expect(await load(perHundred(changing(TUESDAY, 1), '2.24'))).toMatchObject({ quarantined: 0 })
    expect(await load(perHundred(changing(WEDNESDAY, 2), '2.27'))).toMatchObject({ quarantined: 1 })
    expect(await load(wrong(changing(THURSDAY, 3), THURSDAY, { change: '9.99' }, 'SEK'))).toMatchObject({ quarantined: 0 })
  })

  it('a printed change is not checked after a gap, or against a later table', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(changing(WEDNESDAY, 2)), 'after a gap').toMatchObject({ quarantined: 0 })
    expect(await load(changing(TUESDAY, 1)), 'from new to old').toMatchObject({ quarantined: 0 })
  })

  it('a printed change is not checked if rates do not move or too few rates agree', async () => {
    const pegged = (rows: Row[]) => rows.map((it) => ['JPY', 'SEK'].includes(it.quote) ? it : { ...it, value: '1.5', change: '0.0000' })
    await load(pegged(changing(MONDAY, 0)))
    expect(await load(pegged(changing(WEDNESDAY, 2)))).toMatchObject({ quarantined: 0 })
    await load(pegged(changing(THURSDAY, 3)))
    expect(await load(wrong(pegged(changing('2026-03-06', 4)), '2026-03-06', { change: '0.5' }))).toMatchObject({ quarantined: 0 })
  })

  it('a printed change is not checked against a previous value whose correction is quarantined', async () => {
    await load(series(3))
    expect(await load(wrong(series(4), WEDNESDAY, { value: '182.9', change: '19.4738' }).map((it) => it.date === THURSDAY && it.quote === 'JPY' ? { ...it, change: '-18.8214' } : it))).toMatchObject({ new: 6, quarantined: 1 })
  })

  it('may be off by one in the last digit of a small table, but not if twenty others agree', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { change: '0.3263' }))).toMatchObject({ quarantined: 0 })
    const wide = (date: string, index: number) => ['AUD', 'BGN', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JPY', 'KRW', 'MXN', 'MYR', 'NOK', 'NZD', 'PHP']
      .map((quote, place) => ({ ...row(date, quote, (10 + place + index / 100).toFixed(4)), change: '0.0100' }))
    await load(wide(MONDAY, 0), 'two')
    expect(await load(wrong(wide(TUESDAY, 1), TUESDAY, { value: '25.0101' }), 'two')).toMatchObject({ quarantined: 1 })
  })

  it('that is not a number is not checked', async () => {
    await load(changing(MONDAY, 0))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { change: 'new' }))).toMatchObject({ quarantined: 0 })
  })

  it('a printed change is checked for corrections too', async () => {
    await load(series(2))
    expect(await load(wrong(changing(TUESDAY, 1), TUESDAY, { value: '163.4292' }))).toMatchObject({ changed: 0, quarantined: 1 })
  })
})
