import { z } from 'zod'
import { amountWith } from './amounts.ts'
import { yearBefore } from './dates.ts'
import type { Deprecation } from './deprecation.ts'
import { distance } from './distance.ts'
import { badRequest } from './errors.ts'
import { readInstant } from './instants.ts'
import { unknownParameter } from './unknown-parameter.ts'

// Hundredths of a currency in which securities are priced. ISO 4217 has no codes for them, and some differ from an ISO
// code only in case.
const MINOR_UNITS: Record<string, readonly string[]> = {
  GBP: ['GBp', 'GBX', 'gbx'],
  ILS: ['ILA', 'ila'],
  ZAR: ['ZAc', 'ZAC', 'zac']
}

/**
 * Explains why a three-letter code is rejected: it names a hundredth of a currency, or mixes upper and lower case.
 * Undefined for any other code.
 */
export function codeProblem(text: string): string | undefined {
  const major = Object.keys(MINOR_UNITS).find((code) => MINOR_UNITS[code]!.includes(text))
  if (major !== undefined) return `${text} is a hundredth of ${major}: expected ${major}, of which one is 100 ${text}`
  const isMixed = /[A-Z]/.test(text) && /[a-z]/.test(text)
  return isMixed
    ? `expected a currency code in capital letters, because ${text.slice(0, 40)} may mean another unit`
    : undefined
}

interface ListOptions {
  /** The pattern of an item, in its letter case. */
  item: RegExp
  /**
   * The letter case of the items: `upper` for currencies, which callers may also write in small letters, or `lower`,
   * for which they may use any.
   */
  letters: 'upper' | 'lower'
  /** The text of the error. */
  expected: string
  /** The maximum number of items. */
  most?: { count: number; what: string }
  mayBeEmpty?: boolean
}

/**
 * A parameter that lists items separated by commas and returns each once. Spaces around an item and empty items are
 * ignored.
 */
export function listOf({
  item,
  letters,
  expected,
  most = { count: Infinity, what: 'items' },
  mayBeEmpty = false
}: ListOptions) {
  return z
    .string(expected)
    .transform((text, context) => {
      const items = text
        .split(',')
        .map((it) => it.trim())
        .filter((it) => it !== '')
      const problem =
        letters === 'upper'
          ? items
              .flatMap((it) => it.split('/'))
              .map(codeProblem)
              .find((it) => it !== undefined)
          : undefined
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
      return [...new Set(items.map((it) => (letters === 'upper' ? it.toUpperCase() : it.toLowerCase())))]
    })
    .refine((list) => (mayBeEmpty || list.length > 0) && list.every((it) => item.test(it)), expected)
    .refine((list) => list.length <= most.count, `expected at most ${most.count} ${most.what}`)
}

const FIRST_DAY = '0001-01-01' // the earliest date that PostgreSQL and ISO 8601 write alike

const BESIDE_DATES = ['latest', 'history', 'availability', 'publications']
const MAX_CHANGES = 2 // the most letters by which a misspelt word may differ

/**
 * The error for a value that is not a date. If an endpoint, such as `latest`, was misspelt in place of a date, it
 * suggests that endpoint.
 */
function expectedDate(given: unknown): string {
  const meant = BESIDE_DATES.find(
    (word) => typeof given === 'string' && distance(given.slice(0, 20), word) <= MAX_CHANGES
  )
  return `expected a date that exists, as YYYY-MM-DD${meant === undefined ? '' : `; did you mean ${meant}?`}`
}

const isoDay = z.iso
  .date({ error: ({ input }) => expectedDate(input) })
  .refine((day) => day >= FIRST_DAY, `expected a date from ${FIRST_DAY} on`)

const CODE = 'expected the code of a source: 2 to 20 characters of a-z, 0-9, _ and -'

export const bank = z
  .string(CODE)
  .regex(/^[A-Za-z0-9_-]{2,20}$/, CODE)
  .toLowerCase()
  .meta({ description: 'The code of a source, as listed by /api/v1/central-banks.', examples: ['ecb'] })

export const date = isoDay.meta({
  description: 'A date; the answer is the newest table on or before it.',
  examples: ['2026-03-17']
})

const CURRENCY = 'expected a three-letter currency code (ISO 4217), such as EUR'
const currency = z
  .string(CURRENCY)
  .regex(/^[A-Za-z]{3}$/, CURRENCY)
  .superRefine((text, context) => {
    const problem = codeProblem(text)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })
  .transform((text) => text.toUpperCase())

export const source = currency.meta({
  description: 'The currency that is priced: the rate is for one unit of it. Needs `target`.',
  examples: ['EUR']
})

export const target = currency.meta({
  description: 'The currency in which the rate is expressed. Needs `source`.',
  examples: ['USD']
})

export const symbol = currency.meta({
  description: 'A currency that is the base or the quote of published rates.',
  examples: ['USD']
})

