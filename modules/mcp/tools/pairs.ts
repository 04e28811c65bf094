import { z } from 'zod'
import { amountWith, plainDecimal } from '../../../api/contract/amounts.ts'
import { notFound } from '../../../api/contract/errors.ts'
import * as common from '../../../api/contract/fields.ts'
import { date } from '../../../api/contract/parameters.ts'
import { listing } from '../../tool.ts'
import { aheadNote, joined, notInForceNote } from '../../../api/rates/ahead.ts'
import { assertAnyIngested } from '../../../api/rates/bank-query.ts'
import { bankPair, conversion } from '../../../api/rates/calls.ts'
import { comparedBanks, RATE_GROUPS } from '../../../api/rates/comparison.ts'
import type { Head } from '../../../api/formats/read.ts'
import { declared } from '../kit/declared.ts'
import * as fields from '../kit/fields.ts'
import { METHOD_LABELS } from '../kit/labels.ts'
import { assertFound } from '../kit/lookups.ts'
import { bank, pair, type } from '../kit/parameters.ts'

export const pairRate = declared({
  name: 'pair_rate',
  title: 'Rate of a pair at a source',
  description:
    'Returns one rate (units of target for one unit of source) at one source: the newest, or the one in ' +
    'force on a date. The rate comes from one table of that source, and the answer says whether it was published or ' +
    'calculated.',
  access: ({ date }) => (date === undefined ? 'keyless' : 'paid'),
  input: { bank, ...pair, date: date.optional(), type },
  output: { ...fields.bank, rate_date: common.rateDate, ...fields.resolved, source_url: fields.attribution },
  call: bankPair,
  values: ({ date }) => ({ wanted: date ?? 'infinity', with_crosses: true }),
  check: (found, pair) => assertFound(found!.head, pair, pair.date),
  computed: { note: ({ head }, { date }, today) => joined(head.note, dateNote(head, date, today)) },
  text({ source, target, rate, name, rate_date, rate_type, method }, { head }, { date }, today) {
    const note = dateNote(head, date, today)
    return `1 ${source} = ${rate} ${target}, ${name}, table of ${rate_date}, ${rate_type}, ${METHOD_LABELS[method]}${note === undefined ? '' : `. ${note}`}`
  }
})

/** The note of a rate whose date is after all tables, or whose table is not yet in force; undefined for others. */
function dateNote(
  head: Pick<Head<typeof bankPair.head>, 'dated' | 'rate_date'>,
  date: string | undefined,
  today: string
): string | undefined {
  return date === undefined ? notInForceNote(head, head.rate_date!, today) : aheadNote(date, head.rate_date!, today)
}

const quoted = z.strictObject({
  code: common.bank,
  name: common.name,
  rate: fields.rate,
  rate_date: common.rateDate,
  rate_type: common.type,
  derived: common.derived,
  method: common.method,
  stale: common.stale,
  kind: common.kind,
  group: z.enum(RATE_GROUPS),
  ...common.validity
})

export const compare = declared({
  name: 'compare_banks',
  title: 'Compare a pair across sources',
  description:
    'Returns the newest rate of a pair at every source that has it, or the one in force on a date, with minimum, maximum, median and ' +
    'spread over all rates that are not stale. The type `comparable` returns only the daily middle and ' +
    'reference rates. Also use it to find out which sources have a pair.',
  access: ({ date }) => (date === undefined ? 'keyless' : 'paid'),
  input: { ...pair, date: date.optional(), type },
  output: {
    source: common.source,
    target: common.target,
    count: common.count,
    banks: z.array(quoted),
    stats: z
      .strictObject({
        min: z.number(),
        max: z.number(),
        median: z.number(),
        spread_bps: z.number(),
        banks_in_stats: common.count
      })
      .nullable()
      .meta({
        description:
          'Statistics over all rates that are not stale; null if all are stale. The spread is the ' +
          'highest rate minus the lowest, in basis points of the median.'
      })
  },
  call: comparedBanks,
  list: 'banks',
  async check(found, { source, target, type, date }, { database }) {
    if (found) return
    await assertAnyIngested(database)
    throw notFound(
      `no source has the pair ${source} to ${target}${type === undefined ? '' : ` as ${type}`}${date === undefined ? '' : ` on or before ${date}`}: list_currencies lists the currencies`
    )
  },
  text: ({ source, target, banks, stats }, _found, { date }) =>
    listing(
      `1 ${source} in ${target}${date === undefined ? '' : ` on ${date}`}${stats ? `, median ${plainDecimal(String(stats.median))}` : ''}:`,
      banks.map(
        ({ code, rate, rate_date: date, method, stale }) =>
          `${code}: ${rate} (${date}, ${method}${stale ? ', stale' : ''})`
      )
    )
})

export const convert = declared({
  name: 'convert',
  title: 'Convert an amount at an official rate',
  description:
    'Multiplies an amount by the rate of a source in force today or on a date, without rounding. Returns the rate, its date, ' +
    'whether it was published or calculated, and the published rates behind it.',
  access: ({ date }) => (date === undefined ? 'keyless' : 'paid'),
  input: {
    bank,
    ...pair,
    date: date.optional(),
    amount: amountWith({ whole: 18, decimals: 12 }).meta({
      description: 'The amount in the source currency, as a decimal number.',
      examples: ['1234.50']
    })
  },
  output: {
    ...fields.bank,
    amount: fields.amount,
    converted: fields.amount.meta({ description: 'The exact product of amount and rate, in the target currency.' }),
    rate_date: common.rateDate,
    ...fields.resolved,
    legs: z
      .array(z.strictObject({ base: common.base, quote: common.quote, value: fields.value }))
      .meta({ description: 'The published rates from which the rate was calculated.' }),
    source_url: fields.attribution
  },
  call: conversion,
  values: ({ date }) => ({ wanted: date }),
  check: (found, pair) => assertFound(found!.head, pair, pair.date),
  text: ({ amount, source, target, converted, rate, name, rate_date: date, rate_type: type, method }) =>
    `${amount} ${source} = ${converted} ${target} at ${rate}, ${name}, table of ${date}, ${type}, ${METHOD_LABELS[method]}`
})
