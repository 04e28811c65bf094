import type { Database } from '../../sql/database.ts'
import type { Wanted } from './request.ts'

export interface Figure {
  key: string
  date: string
  rate: number | string
  excluded?: true
}

export interface Rate {
  date: string
  quote: string
  rate: string
  derived: boolean
  providers?: Figure[]
}

const RATES = 'select date, quote, rate, derived, figures from family_d_rates($1, $2, $3, $4, $5, $6, $7, $8)'
const BATCH = 1000

/**
 * The requested rates, ordered by date and quote, in batches of whole dates. Ranges are read year by year, so that the
 * first rows come early.
 */
export async function* readRates(database: Database, wanted: Wanted, today: string): AsyncGenerator<Rate[]> {
  const { base, banks, from, to, isNewest, unit, hasProviders } = wanted
  const quotes = wanted.quotes?.filter((it) => it !== base)
  // If a request names only the base itself, the rates of another currency provide the dates.
  const asked = quotes?.length === 0 ? [base === 'USD' ? 'EUR' : 'USD'] : quotes
  let rest: Rate[] = []
  const years: Array<[string, string]> = isNewest ? [[from, to]] : yearsOf(from, to, today)
  for (const [first, last] of years) {
    const keepsEarlierRows = isNewest || first <= from || first === FIRST_DAY
    const values = [base, asked ?? null, banks ?? null, first, last, isNewest, unit ?? null, hasProviders]
    const batches = isNewest ? [await database.readCells(RATES, values)] : database.readBatches(RATES, values, BATCH)
    for await (const { cells } of batches) {
      const rates = [...rest, ...cells.map(rateOf).filter(({ date }) => keepsEarlierRows || date >= first)]
      const newest = rates.at(-1)?.date
      rest = rates.filter(({ date }) => date === newest)
      const whole = rates.slice(0, rates.length - rest.length)
      if (whole.length > 0) yield whole
    }
  }
  if (rest.length > 0) yield rest
}

function rateOf([date, quote, rate, derived, figures]: unknown[]): Rate {
  return {
    date,
    quote,
    rate,
    derived,
    ...(typeof figures === 'object' &&
      figures !== null && {
        providers: figures
      })
  } as Rate
}

const FIRST_DAY = '1900-01-01'

function yearsOf(wanted: string, until: string, latest: string): Array<[string, string]> {
  const [from, to] = [wanted > FIRST_DAY ? wanted : FIRST_DAY, until < latest ? until : latest]
  if (from > to) return []
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const year = String(first + at).padStart(4, '0')
    return [at === 0 ? from : `${year}-01-01`, first + at === last ? to : `${year}-12-31`]
  })
}

const NEWEST = `
  select max(latest_date) as day
  from coverage
  join family_d_sources($1) it on it.source = coverage.source
  where latest_date <= $2`

/**
 * The day of the newest table of some sources, or of all official ones, up to a day; that day itself before the first
 * table.
 */
export async function findNewestDay(database: Database, banks: string[] | undefined, until: string): Promise<string> {
  const [row] = await database.read<{ day: string | null }>(NEWEST, [banks ?? null, until])
  return row?.day ?? until
}

interface Origin {
  source: string
  name: string
  url: string
}

/** The publisher of the rates of one source, or the composite. Undefined for several sources and for an unknown one. */
export async function findOrigin(database: Database, banks: string[] | undefined): Promise<Origin | undefined> {
  const codes = banks ?? ['composite']
  if (codes.length !== 1) return undefined
  const [found] = await database.read<Origin>(
    'select source, name, source_url as url from family_d_sources($1) join sources on code = source',
    [codes]
  )
  return found
}

export interface Bank {
  key: string
  name: string
  country: string
  kind: string
  rate_type: string | null
  home_currency: string
  source_url: string
  terms_url: string | null
  start_date: string
  end_date: string
  cadence: string
  missed: number | null
  currencies: string[]
}

/** The sources with rates. */
export function listBanks(database: Database, today: string): Promise<Bank[]> {
  return database.read<Bank>(
    'select key, name, country, kind, rate_type, home_currency, source_url, terms_url, start_date, end_date, ' +
      'cadence, missed, currencies from family_d_banks($1)',
    [today]
  )
}

export interface Currency {
  code: string
  start_date: string
  end_date: string
  keys: string[]
}

/** The currencies with rates at some sources, or at all. */
export function listCurrencies(database: Database, banks?: string[]): Promise<Currency[]> {
  return database.read<Currency>('select code, start_date, end_date, keys from family_d_currencies($1)', [
    banks ?? null
  ])
}

export interface Peg {
  base: string
  rate: string
  authority: string
}

/** The fixed rate of a currency, if it has one. */
export async function findPeg(database: Database, code: string): Promise<Peg | undefined> {
  const [peg] = await database.read<Peg>(
    'select anchor as base, rate, authority from family_d_pegs() where currency = $1',
    [code]
  )
  return peg
}