export const type = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'expected the name of a rate type, such as reference')
  .meta({
    description: 'A rate type of the source. The default is the first of its rate types that has the pair.',
    examples: ['reference']
  })

export const from = isoDay.meta({
  description: 'The first date. The default is one year before `to`.',
  examples: ['2026-03-02']
})

export const sinceDate = isoDay.meta({
  description: 'Omits rows that were read before this date (UTC).',
  examples: ['2026-03-02']
})

export const to = isoDay.meta({ description: 'The last date. The default is today (UTC).', examples: ['2026-03-17'] })

export const year = z
  .string()
  .regex(/^(19|20)\d\d$/, 'expected a year from 1900 to 2099')
  .meta({ description: 'A whole calendar year; overrides `from` and `to`.', examples: ['2026'] })

const INSTANT =
  'expected an instant after 1900 in a form of ISO 8601, such as 2026-03-17T15:00Z; one without an ' +
  'offset is UTC, and a + is written as %2B'

const END_OF_DAY = 'T23:59:59.999999Z'

/**
 * An instant in UTC or, unless `needsTime`, a date: the start of the day or, with `isEnd`, its end. A time without an
 * offset is in UTC.
 */
export function instantParameter({ needsTime, isEnd = false }: { needsTime: boolean; isEnd?: boolean }) {
  return z.string(INSTANT).transform((text, context) => {
    const isDate = !/t/i.test(text)
    const read = needsTime && isDate ? undefined : readInstant(text)
    if (read !== undefined && read >= '1900') return isEnd && isDate ? read.slice(0, 10) + END_OF_DAY : read
    context.addIssue({ code: 'custom', message: INSTANT })
    return z.NEVER
  })
}

export const asOf = instantParameter({ needsTime: false, isEnd: true }).meta({
  description:
    'Returns the rates as they were known at this instant, or at the end of this day, without later ' +
    'corrections and additions.',
  examples: ['2026-03-17T15:00:00Z']
})

export const skip = z
  .string()
  .regex(/^\d{1,4}$/, 'expected a number of rows')
  .transform(Number)
  .meta({
    description:
      'Skips this number of rows of the first date, which the previous page returned. The `Link` to the ' +
      'next page sets it.',
    examples: ['12']
  })

export const maxCost = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'expected a number of units')
  .meta({
    description:
      'The most units that the answer may cost. An answer that costs more is refused, and the error ' +
      'states its cost. On a free or trial plan, an answer that costs more than a tenth of the ' +
      'units left requires this parameter.',
    examples: ['200']
  })

export const allRows = z.literal('all', 'expected all').meta({
  description:
    'Returns all rows in one answer, which is charged by its content, instead of a page. Needs a ' +
    '`max_cost` of at least that charge.',
  examples: ['all']
})

export const publication = numberOf('publication').meta({
  description: 'The number of a publication, as listed for a date.',
  examples: ['1']
})

const NAME = 'expected a name of 1 to 60 characters'
export const keyName = z
  .string(NAME)
  .trim()
  .min(1, NAME)
  .max(60, NAME)
  .refine((text) => !/\p{Cc}/u.test(text), 'expected a name without control characters')
  .meta({ description: 'The purpose of the key.', examples: ['dashboard'] })

/** The number of a record in a path. */
export function numberOf(what: string) {
  return z.string().regex(/^[1-9]\d{0,17}$/, `expected the number of a ${what}`)
}

export const keyId = numberOf('key').meta({ description: 'The number of a key of the account.', examples: ['7'] })

export const mailedToken = z
  .string()
  .regex(/^[\w.-]{1,1000}$/, 'expected the token of the mailed link')
  .meta({ description: 'The token of the mailed link.', examples: ['0000000000000000'] })

export const usageFrom = isoDay.meta({
  description: 'The first day. The default is the first of this month (UTC).',
  examples: ['2026-03-02']
})

export const base = currency.meta({
  description:
    'The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses ' +
    'within the table.',
  examples: ['EUR']
})

const SYMBOLS = 'expected three-letter currency codes (ISO 4217) separated by commas, such as USD,GBP'
export const symbols = listOf({ item: /^[A-Z]{3}$/, letters: 'upper', expected: SYMBOLS, mayBeEmpty: true }).meta({
  description: 'The currencies to return. The default is all in the table.',
  examples: ['USD,GBP']
})

export const places = z
  .string()
  .regex(/^(1?\d|20)$/, 'expected a number of decimals from 0 to 20')
  .meta({ description: 'Rounds to this number of decimals, half up. By default nothing is rounded.', examples: ['2'] })

export const amount = amountWith({ whole: 15, decimals: 10 }).meta({
  description: 'The amount of the base to price. The default is one.',
  examples: ['1']
})

export const rangeStart = isoDay.meta({ description: 'The first date.', examples: ['2026-03-02'] })

