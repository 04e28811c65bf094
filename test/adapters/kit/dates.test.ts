import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  daysIn,
  endOfMonth,
  findMonth,
  isDate,
  monthName,
  monthsIn,
  readDate,
  readSerial,
  spansOf,
  weekdaysIn,
  weeksIn,
  writeDate,
  yearsIn
} from '../../../adapters/kit/dates.ts'
import { LayoutError } from '../../../adapters/source.ts'

const FIRST = '1900-01-01'
const day = fc.integer({ min: 0, max: 80_000 }).map((days) => addDays(FIRST, days))
const span = fc
  .tuple(day, fc.integer({ min: 0, max: 1500 }))
  .map(([from, length]) => ({ from, to: addDays(from, length), today: addDays(from, length) }))

// prettier-ignore
it.each([
  'YYYY-MM-DD', 'DD.MM.YYYY', 'D/M/YYYY', 'DD MMM YYYY', 'D-MMM-YYYY', 'DDMMMYYYY', 'YYYYMMDD', 'D de MMM de YYYY'
])(
  'reads back what it writes as %s',
  (pattern) => {
    fc.assert(fc.property(day, (date) => readDate(writeDate(date, pattern), pattern) === date))
  }
)

it('reads months by their names in several languages, with or without accents and case', () => {
  expect(readDate('16 MARS 2026', 'D MMM YYYY', 'fr')).toBe('2026-03-16')
  expect(readDate('1 Août 2026', 'D MMM YYYY', 'fr')).toBe('2026-08-01')
  expect(readDate('08 MAART 2026', 'DD MMM YYYY', 'nl')).toBe('2026-03-08')
  expect(readDate('13 DE JULIO   DE 2026', 'D de MMM de YYYY', 'es')).toBe('2026-07-13')
})

it.each([
  ['30.02.2026', 'DD.MM.YYYY'],
  ['29.02.2100', 'DD.MM.YYYY'],
  ['2026-13-01', 'YYYY-MM-DD'],
  ['1.2.26', 'DD.MM.YYYY'],
  ['05/2026', 'DD/MM/YYYY'],
  ['12 Foo 2026', 'D MMM YYYY'],
  ['', 'YYYY-MM-DD']
])('refuses %j as %s', (printed, pattern) => {
  expect(() => readDate(printed, pattern)).toThrow(LayoutError)
})

it('finds the only month that is named inside a text', () => {
  expect(
    ['jJuli', 'nNovember', 'Maarti', 'JANUARI', 'Overzicht', 'meijuni'].map((text) => findMonth(text, 'nl'))
  ).toEqual(['07', '11', '03', '01', undefined, undefined])
})

it('recognises existing dates', () => {
  fc.assert(fc.property(day, (date) => isDate(date)))
  for (const text of ['2026-02-29', '2026-00-10', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', 'x'])
    expect(isDate(text)).toBe(false)
})

it('adds and subtracts days', () => {
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: -5000, max: 5000 }),
      (date, days) => daysBetween(date, addDays(date, days)) === days
    )
  )
})

it('cuts a window into spans that cover each of its days once', () => {
  fc.assert(
    fc.property(span, fc.integer({ min: 1, max: 400 }), (window, days) => {
      const spans = spansOf(window, days)
      expect(spans.flatMap(daysIn)).toEqual(daysIn(window))
      return spans.every((it) => daysIn(it).length <= days && it.today === window.today)
    }),
    { numRuns: 50 }
  )
})

it('lists the weekdays, months and years of a window', () => {
  const window = { from: '2025-12-30', to: '2026-02-01' }
  expect(weekdaysIn({ from: '2026-03-06', to: '2026-03-09' })).toEqual(['2026-03-06', '2026-03-09'])
  expect(monthsIn(window)).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(yearsIn(window)).toEqual(['2025', '2026'])
  expect(addMonths('2025-11', 3)).toBe('2026-02')
  expect(endOfMonth('2024-02')).toBe('2024-02-29')
})

it('reads the serial numbers of workbooks', () => {
  expect(readSerial('46121')).toBe('2026-04-09')
  expect(readSerial('45658.5')).toBe('2025-01-01')
  expect(() => readSerial('New Year')).toThrow(LayoutError)
})

it('formats months like the file names of publishers', () => {
  expect(['2026-01-31', '2026-05-01', '2026-12-01'].map(monthName)).toEqual(['january', 'may', 'december'])
})

it('returns the first day of every week that a window touches', () => {
  expect(weeksIn({ from: '2026-09-26', to: '2026-09-27' }, 0)).toEqual(['2026-09-20', '2026-09-27'])
  expect(weeksIn({ from: '2026-09-28', to: '2026-09-28' }, 1)).toEqual(['2026-09-28'])
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 6 }), (date, first) => {
      const weeks = weeksIn({ from: date, to: date }, first)
      return weeks.length === 1 && daysBetween(weeks[0]!, date) >= 0 && daysBetween(weeks[0]!, date) < 7
    })
  )
})
