import { expect, it } from 'vitest'
import { weekday } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const WEEK = 7 * 24 * HOUR
const CHANGES = new Map<string, Array<[from: number, to: number]>>()
const [FIRST, LAST] = [Date.UTC(2026, 0, 1), Date.UTC(2037, 0, 1)]

/** The difference of local time from UTC at an instant, in milliseconds. */
function offsetsOf(timezone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
  }
}

/** The local times that a zone skips or repeats in ten years, in milliseconds as if they were in UTC. */
function changesOf(timezone: string): Array<[from: number, to: number]> {
  const known = CHANGES.get(timezone)
  if (known) return known
  const offset = offsetsOf(timezone)
  const changes: Array<[number, number]> = []
  for (let week = FIRST; week < LAST; week += WEEK) {
    if (offset(week) === offset(week + WEEK)) continue
    let instant = week
    while (offset(instant) === offset(week)) instant += 30 * MINUTE
    const local = [instant + offset(week), instant + offset(instant)] as const
    changes.push([Math.min(...local), Math.max(...local)])
  }
  CHANGES.set(timezone, changes)
  return changes
}

/** The numbers that a field of a cron expression names. */
function numbersOf(field: string, from: number, to: number): number[] {
  return field.split(',').flatMap((part) => {
    const [, first = '*', last = first, step = '1'] = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part)!
    const [low, high] = first === '*' ? [from, to] : [Number(first), Number(last)]
    return Array.from({ length: high - low + 1 }, (_, index) => low + index).filter(
      (it) => (it - low) % Number(step) === 0
    )
  })
}

/** The local times of a schedule that fall into a change of its zone's clock. */
function lostRuns({ schedule, timezone }: { schedule: string; timezone: string }): string[] {
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = schedule.split(' ')
  return changesOf(timezone).flatMap(([from, to]) =>
    Array.from({ length: (to - from) / MINUTE }, (_, index) => new Date(from + index * MINUTE).toISOString()).filter(
      (local) =>
        numbersOf(minutes, 0, 59).includes(Number(local.slice(14, 16))) &&
        numbersOf(hours, 0, 23).includes(Number(local.slice(11, 13))) &&
        numbersOf(days, 1, 31).includes(Number(local.slice(8, 10))) &&
        numbersOf(months, 1, 12).includes(Number(local.slice(5, 7))) &&
        numbersOf(weekdays, 0, 7).some((it) => it % 7 === weekday(local.slice(0, 10)))
    )
  )
}

it('detects a run in an hour that a clock change skips', () => {
  expect(lostRuns({ schedule: '30 0 * * *', timezone: 'America/Havana' })).toContain('2026-03-08T00:30:00.000Z')
  expect(lostRuns({ schedule: '30 1 * * 1-5', timezone: 'America/Havana' })).toEqual([])
})

it('schedules no source within a clock change in ten years', async () => {
  const lost = (await loadSources()).flatMap((source) =>
    lostRuns(source).map((local) => `${source.code}: ${source.schedule} ${source.timezone}, ${local}`)
  )
  expect(lost).toEqual([])
})
