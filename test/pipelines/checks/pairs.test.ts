import { expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { listQuarantine, releasePublication } from '../../../pipelines/care/quarantine.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { documentOf } from '../../support/database.ts'
import { AFTER, banks, KNOWN, NEXT, row, table, THIRD } from './banks.ts'

// The source "stating" states that a table has 1 pair or 5 to 7.
const test = banks()
const load = (rows: ReturnType<typeof table>, document?: string) => test.load(rows, 'stating', document)
const few = (date: string, day = 60) => table(date, day).slice(0, 3)
const more = (date: string, day = 60) => [...table(date, day), row(date, 'DKK', '7.46'), row(date, 'PLN', '4.26')]
const recheck = () => test.database.transaction((client) => client.query('select recheck_waiting(null)'))
const reasons = async () => [...new Set((await listQuarantine(test.database)).map(({ reason }) => reason))]

it('loads tables of each kind that the source states', async () => {
  expect(await load(table(NEXT, 60))).toMatchObject({ new: 6, quarantined: 0 })
  expect(await load(table(AFTER, 61).slice(0, 1))).toMatchObject({ new: 1, quarantined: 0 })
  expect(await load(more(THIRD, 62).slice(0, 7))).toMatchObject({ new: 7, quarantined: 0 })
})

it('quarantines a table with too few or too many pairs, with both numbers in the reason', async () => {
  expect(await load(few(NEXT))).toMatchObject({ new: 0, quarantined: 3 })
  expect(await reasons()).toEqual(['is in a table that has 3 pairs; its source states 1 or 5 to 7'])
  await test.database.write('delete from quarantine')
  expect(await load(more(AFTER))).toMatchObject({ new: 0, quarantined: 8 })
  expect(await reasons()).toEqual(['is in a table that has 8 pairs; its source states 1 or 5 to 7'])
})

it('counts a pair with several rate types once', async () => {
  const sells = table(NEXT, 60).map((it) => ({ ...it, type: 'sell', value: (Number(it.value) * 1.01).toFixed(4) }))
  expect(await load([...table(NEXT, 60), ...sells])).toMatchObject({ new: 12, quarantined: 0 })
})

/** Loads a document of which the rows with these quotes can't be rates. */
async function loadPartly(rows: ReturnType<typeof table>, ...quotes: string[]) {
  const { id } = await archive(test.database, documentOf('stating', 'partly', rows))
  const bad = rows.filter(({ quote }) => quotes.includes(quote)).map((it) => ({ row: it, reason: 'the value is zero' }))
  return loadRows(
    test.database,
    id,
    rows.filter(({ quote }) => !quotes.includes(quote)),
    bad
  )
}

it('counts the pairs of rows that cannot be rates', async () => {
  expect(await loadPartly(table(NEXT, 60), 'USD', 'GBP')).toMatchObject({ new: 4, quarantined: 2 })
  expect(await loadPartly(more(AFTER, 61), 'USD')).toMatchObject({ new: 0, quarantined: 8 })
  expect((await reasons()).at(-1)).toBe('is in a table that has 8 pairs; its source states 1 or 5 to 7')
  await recheck()
  expect(await test.stored('DKK')).toEqual([])
})

it('loads a table with as many pairs as a released table, including its row that cannot be a rate', async () => {
  await load(KNOWN.flatMap(table))
  await loadPartly(more(NEXT), 'USD')
  const [waiting] = (await listQuarantine(test.database)).filter(({ quote }) => quote === 'DKK')
  await releasePublication(test.database, waiting!.publication_id, { by: 'operator', reason: 'two currencies joined' })
  expect(await load(more(AFTER, 61))).toMatchObject({ new: 8, quarantined: 0 })
})

it('quarantines only the tables of a document that are outside the range', async () => {
  expect(await load([...table(NEXT, 60), ...few(AFTER, 61)])).toMatchObject({ new: 6, quarantined: 3 })
})

it('loads older tables and those of sources that state no numbers', async () => {
  expect(await load(few(addDays(NEXT, -60)))).toMatchObject({ new: 3, quarantined: 0 })
  expect(await test.load(few(NEXT), 'one')).toMatchObject({ new: 3, quarantined: 0 })
})

it('loads a table with as many pairs as the newest stored one, which an operator released', async () => {
  await load(KNOWN.flatMap(table))
  await load(few(NEXT))
  const [waiting] = await listQuarantine(test.database)
  await releasePublication(test.database, waiting!.publication_id, { by: 'operator', reason: 'three currencies ended' })
  expect(await load(few(AFTER, 61))).toMatchObject({ new: 3, quarantined: 0 })
  expect(await load(few(THIRD, 62).slice(1))).toMatchObject({ new: 0, quarantined: 2 })
})

it('loads a table with as many pairs as a released one of a source with two documents a day', async () => {
  await load(KNOWN.flatMap(table))
  await load(few(NEXT))
  const [waiting] = await listQuarantine(test.database)
  await releasePublication(test.database, waiting!.publication_id, { by: 'operator', reason: 'a currency joined' })
  const other = (date: string) => ['DKK', 'PLN', 'CZK', 'HUF', 'RON'].map((quote) => row(date, quote, '7.46'))
  expect(await load(other(NEXT), 'other')).toMatchObject({ new: 5 })
  expect(await load(few(AFTER, 61))).toMatchObject({ new: 3, quarantined: 0 })
})

it('loads a small table that was fetched long ago', async () => {
  const date = addDays(NEXT, -400)
  const { id } = await archive(test.database, documentOf('stating', 'old', few(date)))
  await test.database.write('update publications set last_fetched_at = $2 where id = $1', [id, `${date}T12:00:00Z`])
  expect(await loadRows(test.database, id, few(date))).toMatchObject({ new: 3 })
})

it('releases the rows of a table whose other rows wait for another reason when the numbers change', async () => {
  await load(KNOWN.flatMap(table))
  const grown = more(NEXT)
  grown[0] = { ...grown[0]!, value: String(Number(grown[0]!.value) * 100) }
  await load(grown)
  await test.database.write("update sources set pairs = '{[8,8]}' where code = 'stating'")
  await recheck()
  await test.database.write("update sources set pairs = '{[1,1],[5,7]}' where code = 'stating'")
  expect((await listQuarantine(test.database)).map(({ quote }) => quote)).toEqual([grown[0]!.quote])
})

it('loads the table once its publisher prints it whole', async () => {
  await load(few(NEXT))
  expect(await load(table(NEXT, 60))).toMatchObject({ new: 6, quarantined: 0 })
  expect(await reasons()).toEqual([])
})

it('releases a table that waits when the numbers of its source change, and not before', async () => {
  await load(few(NEXT))
  await recheck()
  expect(await reasons()).toEqual(['is in a table that has 3 pairs; its source states 1 or 5 to 7'])
  await test.load(table(NEXT, 60), 'two')
  expect(await reasons()).toHaveLength(1)
  await test.database.write("update sources set pairs = '{[3,7]}' where code = 'stating'")
  await recheck()
  await test.database.write("update sources set pairs = '{[1,1],[5,7]}' where code = 'stating'")
  expect(await reasons()).toEqual([])
})

it('does not count the pairs of rows that wait for another reason', async () => {
  await load(KNOWN.flatMap(table))
  await load(table(NEXT, 60).map((it, place) => (place < 2 ? { ...it, value: String(Number(it.value) * 2) } : it)))
  await recheck()
  const waiting = await reasons()
  expect(waiting).toHaveLength(2)
  expect(waiting.join()).not.toContain('its source states')
})

it('loads a shortened document', async () => {
  const { id } = await archive(test.database, documentOf('stating', 'cut', few(NEXT)), true)
  expect(await loadRows(test.database, id, few(NEXT))).toMatchObject({ new: 3, quarantined: 0 })
})
