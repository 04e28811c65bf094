import type { Bank } from './bank-query.ts'

/** The note of an answer for a date in the future that no table has; undefined for others. */
export function aheadNote(on: string, rateDate: string, today: string): string | undefined {
  return on > today && rateDate < on ? `${on} lies ahead: the newest table is that of ${rateDate}.` : undefined
}

/** The note of rates that do not hold yet; undefined for others. */
export function notInForceNote({ dated }: Pick<Bank, 'dated'>, rateDate: string, today: string): string | undefined {
  return dated === 'effective' && rateDate > today ? `This table holds from ${rateDate} on.` : undefined
}

/** Sentences as one note; undefined if there is none. */
export function joined(...sentences: Array<string | undefined>): string | undefined {
  return sentences.filter((it) => it !== undefined).join(' ') || undefined
}
