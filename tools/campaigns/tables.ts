import { addDays, isDate } from '../../adapters/kit/dates.ts'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import { pick, pickTwo, type Random } from '../random.ts'

/** A rate of a table. */
export interface Figure {
  date: string
  base: string
  quote: string
  type: string
  value: string
}

/** The tables of a source around a day: the table of that day, and those before it, newest first. */
export interface Tables {
  today: Figure[]
  before: Figure[][]
}

/** Which rates are stored when the damaged document arrives: all but those of its day, all, or none. */
export type Stored = 'before' | 'up to the day' | 'nothing'

interface Kind {
  stored: Stored
  /** The rows of the damaged document; undefined if the damage does not apply. */
  damage: (tables: Tables, random: Random) => Figure[] | undefined
  /** True for kinds with which no threshold was chosen. */
  isHeldOut?: boolean
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low)
const decimalsOf = (value: string) => value.split('.')[1]?.length ?? 0
const scaled = (value: string, factor: number) => (Number(value) * factor).toFixed(Math.max(decimalsOf(value), 2))
const times = (factor: number) => (it: Figure) => ({ ...it, value: scaled(it.value, factor) })
const seriesOf = ({ base, quote, type }: Figure) => `${base} ${quote} ${type}`
const dated = (date: string, rows: Figure[]) => rows.map((it) => ({ ...it, date }))
const either = (random: Random, size: number) => (random() < 0.5 ? 1 + size : 1 / (1 + size))

function one(change: (value: string, random: Random) => string): Kind['damage'] {
  return ({ today }, random) => {
    const chosen = pick(today, random)
    return chosen && today.map((it) => (it === chosen ? { ...it, value: change(it.value, random) } : it))
  }
}

function changeDigit(value: string, random: Random): string {
  const places = [...value].flatMap((it, at) => (/\d/.test(it) ? [at] : []))
  const at = pick(places, random)!
  return value.slice(0, at) + String((Number(value[at]) + 1 + Math.floor(random() * 9)) % 10) + value.slice(at + 1)
}

/** A figure without some of its last digits. */
function cut(value: string, random: Random): string {
  const decimals = decimalsOf(value)
  return decimals === 0 ? value : value.slice(0, -(1 + Math.floor(random() * decimals))).replace(/\.$/, '')
}

/** The figures of `from` in the places of the same series; undefined if it has none. */
function withValues(rows: Figure[], from: Figure[] | undefined): Figure[] | undefined {
  const values = new Map(from?.map((it) => [seriesOf(it), it.value]))
  return from && rows.map((it) => ({ ...it, value: values.get(seriesOf(it)) ?? it.value }))
}

const sellOf = (rows: Figure[], { base, quote, type }: Figure) =>
  rows.find((it) => it.base === base && it.quote === quote && it.type === type.replace(/buy$/, 'sell'))
const buys = (rows: Figure[]) => rows.filter((it) => it.type.endsWith('buy') && sellOf(rows, it))

/** The table as a bank prints it that quotes against another currency of the table. */
function inAnother(rows: Figure[], random: Random): Figure[] | undefined {
  const chosen = pick(
    rows.filter(({ type }) => type === rows[0]?.type),
    random
  )
  return chosen && rows.map((it) => (it === chosen ? it : { ...it, value: scaled(it.value, 1 / Number(chosen.value)) }))
}

/** The newest tables of a source with nothing stored. */
const newest = ({ today, before }: Tables) => [today, ...before.slice(0, 6)]

/** The newest tables with one change of a series on each day. */
function inSeries(changeOf: (random: Random) => (value: string) => string): Kind['damage'] {
  return (tables, random) => {
    const [chosen, change] = [pick(tables.today, random), changeOf(random)]
    return (
      chosen &&
      newest(tables)
        .flat()
        .map((it) => (seriesOf(it) === seriesOf(chosen) ? { ...it, value: change(it.value) } : it))
    )
  }
}

function factorOf(size: (random: Random) => number) {
  return (random: Random) => {
    const factor = size(random)
    return (value: string) => scaled(value, factor)
  }
}

