// How a printed date or figure may come out wrong.
import { addDays, isDate } from '../../adapters/kit/dates.ts'
import { pick, type Random } from './random.ts'

/** Where a date may be moved to. */
export const MOVES: Array<(date: string) => string> = [
  ...[-364, -30, -7, -1, 1, 7, 30].map((days) => (date: string) => addDays(date, days)),
  swapDayAndMonth
]

/** The day and the month in each other's place, where that gives a date; the same date otherwise. */
export function swapDayAndMonth (date: string): string {
  const [year, month, day] = date.split('-')
  return Number(day) <= 12 ? `${year}-${day}-${month}` : date
}

/** A printed figure with another digit in one of its places. */
export function changeDigit (printed: string, random: Random): string {
  const places = [...printed.matchAll(/\d/g)].map((match) => match.index)
  const place = pick(places, random)!
  const digit = (Number(printed[place]) + 1 + Math.floor(random() * 9)) % 10
  return printed.slice(0, place) + String(digit) + printed.slice(place + 1)
}

/** A printed figure so many times as great, its marks kept apart. */
export function shifted (printed: string, factor: number): string {
  const mark = /[.,](?=\d*$)/.exec(printed)?.[0] ?? '.'
  const [whole = '', fraction = ''] = printed.split(mark)
  const digits = whole.replace(/\D/g, '').padStart(4, '0') + fraction.padEnd(3, '0')
  const point = digits.length - Math.max(fraction.length, 3) + Math.log10(factor)
  return `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${mark}${digits.slice(point)}`
}

/** The reciprocal of a printed figure, to six digits. */
export function inverted (printed: string): string {
  const mark = printed.includes(',') && !printed.includes('.') ? ',' : '.'
  return (1 / Number(printed.replace(mark, '.').replace(/,/g, ''))).toPrecision(6).replace('.', mark)
}

/** What may become of the marks of a printed figure. */
export const SEPARATORS: Array<(printed: string) => string> = [
  swapMarks,
  (printed) => printed.replace(/[.,]/, ''),
  (printed) => printed.replace(/[.,]/, ' '),
  (printed) => printed.replace(/^\d/, '$&.').replace(/^(\d)\.([.,])/, '$1$2'),
  (printed) => printed.replace(/\d{3}$/, ',$&')
]

/** The last mark of a figure, or the sign of its exponent: without it the figure is powers of ten greater. */
export const LAST_MARK = /[.,](?=\d*$)|(?<=e)-/i

/** Points and commas in each other's place. */
export function swapMarks (printed: string): string {
  return printed.replace(/[.,]/g, (mark) => mark === '.' ? ',' : '.')
}

/** The same day and month of another year; of a leap day, the day before. */
export function addYears (date: string, years: number): string {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
  return isDate(moved) ? moved : moved.replace('02-29', '02-28')
}
