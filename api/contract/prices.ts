import { HttpError } from './errors.ts'

/** The price of a certificate. */
export const CERTIFICATE_UNITS = 10

/** The cost of a file of rates. Every download is priced by this rule before its first byte is sent. */
export const FILE_COST = 'a unit for each pair and calendar month'

/** The size of a file, counted in the database before the file is written. */
export interface FileContent {
  /** The number of calendar months with a rate, summed over the pairs of each source. */
  pairMonths: number
}

/** The units that a file costs. */
export function unitsOfFile({ pairMonths }: FileContent): number {
  return pairMonths
}

/** The cost of an archived document or a part of it. */
export const DOCUMENT_COST = 'a unit for each megabyte that is begun'

const MEGABYTE = 1024 * 1024

/** The units that some bytes of an archived document cost; at least one. */
export function unitsOfDocument(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / MEGABYTE))
}

/** The error for an answer whose cost the request does not accept. It states the cost. */
export function priceNotAccepted(units: number, why: string): HttpError {
  return new HttpError(
    'price_not_accepted',
    `the answer costs ${units} units, ${why}; it is sent if max_cost is ${units} or more`
  )
}
