import { DAY_MS, dayOf } from '../../../../api/contract/dates.ts'

export interface Point {
  date: string
  value: string
  /** True if the currency's code denotes another unit from this point on. */
  isNewUnit?: boolean
}

/** A position on an axis, from 0 to 1, with its label. */
export interface Tick {
  at: number
  label: string
}

/** An axis of values: its ends, and its ticks at round values with equal decimals. */
export interface ValueAxis {
  from: number
  to: number
  place: (value: number) => number
  ticks: Tick[]
}

const TICKS = 6
const MAX_POINTS = 800
const PADDING = 0.04 // the share of the range to add above and below
const GAP_DAYS = 14 // holidays can lengthen a pause by up to two weeks
const GAP_FACTOR = 3

/** The axis for some values. A single value is in its middle, with a range of a tenth of the value. */
export function valueAxis(values: number[]): ValueAxis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const margin = highest > lowest ? (highest - lowest) * PADDING : Math.abs(highest || 1) * 0.05
  const [from, to] = [lowest - margin, highest + margin]
  const step = roundStep((to - from) / TICKS)
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  const place = (value: number) => (value - from) / (to - from)
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return {
    from,
    to,
    place,
    ticks: Array.from({ length: count }, (_, index) => (first + index) * step).map((value) => ({
      at: place(value),
      label: value.toFixed(decimals)
    }))
  }
}

/** The smallest of 1, 2, 5, 10, 20 … and their decimal fractions that is not below a step. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return [1, 2, 5, 10].find((it) => it * power >= step * 0.999)! * power
}

type Unit = [days: number, months: number, form: Intl.DateTimeFormatOptions]

// Up to a number of days: the months between ticks (0 for a week), and their label, which differs from tick to tick.
const UNITS: Unit[] = [
  [45, 0, { day: 'numeric', month: 'short' }],
  [400, 1, { month: 'short', year: 'numeric' }],
  [1200, 3, { month: 'short', year: 'numeric' }],
  [2300, 6, { month: 'short', year: 'numeric' }],
  [4600, 12, { year: 'numeric' }],
  [9300, 24, { year: 'numeric' }],
  [23_000, 60, { year: 'numeric' }],
  [Infinity, 120, { year: 'numeric' }]
]

/** The position of a date in a window, from 0 to 1. In a window of one day it is in the middle. */
export function placeOf(date: string, from: string, to: string): number {
  return from === to ? 0.5 : (Date.parse(date) - Date.parse(from)) / (Date.parse(to) - Date.parse(from))
}

/** The ticks of an axis of dates, at Mondays or at the beginnings of months or years. */
export function dateTicks(from: string, to: string): Tick[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  const [, months, form] = UNITS.find(([most]) => days <= most)!
  const label = new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' })
  return datesEvery(months, from, to).map((date) => ({
    at: placeOf(date, from, to),
    label: label.format(new Date(date))
  }))
}

function datesEvery(months: number, from: string, to: string): string[] {
  const dates: string[] = []
  const first = new Date(from)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const monday = Date.parse(from) + ((8 - first.getUTCDay()) % 7) * DAY_MS
  const start =
    months === 0 ? 0 : Math.floor(((year % 120) * 12 + month) / months) * months - ((year % 120) * 12 + month)
  for (let index = 0; ; index++) {
    const instant = months === 0 ? monday + index * 7 * DAY_MS : Date.UTC(year, month + start + index * months)
    const date = dayOf(instant)
    if (date > to) return dates
    if (date >= from) dates.push(date)
  }
}

/**
 * The points of a series in runs without a gap: a run ends at a pause far longer than the usual ones of the series, or
 * at a new unit.
 */
export function runsOf(points: Point[]): Point[][] {
  const pauses = points.slice(1).map(({ date }, index) => (Date.parse(date) - Date.parse(points[index]!.date)) / DAY_MS)
  const usual = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0
  const longest = Math.max(usual * GAP_FACTOR, usual + GAP_DAYS)
  const runs: Point[][] = []
  for (const [index, point] of points.entries()) {
    if (index === 0 || pauses[index - 1]! > longest || point.isNewUnit) runs.push([])
    runs.at(-1)!.push(point)
  }
  return runs
}

/**
 * The days between which a series has no figure for far longer than usual: the last point before the gap and the first
 * one after it.
 */
export function gapsOf(points: Point[]): Array<[before: Point, after: Point]> {
  const runs = runsOf(points)
  return runs
    .slice(1)
    .map((run, index): [Point, Point] => [runs[index]!.at(-1)!, run[0]!])
    .filter(([, after]) => !after.isNewUnit)
}

/** At most about 800 of the points of a run: the first, lowest, highest and last of each part. */
export function thinned(points: Point[], most = MAX_POINTS): Point[] {
  if (points.length <= most) return points
  const size = Math.ceil(points.length / (most / 4))
  const parts = Array.from({ length: Math.ceil(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size)
  )
  return parts.flatMap((part) => {
    const sorted = part.toSorted((one, other) => Number(one.value) - Number(other.value))
    const kept = new Set([part[0], sorted[0], sorted.at(-1), part.at(-1)])
    return part.filter((point) => kept.has(point))
  })
}
