import { z } from 'zod'
import { notFound } from '../../../api/contract/errors.ts'
import * as common from '../../../api/contract/fields.ts'
import { date } from '../../../api/contract/parameters.ts'
import { aheadNote, notInForceNote } from '../../../api/rates/ahead.ts'
import { bankTable } from '../../../api/rates/calls.ts'
import { listing, rateLine } from '../../tool.ts'
import { declared } from '../kit/declared.ts'
import * as fields from '../kit/fields.ts'
import { bank, type } from '../kit/parameters.ts'

const tableFields = {
  ...fields.bank,
  rate_date: common.rateDate,
  rates: z.array(fields.printed),
  source_url: fields.attribution
}

interface Table {
  name: string
  rate_date: string
  rates: Array<z.output<typeof fields.printed>>
  note?: string
}

function textOf({ name, rate_date: date, rates, note }: Table): string {
  const text = listing(`${name}, table of ${date}, as published:`, rates.map(rateLine))
  return note === undefined ? text : `${note}\n${text}`
}

export const latestTable = declared({
  name: 'latest_table',
  title: 'Newest table of a source',
  description:
    'Returns the newest table of a source: every rate, digit for digit, in the direction in which the ' +
    'source prints it (the price of one unit of base in quote).',
  input: { bank, type },
  output: { ...tableFields, note: fields.note },
  call: bankTable,
  values: () => ({ wanted: 'infinity' }),
  list: 'rates',
  computed: { note: ({ head }, _input, today) => notInForceNote(head, head.rate_date!, today) },
  check(found, { bank, type }) {
    if (found!.list.length > 0) return
    throw notFound(
      found!.head.latest_date === null
        ? `nothing has been ingested for ${bank} yet: list_sources says what each source has`
        : `${bank} has no rate of type ${type} yet: leave type out`
    )
  },
  text: textOf
})

export const tableOnDate = declared({
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
  call: bankTable,
  values: ({ date }) => ({ wanted: date }),
  list: 'rates',
  computed: {
    requested_date: (_found, { date }) => date,
    published_on_requested_date: ({ head }, { date }) => head.rate_date === date,
    note: ({ head }, { date }, today) => aheadNote(date, head.rate_date!, today)
  },
  check(found, { bank, date, type }) {
    if (found!.list.length > 0) return
    throw notFound(
      `${bank} has no table${type === undefined ? '' : ` with rates of type ${type}`} on or before ${date}: availability lists its dates`
    )
  },
  text: textOf
})
