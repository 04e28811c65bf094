import { InvalidArgumentError } from 'commander'
import { isDate } from '../adapters/kit/dates.ts'

export interface DateWindow {
  from?: string
  to?: string
}

/** A calendar date. Throws commander's error for anything else. */
export function dateArgument (text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('expected a calendar date as YYYY-MM-DD')
  return text
}

/** A whole number from 1. Throws commander's error for anything else. */
export function countArgument (text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1')
  return Number(text)
}

/** Collects whole numbers from 1. Throws commander's error for anything else. */
export function countArguments (text: string, earlier: number[] = []): number[] {
  return [...earlier, countArgument(text)]
}

/** Throws when a window ends before it begins. */
export function assertInOrder ({ from, to }: DateWindow): void {
  if (from && to && from > to) throw new Error(`--from ${from} is after --to ${to}`)
}
