import { z } from 'zod'
import { notFound } from '../../../api/contract/errors.ts'
import * as common from '../../../api/contract/fields.ts'
import { date } from '../../../api/contract/parameters.ts'
import { aheadNote, notInForceNote } from '../../../api/rates/ahead.ts'
import type { Bank } from '../../../api/rates/bank-query.ts'
import type { Rows } from '../../../api/formats/rows.ts'
import { bankTable, readBank } from '../../../api/rates/calls.ts'
import * as fields from '../kit/fields.ts'
import { atSource } from '../kit/lookups.ts'
import { bank, type } from '../kit/parameters.ts'
import { listing, rateLine, tool } from '../../../api/contract/tool.ts'

const tableFields = {
  ...fields.bank,
  rate_date: common.rateDate,
  rates: z.array(fields.printed),
  source_url: fields.attribution
}

function tableOf(bank: Bank, rateDate: string, list: Rows) {
  const rows = list.objects<z.input<typeof fields.printed>>()
  return {
    fields: { bank: bank.code, name: bank.name, rate_date: rateDate, rates: rows, source_url: bank.source_url },
    text: listing(`${bank.name}, table of ${rateDate}, as published:`, rows.map(rateLine))
  }
}

export const latestTable = tool({
  name: 'latest_table',
  title: 'Newest table of a source',
  description:
    'Returns the newest table of a source: every rate, digit for digit, in the direction in which the ' +
    'source prints it (the price of one unit of base in quote).',
  input: { bank, type },
  output: { ...tableFields, note: fields.note },
  run: async ({ bank, type }, context) => {
    const values = { bank, wanted: 'infinity', type, today: context.today() }
    const { bank: source, head, list } = await atSource(context, readBank(bankTable, context.database, values))
    if (list.length === 0) {
      throw notFound(
        source.latest_date === null
          ? `nothing has been ingested for ${bank} yet: list_sources says what each source has`
          : `the newest table of ${bank} has no rate of type ${type}: leave type out`
      )
    }
    const { fields, text } = tableOf(source, head.rate_date!, list)
    const note = notInForceNote(source, head.rate_date!, context.today())
    return { fields: { ...fields, note }, text: note === undefined ? text : `${note}\n${text}` }
  }
})

export const tableOnDate = tool({
  name: 'table_on_date',
  title: 'Table of a source on a date',
  description:
    'Returns the table of a source in force on a date: the newest on or before it. rate_date is the date ' +
    'of that table; weekends and holidays usually have none.',
  access: () => 'paid',
  input: { bank, date, type },
  output: {
    ...tableFields,
    requested_date: common.requestedDate,
    published_on_requested_date: common.isPublishedOnDate,
    note: fields.note
  },
  run: async ({ bank, date, type }, context) => {
    const values = { bank, wanted: date, type, today: context.today() }
    const { bank: source, head, list } = await atSource(context, readBank(bankTable, context.database, values))
    if (list.length === 0) {
      throw notFound(
        `${bank} has no table${type === undefined ? '' : ` with rates of type ${type}`} on or before ${date}: availability lists its dates`
      )
    }
    const { fields, text } = tableOf(source, head.rate_date!, list)
    const isPublished = head.rate_date === date
    const note = aheadNote(date, head.rate_date!, context.today())
    return {
      fields: { ...fields, requested_date: date, published_on_requested_date: isPublished, note },
      text: note === undefined ? text : `${note}\n${text}`
    }
  }
})
