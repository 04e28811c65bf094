import { readTable, type TableFormat } from '../tables/tables.ts'
import { ANSWER_COLUMNS, type Batch } from './batch.ts'
import { headingsAt } from './headings.ts'
import type { KnownRule } from '../rulebook.ts'

/** A row that deviates from the method of its year. */
export interface Departure {
  row: number
  date: string
  /** The method that the row used, and the one from which it deviates. */
  text: string
}

/** A method and the year in which the rows use it. */
export interface Method {
  rule: KnownRule
  year: string
}

export interface MethodCheck {
  rows: number
  methods: Method[]
  departures: Departure[]
}

const RATE = ANSWER_COLUMNS.indexOf('rate')

/**
 * The rows of a file that deviate from the method of their year: by their rule, or, unless `withRates` is false, by the
 * rate in a column `rate`. The method is the elected rule, or else the rule of the first row of its year, jurisdiction
 * and purpose.
 */
export async function checkMethod(
  batch: Batch,
  path: string,
  format: TableFormat,
  { elected, withRates = true }: { elected?: string; withRates?: boolean } = {}
): Promise<MethodCheck> {
  const methods = new Map<string, Method>()
  const departures: Departure[] = []
  let rows = 0
  for await (const block of readTable(path, format, { country: batch.jurisdiction, headingsAt })) {
    const places = batch.placesIn(block.header)
    const rateAt = block.header.findIndex((name) => name.trim().toLowerCase() === 'rate')
    const answers = withRates ? await batch.answer(block) : []
    for (const [at, read] of block.rows.entries()) {
      const { cells, row } = read
      rows++
      const { date, rule: id } = batch.understand(places, read)
      const rule = id === null ? undefined : batch.rule(id)
      if (date === null || rule === undefined) continue
      const year = date.slice(0, 4)
      const key = `${rule.jurisdiction} ${rule.purpose} ${year}`
      const given = elected === undefined ? undefined : batch.rule(elected)
      const isOfGiven = given?.jurisdiction === rule.jurisdiction && given.purpose === rule.purpose
      const method = methods.get(key) ?? { rule: isOfGiven ? given : rule, year }
      methods.set(key, method)
      const used = rateAt < 0 ? '' : cells[rateAt]!.trim()
      const rate = answers[at]?.cells[RATE]
      if (rule.id !== method.rule.id) {
        departures.push({ row, date, text: `uses ${rule.id}, not ${method.rule.id}` })
      } else if (used !== '' && rate !== null && rate !== undefined && !isRateOf(used, Number(rate))) {
        departures.push({ row, date, text: `has the rate ${used}; ${rule.id} gives ${rate}` })
      }
    }
  }
  return { rows, methods: [...methods.values()], departures }
}

/** True if a written rate is the rate or its inverse, to the decimals that are written. */
function isRateOf(written: string, rate: number): boolean {
  const used = written.replace(',', '.')
  const decimals = Math.min(used.split('.')[1]?.length ?? 0, 20)
  return [rate, 1 / rate].some((it) => it.toFixed(decimals) === Number(used).toFixed(decimals))
}

/** A check as lines: each deviation, then the law that binds the taxpayer to each method. */
export function methodLines({ rows, methods, departures }: MethodCheck): string[] {
  return [
    ...departures.map(({ row, date, text }) => `row ${row}, ${date}: ${text}`),
    `${departures.length} of ${rows} rows depart from the method of their year`,
    ...methods.map(({ rule, year }) => `${year}: ${rule.id}; ${bindingOf(rule)}`)
  ]
}

/** How long a method is binding, with the law that requires it. */
export function bindingOf({ lock, citation }: KnownRule): string {
  const law = [citation.act, citation.article].filter(Boolean).join(', ')
  return lock === undefined ? 'no duty to keep the method is recorded' : `${lock} (${law})`
}
