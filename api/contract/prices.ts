/** What a file of rates costs. Every download is priced by this rule, before its first byte. */
export const FILE_COST = 'a unit for each pair and calendar month'

/** What a file has, as the database counts it before it is written. */
export interface FileContent {
  /** The calendar months of which it has a rate of a pair, summed over the pairs of each source. */
  pairMonths: number
}

/** The units that a file costs. */
export function unitsOfFile ({ pairMonths }: FileContent): number {
  return pairMonths
}

/** What an archived document costs, or a part of it. */
export const DOCUMENT_COST = 'a unit for each megabyte that is begun'

const MEGABYTE = 1024 * 1024

/** The units that so many bytes of an archived document cost; an empty one costs a unit too. */
export function unitsOfDocument (bytes: number): number {
  return Math.max(1, Math.ceil(bytes / MEGABYTE))
}
