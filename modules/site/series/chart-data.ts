import { z } from 'zod'
import { OPEN_DAYS } from '../../../api/contract/open-data.ts'
import { daysBefore } from '../../../api/contract/dates.ts'
import { badRequest, notFound } from '../../../api/contract/errors.ts'
import { listOf, type Pair } from '../../../api/contract/parameters.ts'
import { findBank, type Bank } from '../../../api/rates/bank-query.ts'
import { currencyNotes } from '../../../api/sources/currencies-query.ts'
import { findHistory } from '../../../api/rates/history-query.ts'
import type { Context } from '../../../api/server/route.ts'
import type { Point } from '../../pages/kit/chart/chart-scale.ts'
import { rounded } from '../../pages/kit/figures.ts'
import { MAX_SERIES, type Derivation } from '../../pages/kit/chart/line-chart.tsx'

/** The ranges of a chart in days up to the newest table; those beyond a year need an account with the history. */
export const RANGES = { '1m': 31, '3m': 92, '6m': 183, '1y': OPEN_DAYS, '5y': 1827, max: undefined } as const

export type Range = keyof typeof RANGES

/** True for the ranges that everyone may see. */
export function isOpenRange(range: Range): boolean {
  return (RANGES[range] ?? Infinity) <= OPEN_DAYS
}

/** The parameter for a range. */
export const range = z
  .enum(Object.keys(RANGES) as [Range, ...Range[]], `expected ${Object.keys(RANGES).join(', ')}`)
  .meta({ description: 'How much of the history is shown.' })

const MAX_FIGURES = 30_000
/** A date before every table. */
export const BEGINNING = '1900-01-01'

export interface BankSeries {
  bank: Bank
  /** With six significant digits if they are calculated. */
  points: Point[]
  derivation?: Derivation
}

export const chartParams = {
  banks: listOf({
    item: /^[a-z0-9_-]{2,20}$/,
    letters: 'lower',
    expected: 'expected codes of sources, separated by commas'
  }).meta({ description: `The codes of up to ${MAX_SERIES} sources, separated by commas.`, examples: ['ecb'] }),
  pair: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{3}-[A-Z]{3}$/, 'expected two currencies, such as EUR-USD')
    .transform((text) => ({ source: text.slice(0, 3), target: text.slice(4) }))
    .meta({ description: 'The two currencies of the pair.', examples: ['EUR-USD'] })
}

/** The sources of a chart. Throws 400 for too many, 404 for an unknown one and if none has a table. */
export async function chartBanks(
  { database }: Pick<Context, 'database'>,
  codes: string[]
): Promise<{ banks: Bank[]; latest: string }> {
  if (codes.length > MAX_SERIES) throw badRequest('banks', `expected at most ${MAX_SERIES} sources`)
  const banks = await Promise.all(codes.map((code) => findBank(database, code)))
  const latest = banks
    .map(({ latest_date: date }) => date ?? '')
    .sort()
    .at(-1)!
  if (latest === '') throw notFound('these sources have no table yet')
  return { banks, latest }
}

/** The first date of a range that ends on the date of the newest table. */
export function beginOf(range: Range, latest: string): string {
  const days = RANGES[range]
  return days === undefined ? BEGINNING : daysBefore(latest, days)
}

/** The rates of a pair at each source in a window, ascending. */
export async function readSeries(
  { database }: Pick<Context, 'database'>,
  banks: Bank[],
  { source, target }: Pair,
  { from, to, asOf }: { from: string; to: string; asOf?: string }
): Promise<BankSeries[]> {
  const units = (await currencyNotes(database, [source, target], from, to))
    .filter(({ kind }) => kind === 'unit')
    .map(({ since }) => since)
  return Promise.all(
    banks.map(async (bank) => {
      const { rows } = await findHistory(database, {
        bank: bank.code,
        of: { source, target },
        from,
        to,
        asOf,
        limit: MAX_FIGURES
      })
      const [date, value, derived] = ['date', 'value', 'derived'].map((name) => rows.at(name)) as [
        number,
        number,
        number
      ]
      const points = rows.cells.map((row): Point => ({
        date: row[date] as string,
        value: row[derived] ? rounded(String(row[value])) : String(row[value])
      }))
      for (const day of units) {
        const first = points.find(({ date }) => date >= day)
        if (first) first.isNewUnit = true
      }
      return { bank, points, derivation: derivationOf(rows.cells.map((row) => row[derived])) }
    })
  )
}

function derivationOf(derived: unknown[]): Derivation | undefined {
  if (!derived.includes(true)) return undefined
  return derived.includes(false) ? 'partly calculated' : 'calculated'
}

/** The parameter that selects the content of a chart. */
export const mode = z
  .enum(['rates', 'difference'], 'expected rates or difference')
  .default('rates')
  .meta({ description: 'The rates, or how far each source is from the first one, in basis points.' })

/** The deviation of each source from the first one on the days that both have, in basis points of the first. */
export function differencesOf([first, ...others]: BankSeries[]): BankSeries[] {
  const base = new Map(first!.points.map(({ date, value }) => [date, Number(value)]))
  return [first!, ...others].map((series) => ({
    ...series,
    points: series.points
      .filter(({ date }) => base.has(date))
      .map((point) => ({ ...point, value: basisPoints(Number(point.value), base.get(point.date)!) }))
  }))
}

function basisPoints(value: number, base: number): string {
  return ((value / base - 1) * 10_000).toFixed(2).replace(/^-0.00$/, '0.00')
}

/**
 * The spread of the sources on each date with at least two of them: highest minus lowest, in basis points of the
 * lowest.
 */
export function spreadOf(series: Point[][]): Point[] {
  const values = new Map<string, number[]>()
  for (const { date, value } of series.flat()) values.set(date, [...(values.get(date) ?? []), Number(value)])
  return [...values]
    .filter(([, rates]) => rates.length > 1)
    .map(([date, rates]) => ({ date, value: basisPoints(Math.max(...rates), Math.min(...rates)) }))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}
