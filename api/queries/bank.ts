import type { Database } from '../../sql/database.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import { COMPOSITE_DISCLAIMER, DISCLAIMER } from '../contract/texts.ts'

/** The code of the source that Ratebook itself calculates. */
export const COMPOSITE = 'composite'

/** The absolute address of a source's page: the composite's is stored as a path, since it is a page of this service. */
export function absoluteUrl (url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}

export interface Bank {
  code: string
  name: string
  rate_types: string[]
  /** See `absoluteUrl`. */
  source_url: string
  terms_url: string | null
  latest_date: string | null
}

/** A source by its code. Throws 404 if there is none, and 400 if it has no such rate type. */
export async function findBank (database: Database, code: string, type?: string): Promise<Bank> {
  const [bank] = await database.read<Bank>('select code, name, rate_types, source_url, terms_url, latest_date from find_bank($1)', [code])
  if (!bank) throw notFound(`there is no source ${code}`)
  if (type !== undefined && !bank.rate_types.includes(type)) throw badRequest('type', `expected ${bank.rate_types.join(', ')}`)
  return bank
}

/** Throws 503 if a source has no table yet. */
export function assertIngested (bank: Bank): void {
  if (bank.latest_date === null) throw new HttpError(503, `nothing has been ingested of ${bank.code} yet`, { 'Retry-After': '60' })
}

/** What a caller has to know before relying on the values of a source. */
export function disclaimerOf ({ code }: Bank): string {
  return code === COMPOSITE ? COMPOSITE_DISCLAIMER : DISCLAIMER
}

/** Whom to name where rates of a source are shown. */
export function attributionOf ({ name, source_url: url, terms_url: terms }: Bank) {
  return { source: name, url, terms }
}