/** The kinds of damage by name. */
export const TABLE_KINDS: Record<string, Kind> = {
  'one digit': { stored: 'before', damage: one(changeDigit) },
  'power of ten': { stored: 'before', damage: one((it, random) => scaled(it, pick([0.01, 0.1, 10, 100], random)!)) },
  inverse: { stored: 'before', damage: one((it) => (1 / Number(it)).toPrecision(6)) },
  'two figures exchanged': {
    stored: 'before',
    damage: ({ today }, random) => {
      const two = pickTwo(today, random)
      return two && today.map((it) => ({ ...it, value: (it === two[0] ? two[1] : it === two[1] ? two[0] : it).value }))
    }
  },
  'code replaced': {
    stored: 'before',
    damage: ({ today }, random) => {
      const chosen = pick(today, random)
      const other = pick(
        Object.keys(CURRENCIES).filter((it) => !today.some((row) => [row.base, row.quote].includes(it))),
        random
      )!
      const isBase = today.filter(({ base }) => base === chosen?.base).length < today.length / 2
      const code = isBase ? chosen?.base : chosen?.quote
      return today.map((it) => ({
        ...it,
        base: it.base === code ? other : it.base,
        quote: it.quote === code ? other : it.quote
      }))
    }
  },
  'last figure cut': {
    stored: 'before',
    damage: ({ today }, random) =>
      today.map((it, at) => (at === today.length - 1 ? { ...it, value: cut(it.value, random) } : it))
  },
  'document cut': {
    stored: 'before',
    damage: ({ today }, random) => {
      const rows = today.slice(0, Math.max(1, Math.floor(today.length * between(random, 0.2, 0.75))))
      return rows.map((it, at) => (at === rows.length - 1 ? { ...it, value: cut(it.value, random) } : it))
    }
  },
  'digits cut': {
    stored: 'before',
    damage: ({ today }, random) => {
      const digits = 1 + Math.floor(random() * 2)
      return today.map((it) => ({ ...it, value: Number(it.value).toFixed(Math.max(0, decimalsOf(it.value) - digits)) }))
    }
  },
  'older table': { stored: 'before', damage: ({ today, before }, random) => withValues(today, pick(before, random)) },
  'table before': { stored: 'before', damage: ({ today, before }) => withValues(today, before[0]) },
  'older figure': {
    stored: 'before',
    damage: ({ today, before }, random) => {
      const chosen = pick(today, random)
      const older = withValues(today, before[5])
      return older && today.map((it, at) => (it === chosen ? older[at]! : it))
    }
  },
  'spread vanished': {
    stored: 'before',
    damage: ({ today }) => {
      const own = buys(today)
      const values = new Map(own.map((it) => [sellOf(today, it), it.value]))
      return own.length === 0 ? undefined : today.map((it) => ({ ...it, value: values.get(it) ?? it.value }))
    }
  },
  'prices exchanged': {
    stored: 'before',
    damage: ({ today }, random) => {
      const own = buys(today)
      const chosen = random() < 0.5 ? own : own.slice(0, 1)
      const types = new Map(
        chosen.flatMap((it) => [
          [it, sellOf(today, it)!],
          [sellOf(today, it)!, it]
        ])
      )
      return own.length === 0 ? undefined : today.map((it) => ({ ...it, value: (types.get(it) ?? it).value }))
    }
  },
  'whole table off': {
    stored: 'before',
    damage: ({ today }, random) => today.map(times(either(random, between(random, 0.01, 0.06))))
  },
  'another currency': { stored: 'before', damage: ({ today }, random) => inAnother(today, random) },
  'dated a weekend': {
    stored: 'before',
    damage: ({ today }) => {
      const weekend = [1, 2, 3, 4, 5, 6]
        .map((it) => addDays(today[0]!.date, it))
        .find((it) => new Date(it).getUTCDay() === 6)!
      return dated(weekend, today)
    }
  },
  'dated last year': {
    stored: 'before',
    damage: ({ today, before }) => {
      const year = `${Number(today[0]!.date.slice(0, 4)) - 1}${today[0]!.date.slice(4)}`
      const stored = before.find((it) => it[0]!.date <= year)
      return isDate(year) && stored?.[0]!.date === year ? dated(year, today) : undefined
    }
  },
  'dated a stored day': {
    stored: 'before',
    damage: ({ today, before }, random) => {
      const day = pick(before.slice(0, 20), random)?.[0]!.date
      return day === undefined ? undefined : dated(day, today)
    }
  },
  'history shifted': {
    stored: 'up to the day',
    damage: ({ today, before }, random) => {
      const tables = [today, ...before.slice(0, 5 + Math.floor(random() * 100))]
      return tables.slice(0, -1).flatMap((it, at) => dated(it[0]!.date, withValues(it, tables[at + 1]!)!))
    }
  },
  'correction of a figure': {
    stored: 'up to the day',
    damage: one((it, random) => scaled(it, either(random, between(random, 0.005, 0.06))))
  },
  'correction of a table': {
    stored: 'up to the day',
    damage: ({ today }, random) => today.map(times(either(random, between(random, 0.01, 0.06))))
  },
  'correction by another day': {
    stored: 'up to the day',
    damage: ({ today, before }, random) => withValues(today, pick(before, random))
  },
  'correction of digits': {
    stored: 'up to the day',
    damage: ({ today }, random) =>
      today.map((it) => (random() < 0.4 ? { ...it, value: changeDigit(it.value, random) } : it))
  },
  'first: a series off': {
    stored: 'nothing',
    damage: inSeries(factorOf((random) => either(random, between(random, 0.02, 0.2))))
  },
  'first: all off': {
    stored: 'nothing',
    damage: (tables, random) =>
      newest(tables)
        .flat()
        .map(times(either(random, between(random, 0.02, 0.2))))
  },
  'first: a factor': { stored: 'nothing', damage: inSeries(factorOf((random) => pick([0.01, 0.1, 10, 100], random)!)) },
  'first: inverse': { stored: 'nothing', damage: inSeries(() => (value) => (1 / Number(value)).toPrecision(6)) },
  'first: codes exchanged': {
    stored: 'nothing',
    damage: (tables, random) => {
      const { today } = tables
      const two = pickTwo(
        today.filter(({ type }) => type === today[0]?.type),
        random
      )
      const [a, b] = (two ?? []).map(seriesOf)
      return (
        two &&
        newest(tables).flatMap((rows) => {
          const value = (series?: string) => rows.find((it) => seriesOf(it) === series)?.value
          return rows.map((it) => ({
            ...it,
            value: (seriesOf(it) === a ? value(b) : seriesOf(it) === b ? value(a) : undefined) ?? it.value
          }))
        })
      )
    }
  },
  // Kinds of damage that were not used to choose the thresholds.
  'rows shifted': {
    stored: 'before',
    isHeldOut: true,
    damage: ({ today }, random) => {
      const from = Math.floor(random() * today.length)
      return today.length < 3
        ? undefined
        : today.map((it, at) => ({
            ...it,
            value: at < from ? it.value : today[Math.min(at + 1, today.length - 1)]!.value
          }))
    }
  },
  'half of an older table': {
    stored: 'before',
    isHeldOut: true,
    damage: ({ today, before }, random) => {
      const older = withValues(today, pick(before, random))
      return older?.map((it, at) => (at < today.length * 0.55 ? it : today[at]!))
    }
  },
  'two digits exchanged': {
    stored: 'before',
    isHeldOut: true,
    damage: one((it, random) => {
      const at = Math.floor(random() * (it.length - 1))
      return it.slice(0, at) + it[at + 1]! + it[at]! + it.slice(at + 2)
    })
  },
  'one price repeated': {
    stored: 'before',
    isHeldOut: true,
    damage: ({ today }, random) => {
      const chosen = pick(buys(today), random)
      return chosen && today.map((it) => (it === chosen ? { ...it, value: sellOf(today, it)!.value } : it))
    }
  },
  'some figures off': {
    stored: 'before',
    isHeldOut: true,
    damage: ({ today }, random) =>
      today.map((it) => (random() < 0.3 ? times(either(random, between(random, 0.01, 0.1)))(it) : it))
  },
  'correction dated by month and day': {
    stored: 'before',
    isHeldOut: true,
    damage: ({ today, before }) => {
      const day = today[0]!.date.replace(/-(\d\d)-(\d\d)/, '-$2-$1')
      return before.some((it) => it[0]!.date === day) ? dated(day, today) : undefined
    }
  },
  'correction of prices': {
    stored: 'up to the day',
    isHeldOut: true,
    damage: ({ today }) => {
      const values = new Map(buys(today).map((it) => [sellOf(today, it), it.value]))
      return values.size === 0 ? undefined : today.map((it) => ({ ...it, value: values.get(it) ?? it.value }))
    }
  },
  'first: some figures off': {
    stored: 'nothing',
    isHeldOut: true,
    damage: (tables, random) =>
      newest(tables)
        .flat()
        .map((it) => (random() < 0.2 ? times(either(random, between(random, 0.02, 0.3)))(it) : it))
  }
}
