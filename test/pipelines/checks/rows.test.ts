import { expect, it } from 'vitest'
import { listQuarantine, release, releasePublication } from '../../../pipelines/care/quarantine.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { banks, history, KNOWN, NEXT, prices } from './banks.ts'

const DECISION = { by: 'ada', reason: 'as printed' }
const test = banks()
const { load, stored } = test

it('releases the quarantined rows of a publication together, except impossible and ambiguous ones', async () => {
  await load(history())
  await load(prices(KNOWN[59]!, 59).map((it) => ({ ...it, date: NEXT }))) // the table of yesterday again
  const [{ publication_id: publication } = { publication_id: 0 }] = await listQuarantine(test.database)
  await loadRows(
    test.database,
    publication,
    [],
    ['abc', '7.1', '7.2'].map((value) => {
      const row = { date: NEXT, base: 'EUR', quote: value === 'abc' ? 'PLN' : 'TRY', type: 'reference', value }
      return { row, reason: 'a reason' }
    })
  )
  const { released, waiting } = await releasePublication(test.database, publication, DECISION)
  expect([released.length, waiting.map(({ value }) => value)]).toEqual([12, ['abc', '7.1', '7.2']])
  expect(await stored('USD', NEXT)).toHaveLength(2)
  await expect(
    release(
      test.database,
      waiting.slice(1).map(({ id }) => id),
      DECISION
    )
  ).rejects.toThrow(`is one of several for ${NEXT} EUR/TRY reference`)
  await expect(releasePublication(test.database, 0, DECISION)).rejects.toThrow(
    'no row of publication 0 is waiting in quarantine'
  )
})

it('judges the later of two waiting values that were read from one document when another bank loads', async () => {
  for (const source of ['one', 'two', 'three']) await load(history(), source)
  const rows = prices(NEXT, 60)
  const chf = (factor: number) =>
    rows.map((it) => (it.quote === 'CHF' ? { ...it, value: (Number(it.value) * factor).toFixed(4) } : it))
  await load(chf(1.3))
  const [{ publication_id: publication } = { publication_id: 0 }] = await listQuarantine(test.database)
  await loadRows(test.database, publication, chf(1.2)) // as if a corrected adapter had read it
  expect(await listQuarantine(test.database)).toHaveLength(4)
  await load(chf(1.2), 'two')
  expect(await listQuarantine(test.database)).toEqual([])
  expect((await stored('CHF', NEXT)).map(({ value }) => value)).toEqual(
    chf(1.2).flatMap(({ quote, value }) => (quote === 'CHF' ? [value] : []))
  )
})
