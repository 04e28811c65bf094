import { z } from 'zod'
import { amountWith } from '../../../api/contract/amounts.ts'
import { notFound } from '../../../api/contract/errors.ts'
import * as common from '../../../api/contract/fields.ts'
import { date, pairOf } from '../../../api/contract/parameters.ts'
import { comparedBanks, RATE_GROUPS } from '../../../api/rates/comparison.ts'
import { read } from '../../../api/server/endpoint.ts'
import { bankPair, conversion, readBank } from '../../../api/rates/calls.ts'
import { aheadNote, joined, notInForceNote } from '../../../api/rates/ahead.ts'
import { assertAnyIngested } from '../../../api/rates/bank-query.ts'
import * as fields from '../kit/fields.ts'
import { METHOD_LABELS } from '../kit/labels.ts'
import { atSource, pairNotFound } from '../kit/lookups.ts'
import { bank, pair, type } from '../kit/parameters.ts'
import { listing, tool } from '../../../api/contract/tool.ts'

export const pairRate = tool({
  name: 'pair_rate',
  title: 'Rate of a pair at a source',
  description:
    'Returns one rate (units of target for one unit of source) at one source: the newest, or the one in ' +
    'force on a date. The rate comes from one table of that source, and the answer says whether it was published or ' +
    'calculated.',
  access: ({ date }) => (date === undefined ? 'keyless' : 'paid'),
  input: { bank, ...pair, date: date.optional(), type },
  output: { ...fields.bank, rate_date: common.rateDate, ...fields.resolved, source_url: fields.attribution },
  run: async ({ bank, date, type, ...input }, context) => {
    const pair = pairOf(input)!
    const values = { bank, ...pair, wanted: date ?? 'infinity', type, with_crosses: true, today: context.today() }
    const { bank: source, head } = await atSource(context, readBank(bankPair, context.database, values))
    const { rate_date: rateDate, derived, method, printed, valid_from, valid_to } = head
    if (rateDate === null || !head.in_force) {
      throw pairNotFound(source, pair, { when: date && `for ${date}`, last: rateDate ?? undefined })
    }
    const today = context.today()
    const ahead = date === undefined ? notInForceNote(source, rateDate, today) : aheadNote(date, rateDate, today)
    const note = joined(head.note, ahead)
    const rate = head.rate.text
    return {
      fields: {
        bank,
        name: source.name,
        rate_date: rateDate,
        ...pair,
        rate,
        rate_type: head.rate_type,
        derived,
        method,
        valid_from,
        valid_to,
        printed: printed && { ...printed, value: String(printed.value) },
        note,
        source_url: source.source_url
      },
      text: `1 ${pair.source} = ${rate} ${pair.target}, ${source.name}, table of ${rateDate}, ${head.rate_type}, ${METHOD_LABELS[method]}${ahead === undefined ? '' : `. ${ahead}`}`
    }
  }
})

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

export const compare = tool({
  name: 'compare_banks',
  title: 'Compare a pair across sources',
  description:
    'Returns the newest rate of a pair at every source that has it, with minimum, maximum, median and ' +
    'spread over all rates that are not stale. The type `comparable` returns the daily middle and reference rates ' +
    'alone. Also use it to find out which sources have a pair.',
  input: { ...pair, type },
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
  run: async ({ type, ...input }, { database, today }) => {
    const { source, target } = pairOf(input)!
    const found = await read(comparedBanks, database, { source, target, type, today: today() })
    if (!found) {
      await assertAnyIngested(database)
      throw notFound(
        `no source has the pair ${source} to ${target}${type === undefined ? '' : ` as ${type}`}: list_currencies lists the currencies`
      )
    }
    const {
      head: { stats },
      list
    } = found
    const rows = list.objects<z.output<typeof quoted>>()
    const lines = rows.map(
      ({ code, rate, rate_date: date, method, stale }) =>
        `${code}: ${rate} (${date}, ${method}${stale ? ', stale' : ''})`
    )
    return {
      fields: { source, target, count: rows.length, banks: rows, stats },
      text: listing(`1 ${source} in ${target}${stats ? `, median ${stats.median}` : ''}:`, lines)
    }
  }
})

export const convert = tool({
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
  run: async ({ bank, amount, date, ...input }, context) => {
    const pair = pairOf(input)!
    const values = { bank, amount, ...pair, wanted: date, today: context.today() }
    const { bank: source, head } = await atSource(context, readBank(conversion, context.database, values))
    const { rate_date: rateDate, rate_type: rateType, derived, method, legs } = head
    if (rateDate === null || !head.in_force) {
      throw pairNotFound(source, pair, { when: date && `for ${date}`, last: rateDate ?? undefined })
    }
    const [converted, rate] = [String(head.converted), head.rate.text]
    return {
      fields: {
        bank,
        name: source.name,
        amount,
        converted,
        rate_date: rateDate,
        ...pair,
        rate,
        rate_type: rateType,
        derived,
        method,
        legs,
        source_url: source.source_url
      },
      text: `${amount} ${pair.source} = ${converted} ${pair.target} at ${rate}, ${source.name}, table of ${rateDate}, ${rateType}, ${METHOD_LABELS[method]}`
    }
  }
})
