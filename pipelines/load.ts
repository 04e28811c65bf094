import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Row } from '../adapters/source.ts'
import type { Client, Database } from '../sql/database.ts'
import type { BadRow } from './check.ts'
import { perOneUnit } from './normalize.ts'

export interface LoadCounts {
  new: number
  changed: number
  unchanged: number
  quarantined: number
}

const CHUNK = 2000
const NULL = '\\N' // as COPY writes it

/**
 * Brings the checked rows of a publication into the store, and the bad ones into quarantine, in one transaction: all of it is seen, or
 * nothing. Loading the same rows again changes nothing.
 */
export async function loadRows (database: Pick<Database, 'transaction'>, publication: number, rows: Row[], bad: BadRow[] = [], run: number | null = null): Promise<LoadCounts> {
  return database.transaction(async (client) => {
    await client.query('select stage_rates()')
    await stage(client, rows)
    if (rows.length > CHUNK) await client.query('analyze staged_rates')
    const { rows: [merged] } = await client.query<Record<'rows_new' | 'rows_changed' | 'rows_unchanged' | 'rows_quarantined', number>>(
      'select * from load_staged($1, $2)', [publication, run])
    const quarantined = await quarantine(client, publication, bad, run)
    const [from = null, to = null] = spanOf(rows)
    await client.query('update publications set loaded_at = now(), rows = $2, from_date = $3, to_date = $4 where id = $1', [publication, rows.length, from, to])
    return { new: merged!.rows_new, changed: merged!.rows_changed, unchanged: merged!.rows_unchanged, quarantined: merged!.rows_quarantined + quarantined }
  })
}

/** The first and the last day of some rows; nothing where there is none. */
function spanOf (rows: Row[]): [string, string] | [] {
  const [first, ...others] = rows.map(({ date }) => date)
  return first === undefined ? [] : others.reduce<[string, string]>(([from, to], date) => [date < from ? date : from, date > to ? date : to], [first, first])
}

async function stage (client: Client, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const copy = client.query(copyFrom('copy staged_rates (base, quote, type, date, value, unit, printed, valid_from, valid_to) from stdin'))
  await pipeline(Readable.from(copyText(inKeyOrder(rows))), copy)
}

/** The rows in the order of the key of `rates`: what sorts them below finds them sorted, and the key's index grows at its end. */
function inKeyOrder (rows: Row[]): Row[] {
  const series = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.base} ${row.quote} ${row.type}`
    const own = series.get(key)
    if (own) own.push(row)
    else series.set(key, [row])
  }
  const byKey = [...series].sort(([one], [other]) => one < other ? -1 : 1)
  return byKey.flatMap(([, own]) => own.sort((one, other) => one.date < other.date ? -1 : 1))
}

/** The rows in COPY's text form; checked rows hold no character that would have to be escaped. */
function * copyText (rows: Row[]): Generator<string> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    let text = ''
    for (const { base, quote, type, date, value, unit = 1, validFrom = NULL, validTo = NULL } of rows.slice(start, start + CHUNK)) {
      text += `${base}\t${quote}\t${type}\t${date}\t${unit === 1 ? value : perOneUnit(value, unit)}\t${unit}\t${value}\t${validFrom}\t${validTo}\n`
    }
    yield text
  }
}

async function quarantine (client: Client, publication: number, bad: BadRow[], run: number | null): Promise<number> {
  if (bad.length === 0) return 0
  const entries = bad.map(({ row: { date, base, quote, type, value, unit = 1, validFrom, validTo }, reason }) => {
    return { date, base, quote, type, value, unit: String(unit), valid_from: validFrom, valid_to: validTo, reason }
  })
  const { rows: [result] } = await client.query<{ added: number }>('select quarantine_rows($1, $2, $3) as added', [publication, run, JSON.stringify(entries)])
  return result!.added
}
