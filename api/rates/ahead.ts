import type { Bank } from './bank-query.ts'

/** The note of an answer for a date after the newest table; undefined for other dates. */
export function aheadNote(on: string, rateDate: string, today: string): string | undefined {
  return on > today && rateDate < on ? `${on} is in the future: the newest table is dated ${rateDate}.` : undefined
}

/** The note of rates that are not yet in force; undefined for others. */
export function notInForceNote({ dated }: Pick<Bank, 'dated'>, rateDate: string, today: string): string | undefined {
  return dated === 'effective' && rateDate > today ? `This table takes effect on ${rateDate}.` : undefined
}

/** Joins sentences to one note; undefined if there is none. */
export function joined(...sentences: Array<string | undefined>): string | undefined {
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined
}
