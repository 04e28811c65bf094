import { addDays } from '../../../adapters/kit/dates.ts'
import { Fraction } from './fraction.ts'

export interface Printed {
  base: string
  quote: string
  type: string
  date: string
  value: string
}

export type Pair = readonly [source: string, target: string]

/** A rate with its derivation. `legs` are the printed rates from which it derives, as `BASE QUOTE value`. */
export interface Derived {
  date: string
  type: string
  method: 'published' | 'inverse' | 'cross'
  rate: Fraction
  legs: string[]
}

export interface Limits {
  /** Restricts the rates to this type. */
  type?: string
  withCrosses?: boolean
}

/** The tables of one bank, with an exact calculation of pairs in TypeScript. */
export class Tables {
  readonly #home: string
  readonly #types: string[]
  readonly #rows: Printed[]

  constructor(home: string, types: string[], rows: Printed[]) {
    this.#home = home
    this.#types = types
    this.#rows = rows
  }

  get dates(): string[] {
    return [...new Set(this.#rows.map(({ date }) => date))].sort()
  }

  /** The newest table on or before a date. */
  tableOn(wanted: string): Printed[] {
    const newest = this.dates.findLast((date) => date <= wanted)
    return this.#rows.filter(({ date }) => date === newest)
  }

  rateOn(date: string, pair: Pair, { type, withCrosses = true }: Limits = {}): Derived | undefined {
    const types = type === undefined ? this.#types : [type]
    return types.map((it) => this.#derive(date, it, pair, withCrosses)).find((it) => it !== undefined)
  }

  /** The rate of a pair on the newest date with that pair, on or before the wanted date. */
  newest(wanted: string, pair: Pair, limits?: Limits): Derived | undefined {
    return this.dates
      .filter((date) => date <= wanted)
      .reverse()
      .map((date) => this.rateOn(date, pair, limits))
      .find((it) => it !== undefined)
  }

  /** Whether a rate is in force on a date: no later table of its type is more than 30 days newer. */
  isInForce({ date, type }: Pick<Printed, 'date' | 'type'>, wanted: string): boolean {
    return !this.#rows.some((it) => it.type === type && it.date > addDays(date, 30) && it.date <= wanted)
  }

  #derive(date: string, type: string, [source, target]: Pair, withCrosses: boolean): Derived | undefined {
    const table = this.#rows.filter((it) => it.date === date && it.type === type)
    const own = legOf(table, source, target)
    if (own) return { date, type, method: own.isInverse ? 'inverse' : 'published', rate: own.rate, legs: [own.printed] }
    const [into, out] = [legOf(table, source, this.#home), legOf(table, this.#home, target)]
    return into && out && withCrosses
      ? { date, type, method: 'cross', rate: into.rate.times(out.rate), legs: [into.printed, out.printed] }
      : undefined
  }
}

interface Leg {
  printed: string
  rate: Fraction
  isInverse: boolean
}

function legOf(table: Printed[], source: string, target: string): Leg | undefined {
  const legs = [
    [source, target],
    [target, source]
  ].flatMap(([from, to], index) =>
    table
      .filter(({ base, quote }) => base === from && quote === to)
      .map(({ base, quote, value }) => {
        const rate = Fraction.of(value)
        return {
          printed: `${base} ${quote} ${value}`,
          rate: index === 1 ? rate.inverse() : rate,
          isInverse: index === 1
        }
      })
  )
  return legs[0]
}
