import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Identity, Row } from '../../adapters/source.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import { listQuarantine, reject, release } from '../../pipelines/quarantine.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../database.ts'

const identity = (code: string, homeCurrency: string): Identity => ({
  code, homeCurrency, name: code, country: 'XX', kind: 'central_bank', rateTypes: ['reference'], sourceUrl: 'https://example.com/', timezone: 'UTC', schedule: '0 0 * * *', cadence: 'daily', historyFrom: '1999-01-01', dated: 'made', verified: 'description'
})

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await seedSources(test.database, ['one', 'two', 'three', 'four'].map((code) => identity(code, 'EUR')))
})
afterAll(() => test.drop())
beforeEach(() => test.database.write('truncate rates, rate_revisions, tables, coverage, series, quarantine'))

const row = (date: string, quote: string, value: string, unit?: Row['unit']): Row => ({ date, base: 'EUR', quote, type: 'reference', value, unit })
const load = (rows: Row[], source = 'one') => seedRows(test.database, source, rows)
const stored = () => test.database.read('select date, quote, value, unit from rates where source = \'one\' order by date, quote')

describe('loading', () => {
  it('keeps digits and units, brought to one unit of base', async () => {
    expect(await load([row('2026-03-02', 'USD', '1.0800'), { date: '2026-03-02', base: 'HUF', quote: 'EUR', type: 'reference', value: '0.2540', unit: 100 }])).toEqual({ new: 2, changed: 0, unchanged: 0, quarantined: 0 })
    expect(await stored()).toEqual([{ date: '2026-03-02', quote: 'EUR', value: '0.002540', unit: '100' }, { date: '2026-03-02', quote: 'USD', value: '1.0800', unit: '1' }])
  })

  it('changes nothing the second time, also where another document prints other zeros', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    expect(await load([row('2026-03-02', 'USD', '1.0800')])).toEqual({ new: 0, changed: 0, unchanged: 1, quarantined: 0 })
    expect((await stored())[0]).toMatchObject({ value: '1.08' })
  })

  it('keeps what a publisher corrected as a revision', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    const [{ at }] = await test.database.write<{ at: string }>('select clock_timestamp() as at') as [{ at: string }]
    expect(await load([row('2026-03-02', 'USD', '1.09')])).toMatchObject({ new: 0, changed: 1 })
    expect(await test.database.read('select value from table_on(\'one\', \'2026-03-05\')')).toEqual([{ value: '1.09' }])
    expect(await test.database.read('select value from table_on(\'one\', \'2026-03-05\', $1)', [at])).toEqual([{ value: '1.08' }])
    expect(await test.database.read('select rate from resolve_pair(\'one\', \'EUR\', \'USD\', \'2026-03-05\', null, $1)', [at])).toEqual([{ rate: '1.08' }])
    expect(await test.database.read('select rate from pair_history(\'one\', \'EUR\', \'USD\', \'2026-03-01\', \'2026-03-05\', null, $1)', [at])).toEqual([{ rate: '1.08' }])
    expect(await test.database.read('select value from symbol_history(\'one\', \'USD\', \'2026-03-01\', \'2026-03-05\', null, $1)', [at])).toEqual([{ value: '1.08' }])
  })

  it('keeps the validity of a rate, and takes another one as a change', async () => {
    const validities = () => test.database.read('select valid_from, valid_to from rates where source = \'one\' union all select valid_from, valid_to from rate_revisions order by 2')
    const until = (validTo?: string): Row => ({ ...row('2026-03-02', 'USD', '1.08'), validFrom: '2026-03-02', validTo })
    expect(await load([until('2026-03-08')])).toMatchObject({ new: 1 })
    expect(await load([until('2026-03-08')])).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await load([until('2026-03-15')])).toMatchObject({ changed: 1, unchanged: 0 })
    expect(await validities()).toEqual([{ valid_from: '2026-03-02', valid_to: '2026-03-08' }, { valid_from: '2026-03-02', valid_to: '2026-03-15' }])
    expect(await load([until()])).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await validities()).at(-1)).toEqual({ valid_from: '2026-03-02', valid_to: null })
  })

  it('never lets an older answer replace a newer one', async () => {
    await load([row('2026-03-02', 'USD', '1.08')])
    await load([row('2026-03-02', 'USD', '1.09')])
    await test.database.write('update publications set last_fetched_at = last_fetched_at + interval \'1 hour\' where id = (select max(id) from publications)')
    expect(await load([row('2026-03-02', 'USD', '1.08')])).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await stored())[0]).toMatchObject({ value: '1.09' })
  })

  it('makes partitions for any history', async () => {
    expect(await load([row('1914-01-31', 'USD', '5.18'), row('2031-01-02', 'USD', '1.1')])).toMatchObject({ new: 2 })
  })
})

