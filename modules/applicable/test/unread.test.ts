import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import { registerRules } from '../register.ts'
import { loadRules } from '../rules/registry.ts'
import { seedRows } from '../../../test/support/database.ts'
import { startService, type Service } from '../../../test/support/service.ts'

let service: Service

const INDIAN = { rule: 'in-income', jurisdiction: 'IN', source: 'USD', date: '2026-02-10' }
const POLISH = { rule: 'pl-accounting-closing', jurisdiction: 'PL', source: 'USD', date: '2026-03-05' }

beforeAll(async () => {
  service = await startService(
    (await loadSources()).filter(({ code }) => ['in_sbi', 'nbp'].includes(code)),
    {
      in_sbi: [
        ['2026-01-28', '91.2'],
        ['2026-03-18', '92.1']
      ].map(([date, value]) => ({ date: date!, base: 'USD', quote: 'INR', type: 'tt_buy', value: value! })),
      nbp: ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-06'].map((date) => ({
        date,
        base: 'USD',
        quote: 'PLN',
        type: 'mid',
        value: '3.6'
      }))
    }
  )
  await registerRules(service.database, loadRules())
})
afterAll(() => service.stop())
beforeEach(() => service.database.write('delete from unread_days'))

async function start(source: string, from: string, to: string, kind = 'schedule') {
  const [run] = await service.database.write<{ id: number }>('select resume_run($1, $2, $3, $4, null) as id', [
    source,
    kind,
    from,
    to
  ])
  return run!.id
}

async function run(source: string, from: string, to: string, error: string | null, kind = 'schedule') {
  const id = await start(source, from, to, kind)
  await service.database.write("select finish_run($1, $2, 1, 1, 0, 0, 0, '{}')", [id, error])
}

async function ask(query: Record<string, string>) {
  return (await service.ask(`/api/v1/applicable?${new URLSearchParams(query)}`, { plan: 'enterprise' })).json
}

async function notes(path: string) {
  return (await service.ask(`/api/v1/central-bank/${path}`, { plan: 'enterprise' })).json.notes
}

describe('an unread sheet between the rate and the last day', () => {
  it('delays a final answer until a run reads it', async () => {
    expect(await ask(INDIAN)).toMatchObject({ status: 'final', rate_date: '2026-01-28', rate: 91.2 })
    await run('in_sbi', '2026-01-31', '2026-01-31', 'expected a note')
    await run('in_sbi', '2026-01-13', '2026-03-18', null) // the bank's file then has only the sheet of 18 March
    expect(await ask(INDIAN)).toMatchObject({
      status: 'no_rate',
      reason: 'unread',
      rate: null,
      explanation: expect.stringContaining('for 2026-01-31 or earlier failed')
    })
    expect(await ask({ ...INDIAN, date: '2026-01-15', rule: 'in-income-tds-1962' })).not.toMatchObject({
      reason: 'unread'
    })
    await seedRows(service.database, 'in_sbi', [
      { date: '2026-01-31', base: 'USD', quote: 'INR', type: 'tt_buy', value: '91.35' }
    ])
    expect(await ask(INDIAN)).toMatchObject({ status: 'final', rate_date: '2026-01-31', rate: 91.35 })
  })

  it('does not change the answer known before the failure', async () => {
    const { at } = ((await service.database.write('select clock_timestamp() as at')) as [{ at: string }])[0]
    await run('nbp', '2026-03-05', '2026-03-05', 'HTTP 503', 'ingest')
    expect(await ask({ ...POLISH, as_of: new Date(at).toISOString() })).toMatchObject({ status: 'final' })
    expect(await ask(POLISH)).toMatchObject({ reason: 'unread' })
  })
})

describe('a failed run of a publisher with an archive', () => {
  it('counts until a later run has read its days', async () => {
    expect(await ask(POLISH)).toMatchObject({ status: 'final', rate_date: '2026-03-04' })
    await run('nbp', '2026-02-28', '2026-03-05', 'HTTP 503')
    expect(await ask(POLISH)).toMatchObject({ status: 'no_rate', reason: 'unread' })
    await run('nbp', '2026-03-05', '2026-03-06', null, 'mirror')
    expect(await ask(POLISH)).toMatchObject({ reason: 'unread' })
    await run('nbp', '2026-02-28', '2026-03-06', null)
    expect(await ask(POLISH)).toMatchObject({ status: 'final', rate_date: '2026-03-04' })
  })

  it('changes nothing for days with a table, for weekends and for days read before', async () => {
    await run('nbp', '2026-03-02', '2026-03-09', null)
    await run('nbp', '2026-03-02', '2026-03-08', 'HTTP 503')
    expect(await ask(POLISH)).toMatchObject({ status: 'final' })
    await service.database.write('delete from runs')
    await run('nbp', '2026-03-06', '2026-03-08', 'HTTP 503')
    expect(await ask({ ...POLISH, date: '2026-03-07' })).toMatchObject({ status: 'final', rate_date: '2026-03-06' })
  })
})

// A run is announced to the cache, so that these tests wait.
describe('the newest table on or before a date', () => {
  it.each(['', '?source=USD&target=PLN', '?source=PLN&target=USD'])('names the unread days: %s', async (pair) => {
    await service.database.write('delete from runs')
    await run('nbp', '2026-03-05', '2026-03-05', 'HTTP 503')
    await expect
      .poll(() => notes(`nbp/2026-03-05${pair}`))
      .toMatchObject([
        {
          kind: 'unread',
          since: '2026-03-05',
          until: '2026-03-05',
          note: 'The run for 2026-03-05 failed, so a table of that day may be missing.'
        }
      ])
    expect(await notes(`nbp/2026-03-04${pair}`)).toBeUndefined()
    await run('nbp', '2026-03-05', '2026-03-05', null)
    await expect.poll(() => notes(`nbp/2026-03-05${pair}`)).toBeUndefined()
  })

  it.each(['', '&date=2026-03-10'])('names the unread days in a comparison: %s', async (date) => {
    await service.database.write('delete from runs')
    const compared = `/api/v1/central-banks/rates?source=USD&target=PLN${date}`
    const noted = async () => (await service.ask(compared, { plan: 'enterprise' })).json.notes
    await run('nbp', '2026-03-09', '2026-03-09', 'HTTP 503')
    await expect.poll(noted).toMatchObject([{ kind: 'unread', since: '2026-03-09', until: '2026-03-09' }])
    await run('nbp', '2026-03-09', '2026-03-09', null)
    await expect.poll(noted).toBeUndefined()
  })
})

describe('a run whose worker was killed', () => {
  it('leaves its days unread when the next run of the source starts', async () => {
    await start('nbp', '2026-03-05', '2026-03-05')
    expect(await ask(POLISH)).toMatchObject({ status: 'final' })
    const next = await start('nbp', '2026-03-06', '2026-03-06')
    expect(await ask(POLISH)).toMatchObject({ status: 'no_rate', reason: 'unread' })
    await service.database.write("select finish_run($1, null, 1, 1, 0, 0, 0, '{}')", [next])
  })

  it('leaves its days unread when it is found', async () => {
    await start('nbp', '2026-03-05', '2026-03-05')
    await service.database.write('select end_interrupted_runs()')
    expect(await ask(POLISH)).toMatchObject({ status: 'no_rate', reason: 'unread' })
  })
})