export const rangeEnd = isoDay.meta({
  description: 'The last date, at most one year after the first.',
  examples: ['2026-03-17']
})

export const convert = z.enum(['successor'], 'expected successor').meta({
  description:
    'With successor, rates of the currencies and of those that they replaced are restated in the ' +
    'currencies of today.',
  examples: ['successor']
})

export const fill = z.enum(['previous'], 'expected previous').meta({
  description:
    'With previous, every calendar day has a row: a day without a table has the rate of the table in ' +
    'force, whose date is `rate_date`, and `filled` is true. A table stands in for at most 30 days (monthly ones ' +
    '40, quarterly 100, yearly 400), and for none after today.',
  examples: ['previous']
})

export const historical = z
  .enum(['true', 'false'], 'expected true or false')
  .meta({ description: 'Set to true to include currencies that are no longer legal tender.', examples: ['true'] })

export interface Pair {
  source: string
  target: string
}

/** The pair of a request, if it names one. Throws 400 for half a pair. */
export function pairOf({ source, target }: Partial<Pair>): Pair | undefined {
  if (source === undefined && target === undefined) return undefined
  if (source === undefined) throw badRequest('source', 'expected a currency, because target is set')
  if (target === undefined) throw badRequest('target', 'expected a currency, because source is set')
  return { source, target }
}

/** True for a request of one pair. Throws 400 if a request for a table sets `round`. */
export function hasPair({ round, ...request }: Partial<Pair> & { round?: string }): boolean {
  const has = pairOf(request) !== undefined
  if (!has && round !== undefined) throw badRequest('round', 'needs source and target')
  return has
}

/** The window of a request; by default the year up to today. Throws 400 if it ends before it starts. */
export function windowOf({ from, to }: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const window = { from: from ?? yearBefore(to ?? today), to: to ?? today }
  if (window.from > window.to) throw badRequest('from', `must not be after to (${window.to})`)
  return window
}

/** The equivalent parameters for a key. */
export const KEY_PARAMETERS = ['api_key', 'key', 'apiKey', 'apikey', 'access_key'] as const

/** Those that will be removed. */
export const DEPRECATED_KEYS: Record<string, Deprecation> = {
  apikey: { since: '2026-11-28', sunset: '2027-07-01', see: '2026-11-28-the-parameter-apikey-will-be-removed' }
}

/** The error of an endpoint for the newest table that receives a date. */
export const NEWEST_ONLY = {
  date: 'the table of a past date is at /api/v1/central-bank/{bank}/{date}, and needs the key of a paid plan'
}

/** The parameters that an endpoint takes. */
interface Parameters {
  /** Validates the parameters of the path, the query and the body together. */
  schema: z.ZodObject
  inQuery: readonly string[]
  inBody: readonly string[]
  /** Parameters that have no effect. */
  ignored: readonly string[] | 'all'
  /** See `unknownParameter`. */
  elsewhere?: Readonly<Record<string, string>>
}

/** Reads and validates the parameters of a request. Throws 400 for one that does not match its declaration. */
export function readerOf<Request>({ schema, inQuery, inBody, ignored, elsewhere }: Parameters) {
  const known = ignored === 'all' ? undefined : new Set([...inQuery, ...ignored, ...KEY_PARAMETERS])
  return (path: Record<string, string>, query: URLSearchParams, body: Record<string, unknown> = {}): Request => {
    // Refused, because an answer that ignores a parameter would plausibly answer another question.
    const unknown = known && [...query.keys()].find((name) => !known.has(name))
    if (unknown !== undefined) {
      const wrong = schema.safeParse(path).error?.issues.find(({ path: [name] }) => Object.hasOwn(path, String(name)))
      if (wrong) throw badRequest(String(wrong.path[0]), wrong.message) // its parameters are those of another endpoint
      throw unknownParameter(unknown, inQuery, elsewhere)
    }
    const given: Record<string, unknown> = { ...path }
    for (const name of inBody) if (Object.hasOwn(body, name)) given[name] = body[name]
    for (const name of inQuery) {
      const values = query.getAll(name)
      if (values.length > 1) throw badRequest(name, 'sent more than once')
      if (values.length === 1) given[name] = values[0]
    }
    const { success, data, error } = schema.safeParse(given)
    if (success) return data as Request
    const [issue] = error.issues
    throw badRequest(String(issue!.path[0]), issue!.message)
  }
}

/** A parameter that lists sources. */
export const banks = listOf({
  item: /^[a-z0-9_-]{2,20}$/,
  letters: 'lower',
  expected: 'expected the codes of sources separated by commas, such as ecb,cnb,nbp',
  most: { count: 200, what: 'sources' }
}).meta({
  description: 'The codes of the sources, separated by commas. The default is every source that has one of the pairs.',
  examples: ['ecb,cnb,nbp']
})
