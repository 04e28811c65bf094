import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../adapters/source.ts'
import { seedRows } from '../../support/database.ts'
import { banks, days, lastDays, quotes, prices } from './banks.ts'

const test = banks()
const { load, waiting } = test
const DAYS = days(40, '2020-03-02') // an archive: far older than the days on which rows can be doubtful
const ARCHIVE = DAYS.flatMap(prices)
const MIDDLE = DAYS[9]!
const archive = (change: (row: Row) => string | undefined) =>
  ARCHIVE.map((it) => ({ ...it, value: (it.date === MIDDLE ? change(it) : undefined) ?? it.value }))
const times = (factor: number) => (it: Row) => (Number(it.value) * factor).toPrecision(8)

describe('in an archive', () => {
  it('refuses a figure that is a power of ten off both its neighbours, in any series', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...quotes), fc.constantFrom(-3, -2, -1, 1, 2, 3), async (quote, power) => {
        await test.database.write(
          'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
        )
        expect(
          await load(archive((it) => (it.quote === quote && it.type === 'buy' ? times(10 ** power)(it) : undefined)))
        ).toMatchObject({
          new: ARCHIVE.length - 1,
          quarantined: 1
        })
      }),
      { numRuns: 6 }
    )
  })

  it('shows the figure, both neighbours and the direction in the reason', async () => {
    await load(archive((it) => (it.quote === 'JPY' && it.type === 'buy' ? times(100)(it) : undefined)))
    expect(await waiting()).toEqual([
      expect.stringMatching(
        /^2020-03-13 JPY buy [\d.]+: [\d.]+ is 100 times 16\d\.\d\d on 2020-03-12 and 16\d\.\d\d on 2020-03-16$/
      )
    ])
  })

  it('refuses an inverse and a figure that collapsed to its last digits', async () => {
    expect(
      await load(
        archive((it) =>
          it.type !== 'buy'
            ? undefined
            : it.quote === 'SEK'
              ? String(1 / Number(it.value))
              : it.quote === 'JPY'
                ? '0.02'
                : undefined
        )
      )
    ).toMatchObject({
      quarantined: 2
    })
  })

  it('serves a table in another currency, or with exchanged prices, with doubts', async () => {
    expect(await load(archive(times(1.17)))).toMatchObject({ new: ARCHIVE.length, quarantined: 0 })
    expect((await test.doubts()).filter((it) => it.startsWith(MIDDLE))).toHaveLength(12)
    const crossed = (it: Row): Row => ({ ...it, type: it.type === 'buy' ? 'sell' : 'buy' })
    expect(
      await load(
        ARCHIVE.map((it) => (it.date === MIDDLE ? crossed(it) : it)),
        'two'
      )
    ).toMatchObject({ quarantined: 0 })
  })

  it('serves a first table with all buying rates above the selling rates if the bank prints its own currency so', async () => {
    const crossed = prices(DAYS[0]!, 0).map((it) => ({ ...it, type: it.type === 'buy' ? 'sell' : 'buy' }))
    expect(await load(crossed)).toMatchObject({ new: 12, quarantined: 0 })
    const newest = prices(lastDays(1)[0]!, 0).map((it) => ({ ...it, type: it.type === 'buy' ? 'sell' : 'buy' }))
    expect(await load(newest, 'two')).toMatchObject({ new: 12, quarantined: 0 })
  })

  it('serves everything else: a partly repeated table, a jump, a single figure half as large again', async () => {
    const before = prices(DAYS[8]!, 8)
    expect(
      await load(
        archive((it) =>
          it.quote === 'USD'
            ? times(1.5)(it)
            : before.find(({ quote, type }) => quote === it.quote && type === it.type)!.value
        )
      )
    ).toMatchObject({
      new: ARCHIVE.length,
      quarantined: 0
    })
    expect((await test.doubts()).filter((it) => it.startsWith(MIDDLE))).toEqual(
      ['buy', 'sell'].map((type) => {
        return expect.stringMatching(
          new RegExp(
            `^${MIDDLE} USD ${type} [45]\\d % above the rate of 2020-03-12; of \\d+ moves 95 % were below [\\d.]+ % for a day`
          )
        ) as string
      })
    )
  })
})

describe('an answer to another request', () => {
  beforeEach(() => load(ARCHIVE))

  it('is refused until a run requests its days', async () => {
    const runFrom = async (day: string) =>
      (
        await test.database.write<{ run: number }>("select resume_run('one', 'schedule', $1, $2, null) as run", [
          day,
          DAYS[19]
        ])
      )[0]!.run
    const early = prices('2020-02-24', 60)
    expect(await seedRows(test.database, 'one', early, 'early', await runFrom(DAYS[15]!))).toMatchObject({
      new: 0,
      quarantined: 12
    })
    expect((await waiting())[0]).toMatch(
      /is in a document that ends on 2020-02-24, before the days from 2020-03-23 on for which its publisher was asked$/
    )
    expect(await seedRows(test.database, 'one', early, 'again', await runFrom('2020-02-01'))).toMatchObject({
      new: 12,
      quarantined: 0
    })
    expect(await waiting()).toEqual([])
  })
})
