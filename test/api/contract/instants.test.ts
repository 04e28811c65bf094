import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readInstant } from '../../../api/contract/instants.ts'

const DAY = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')

/** The ISO week of a date, determined by counting: a week belongs to the year of its Thursday. */
function weekOf(at: number): [year: number, week: number, day: number] {
  const day = (new Date(at).getUTCDay() + 6) % 7
  const thursday = new Date(at + (3 - day) * DAY)
  const year = thursday.getUTCFullYear()
  return [year, Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1, day + 1]
}

function datesOf(at: number): string[] {
  const date = new Date(at).toISOString().slice(0, 10)
  const year = date.slice(0, 4)
  const ordinal = String(Math.floor((at - Date.UTC(Number(year), 0, 1)) / DAY) + 1).padStart(3, '0')
  const [weekYear, week, day] = weekOf(at)
  return [
    date,
    date.replaceAll('-', ''),
    `${year}-${ordinal}`,
    `${year}${ordinal}`,
    `${weekYear}-W${two(week)}-${day}`,
    `${weekYear}W${two(week)}${day}`
  ]
}

const instants = fc.integer({ min: Date.UTC(1900, 0, 2), max: Date.UTC(2199, 11, 30) })
const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 })

it('reads an instant in every form of ISO 8601', () => {
  fc.assert(
    fc.property(instants, offsets, fc.integer({ min: 0, max: 999_999 }), (at, offset, micros) => {
      const moment = at - (at % 1000)
      const local = new Date(moment + offset * 60_000)
      const [sign, hours, minutes] = [
        offset < 0 ? '-' : '+',
        two(Math.floor(Math.abs(offset) / 60)),
        two(Math.abs(offset) % 60)
      ]
      const time = local.toISOString().slice(11, 19)
      const zones = [
        `${sign}${hours}:${minutes}`,
        `${sign}${hours}${minutes}`,
        ...(minutes === '00' ? [`${sign}${hours}`] : []),
        ...(offset === 0 ? ['Z', ''] : [])
      ]
      const expected = new Date(moment).toISOString().replace('.000Z', 'Z')
      for (const date of datesOf(local.getTime())) {
        for (const zone of zones) {
          for (const written of [time, time.replaceAll(':', '')]) {
            expect(readInstant(`${date}T${written}${zone}`)).toBe(expected)
            if (micros > 0) {
              expect(readInstant(`${date}T${written},${String(micros).padStart(6, '0')}${zone}`)).toBe(
                expected.replace('Z', `.${String(micros).padStart(6, '0')}Z`)
              )
            }
          }
        }
      }
      expect(readInstant(`${local.toISOString().slice(0, 16)}${zones[0]}`)).toBe(
        new Date(Math.floor(moment / 60_000) * 60_000).toISOString().replace('.000Z', 'Z')
      )
    }),
    { numRuns: 500 }
  )
})

it.each([
  ['2026-03-10T15:00Z', '2026-03-10T15:00:00Z'],
  ['2026-03-10T15Z', '2026-03-10T15:00:00Z'],
  ['20260310T1530+01', '2026-03-10T14:30:00Z'],
  ['2026-03-10T24:00Z', '2026-03-11T00:00:00Z'],
  ['2026-03-10T15.5Z', '2026-03-10T15:30:00Z'],
  ['2026-03-10T15:30,25Z', '2026-03-10T15:30:15Z'],
  ['2026-03-10', '2026-03-10T00:00:00Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
  ['2026-03-10t15:00z', '2026-03-10T15:00:00Z']
])('reads %s as %s', (text, instant) => {
  expect(readInstant(text)).toBe(instant)
})

// prettier-ignore
it.each([
  '2026-02-29', '2026-0310', '2026-03-1', '2026-13-01T00:00Z', '2026-366', '2026-000', '2026-W54-1', '2025-W53-1',
  '2026-W00-1', '2026-W10-8', '2026-03-10T24:01Z', '2026-03-10T15:60Z', '2026-03-10T15:00:61Z', '2026-03-10T15:0000Z',
  '2026-03-10T', '2026-03-10T15:00+15:00', '2026-03-10T15:00+01:60', '2026-03-10T15:00Z15', '2026-03-10 15:00',
  'yesterday', ''
])('refuses %s', (text) => {
  expect(readInstant(text)).toBeUndefined()
})