describe('a value that cannot be true', () => {
  const days = Array.from({ length: 8 }, (_, index) => addDays('2026-03-02', index))

  it.each(['108', '0.0108', '10.8'])('%s after 1.08 waits in quarantine while its neighbours load', async (slip) => {
    await load(days.map((day) => row(day, 'USD', '1.08')))
    expect(await load([row('2026-03-11', 'USD', slip), row('2026-03-11', 'GBP', '0.86')])).toEqual({ new: 1, changed: 0, unchanged: 0, quarantined: 1 })
    expect(await listQuarantine(test.database)).toMatchObject([{ date: '2026-03-11', quote: 'USD', value: slip, reason: expect.stringContaining('jumps to') }])
    expect(await test.database.read('select from rates where date = \'2026-03-11\' and quote = \'USD\'')).toEqual([])
  })

  it('is found inside a history, alone or several in a row', async () => {
    const values = ['1.08', '1.08', '108', '108', '1.08', '1.09', '1.08', '109']
    expect(await load(days.map((day, index) => row(day, 'USD', values[index]!)))).toMatchObject({ new: 5, quarantined: 3 })
    expect((await listQuarantine(test.database)).map(({ value }) => value)).toEqual(['108', '108', '109'])
  })

  it('is not one where the series goes on at the new level', async () => {
    const values = ['6.86', '6.86', '6.86', '6.86', '24', '24.1', '24.2', '24', '24', '24']
    expect(await load(values.map((value, index) => row(addDays('2026-03-02', index), 'BOB', value)))).toMatchObject({ new: 10, quarantined: 0 })
  })

  it('is one where a whole run of days is off by a power of ten', async () => {
    await load(days.map((day) => row(day, 'JPY', '163.1')))
    const slipped = Array.from({ length: 8 }, (_, index) => row(addDays('2026-03-10', index), 'JPY', '1.631'))
    const { new: added, quarantined } = await load(slipped)
    expect([added + quarantined, quarantined > 0]).toEqual([8, true])
    expect((await listQuarantine(test.database))[0]).toMatchObject({ date: '2026-03-10', reason: 'jumps to 0.01 times 163.1' })
  })

  it('never replaces what is stored, however many days it changes', async () => {
    await load(days.map((day) => row(day, 'USD', '1.08')))
    expect(await load(days.map((day) => row(day, 'USD', '108')))).toEqual({ new: 0, changed: 0, unchanged: 0, quarantined: 8 })
    expect((await listQuarantine(test.database))[0]).toMatchObject({ reason: 'changes what is stored to 100.0 times 1.08' })
    expect(new Set((await stored()).map((it) => (it as { value: string }).value))).toEqual(new Set(['1.08']))
  })

  it('is not one where the other banks agree with it', async () => {
    await load(days.map((day) => row(day, 'ARS', '400')))
    for (const source of ['two', 'three']) await load([row('2026-03-11', 'ARS', source === 'two' ? '1500' : '1510')], source)
    expect(await load([row('2026-03-11', 'ARS', '1505')])).toMatchObject({ new: 1, quarantined: 0 })
  })

  it('is found in a new series by the consensus of other banks', async () => {
    for (const [source, value] of [['two', '163.1'], ['three', '163.4'], ['four', '162.9']] as const) await load([row('2026-03-02', 'JPY', value), row('2026-03-02', 'USD', '1.08')], source)
    expect(await load([row('2026-03-03', 'JPY', '1.633'), row('2026-03-03', 'USD', '1.081')])).toMatchObject({ new: 1, quarantined: 1 })
    expect(await listQuarantine(test.database)).toMatchObject([{ quote: 'JPY', reason: '10^-2 times the consensus 163.1 of other banks' }])
    await load([row('2026-03-03', 'JPY', '0.006123')])
    expect((await listQuarantine(test.database))[1]).toMatchObject({ reason: 'the inverse of the consensus 163.1 of other banks' })
  })

  it('is not looked for where banks are not of one mind', async () => {
    for (const [source, value] of [['two', '42000'], ['three', '900000']] as const) await load([row('2026-03-02', 'IRR', value)], source)
    expect(await load([row('2026-03-03', 'IRR', '420000')])).toMatchObject({ new: 1 })
  })
})

describe('the quarantine', () => {
  const slip = () => load([row('2026-03-05', 'USD', '1.08'), row('2026-03-06', 'USD', '108')])

  it('lets a released row into the rates, where it stays', async () => {
    await slip()
    const waiting = await listQuarantine(test.database, 'one')
    for (const { id } of waiting) await release(test.database, id)
    expect((await stored()).map((it) => (it as { value: string }).value)).toEqual(['1.08', '108'])
    expect(await slip()).toEqual({ new: 0, changed: 0, unchanged: 2, quarantined: 0 })
    await expect(release(test.database, waiting[0]!.id)).rejects.toThrow('no row')
  })

  it('keeps the validity of a released row', async () => {
    await load([row('2026-03-05', 'USD', '1.08'), { ...row('2026-03-06', 'USD', '108'), validFrom: '2026-03-06', validTo: '2026-03-12' }])
    for (const { id } of await listQuarantine(test.database)) await release(test.database, id)
    expect(await test.database.read('select valid_from, valid_to from rates where date = \'2026-03-06\'')).toEqual([{ valid_from: '2026-03-06', valid_to: '2026-03-12' }])
  })

  it('keeps a rejected row out, however often it comes', async () => {
    await slip()
    for (const { id } of await listQuarantine(test.database)) await reject(test.database, id)
    expect(await slip()).toMatchObject({ new: 0, quarantined: 0 })
    expect(await listQuarantine(test.database)).toEqual([])
  })
})
