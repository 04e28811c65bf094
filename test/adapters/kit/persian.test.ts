import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { asciiDigits, readPersianDate, writePersianDate } from '../../../adapters/kit/persian.ts'
import { LayoutError } from '../../../adapters/source.ts'

// Dates at the ends of years and of a leap year, from the calendar of the University of Tehran.
it.each([
  ['1405/04/23', '2026-07-14'],
  ['1381/01/01', '2002-03-21'],
  ['1403/12/30', '2025-03-20'],
  ['1404/01/01', '2025-03-21']
])('converts %s to %s', (persian, date) => {
  expect(readPersianDate(persian)).toBe(date)
  expect(writePersianDate(date)).toBe(persian)
})

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), (days) => {
      const date = addDays('1990-01-01', days)
      return readPersianDate(writePersianDate(date)) === date
    })
  )
})

it('reads Persian and Arabic digits', () => {
  expect(asciiDigits('۱,۳۵۹,۷۱۲ ٠١٢٣٤٥٦٧٨٩ 7')).toBe('1,359,712 0123456789 7')
  expect(readPersianDate('۱۴۰۵/۰۴/۲۳')).toBe('2026-07-14')
})

it.each(['1404/12/30', '1405/13/01', '1405/07/31', '1405-04-23', ''])('refuses %j', (printed) => {
  expect(() => readPersianDate(printed)).toThrow(LayoutError)
})
