import type { LongRows } from './rows.ts'

/** The price directives of plain-text accounting, for answers with at most one rate of a pair per day. */
export const PRICE_FORMATS = ['hledger', 'ledger', 'beancount'] as const

export type PriceFormat = (typeof PRICE_FORMATS)[number]

type Directive = (date: string, base: string, value: string, quote: string) => string

const pDirective: Directive = (date, base, value, quote) => `P ${date} ${base} ${value} ${quote}\n`

// Appends a zero after three, six or nine decimals. If a journal writes USD with decimal commas, Ledger reads 1.184 as
// 1184 without an error, but refuses 1.1840.
const unlikeThousands = (value: string) => value.replace(/\.(?:\d{3})+$/, '$&0')

const DIRECTIVES: Record<PriceFormat, Directive> = {
  hledger: pDirective,
  ledger: (date, base, value, quote) => pDirective(date, base, unlikeThousands(value), quote),
  beancount: (date, base, value, quote) => `${date} price ${base} ${value} ${quote}\n`
}

// Advice for a journal with decimal commas: hledger accepts a decimal mark for each file, Ledger does not.
const BEGINNINGS: Partial<Record<PriceFormat, string>> = {
  hledger: 'decimal-mark .\n',
  ledger:
    '; For a journal with decimal commas, load this file with --price-db and without --decimal-comma. ' +
    'A figure with three decimals has an extra zero, so that Ledger does not read its point as a thousands separator.\n'
}

/**
 * Writes rows as the market prices of plain-text accounting (hledger and Ledger: `P`; Beancount: `price`), each the
 * price of one unit of its base. Comments name the source, and for the prices that follow their rate type and whether
 * they were calculated.
 */
export async function* writePrices(
  format: PriceFormat,
  fields: Record<string, unknown>,
  { columns, batches }: LongRows
): AsyncGenerator<string, void, void> {
  const write = DIRECTIVES[format]
  const [date, base, quote, value, type, method, partial, first, end] = [
    /^(rate_date|date|period)$/,
    /^base$/,
    /^quote$/,
    /^value$/,
    /^type$/,
    /^method$/,
    /^partial$/,
    /^first_date$/,
    /^last_date$/
  ].map((name) => columns.findIndex((it) => name.test(it.name))) as Places
  let last: string | undefined
  yield (
    (BEGINNINGS[format] ?? '') +
    commentOf(`${fields.name as string} (${fields.bank as string})`) +
    commentOf(fields.disclaimer as string)
  )
  for await (const { cells } of batches) {
    let text = ''
    for (const row of cells) {
      const part = row[partial] === true ? `, from ${row[first] as string} to ${row[end] as string} alone` : ''
      const origin = originOf(row[type] as string, row[method] as string | undefined) + part
      if (origin !== last) text += commentOf((last = origin))
      text += write(row[date] as string, row[base] as string, row[value] as string, row[quote] as string)
    }
    yield text
  }
}

type Places = [number, number, number, number, number, number, number, number, number]

function originOf(type: string, method = 'published'): string {
  return `${type}, ${method === 'published' ? 'as published' : `calculated: ${method}`}`
}

function commentOf(text: string): string {
  return `; ${text.replaceAll(/\s+/g, ' ')}\n`
}
