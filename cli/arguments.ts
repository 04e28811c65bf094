import { InvalidArgumentError } from 'commander'
import { isDate } from '../adapters/kit/dates.ts'

export interface DateWindow {
  from?: string
  to?: string
}

/** Parses a calendar date. Throws commander's error for anything else. */
export function dateArgument(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('expected a calendar date as YYYY-MM-DD')
  return text
}

/** Parses a whole number from 1. Throws commander's error for anything else. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1')
  return Number(text)
}

/** Parses a repeated whole number from 1. Throws commander's error for anything else. */
export function countArguments(text: string, earlier: number[] = []): number[] {
  return [...earlier, countArgument(text)]
}

/** Splits a list at its commas. */
export function listArgument(text: string): string[] {
  return text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}

/** The help text that shows example command lines. */
export function examples(...commands: string[]): string {
  return `\nExamples:\n${commands.map((it) => `  $ ratebook ${it}`).join('\n')}`
}

/** Throws when a window ends before it begins. */
export function assertInOrder({ from, to }: DateWindow): void {
  if (from && to && from > to) throw new Error(`--from ${from} is after --to ${to}`)
}
