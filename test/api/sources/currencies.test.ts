import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Row } from '../../../adapters/source.ts'
import { runsOf } from '../../../modules/pages/kit/chart/chart-scale.ts'
import { listQuarantine, release } from '../../../pipelines/care/quarantine.ts'
import { clockFrom } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'

const row = (date: string, base: string, quote: string, value: string): Row => ({
  date,
  base,
  quote,
  type: 'reference',
  value
})
const days = (from: number) => [from, from + 1].map((day) => `2021-09-${day}`)

const TODAY = '2026-11-25'

let service: Service

beforeAll(async () => {
  const cuban = (rate: string) => [row(TODAY, 'USD', 'CUP', rate), row(TODAY, 'USD', 'AED', '3.6725')]
  const fixed = (await loadSources()).filter(({ code }) => code === 'eu_fixed')
  service = await startService(
    [...['alpha', 'beta', 'gamma', 'delta'].map((code) => identity(code, 'USD')), ...fixed],
    {
      eu_fixed: [
        ['1999-01-01', 'DEM', '1.95583'],
        ['2023-01-01', 'DEM', '1.95583'],
        ['2023-01-01', 'HRK', '7.53450']
      ].map(([date, quote, value]) => ({ ...row(date!, 'EUR', quote!, value!), type: 'conversion' })),
      alpha: [
        row('2004-12-30', 'USD', 'TRL', '1342300'),
        row('2004-12-31', 'USD', 'TRL', '1348600'),
        row('2005-01-03', 'USD', 'TRY', '1.3508'),
        ...days(28).map((date) => row(date, 'USD', 'VES', '4180000')),
        row('2021-09-30', 'USD', 'VES', '4181782'),
        row('2021-10-01', 'USD', 'VES', '4.1817'),
        row('2021-10-04', 'USD', 'VES', '4.19'),
        row('2019-02-20', 'USD', 'ZWL', '361.9'),
        row('2019-02-25', 'USD', 'ZWL', '2.5'),
        row('1998-12-31', 'DEM', 'USD', '0.5979'),
        ...cuban('24')
      ],
      beta: [...cuban('24'), row('2021-09-30', 'USD', 'VES', '4180000')],
      gamma: cuban('24'),
      delta: cuban('410')
    },
    { clock: clockFrom(`${TODAY}T12:00:00Z`) }
  )
  for (const { id } of await listQuarantine(service.database))
    await release(service.database, [id], { by: 'ada', reason: 'a new unit' })
})
afterAll(() => service.stop())

const history = async (query: string) =>
  (await service.ask(`/api/v1/central-bank/alpha/history?${query}`, { plan: 'enterprise' })).json

describe('a currency', () => {
  it('has its first and last day, its successor with the ratio, and its sources', async () => {
    const { status, json } = await service.ask('/api/v1/currencies/trl')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      code: 'TRL',
      name: 'Turkish Lira (1922–2005)',
      last_date: '2005-12-31',
      successor: 'TRY',
      redenominations: [
        {
          former: 'TRL',
          successor: 'TRY',
          date: '2005-01-01',
          ratio: '1000000',
          source: expect.stringMatching(/^Law 5083 of 28 January 2004/)
        }
      ]
    })
    expect(json.sources).toEqual([
      {
        bank: 'alpha',
        name: 'Bank alpha',
        base: 'USD',
        quote: 'TRL',
        first_date: '2004-12-30',
        last_date: '2004-12-31'
      }
    ])
    expect((await service.ask('/api/v1/currencies/HRK')).json.redenominations.at(-1)).toEqual({
      former: 'HRK',
      successor: 'EUR',
      date: '2023-01-01',
      ratio: '7.53450',
      source: expect.stringContaining('Regulation (EU) 2022/1208')
    })
  })

  it('has its pegs with their authority, and its periods with multiple exchange rates', async () => {
    expect((await service.ask('/api/v1/currencies/AED')).json.pegs).toEqual([
      {
        anchor: 'USD',
        rate: '3.6725',
        band: null,
        since: '1997-11-02',
        until: null,
        authority: 'Central Bank of the UAE',
        verified: true
      }
    ])
    expect((await service.ask('/api/v1/currencies/CUP')).json.regimes.at(-1)).toMatchObject({
      since: '2025-12-18',
      until: null,
      verified: true
    })
  })

  it('returns 404 for a code that no rate can have', async () => {
    expect((await service.ask('/api/v1/currencies/XXX')).status).toBe(404)
  })

  it.skipIf(WITHOUT_PAGES)('has a page', async () => {
    const { status, text } = await service.ask('/currencies/VES')
    expect(status).toBe(200)
    for (const words of [
      'a new unit under the same code',
      '1000000 for one',
      'Several rates side by side',
      'ISO 4217 amendment 170'
    ])
      expect(text).toContain(words)
    expect((await service.ask('/currencies/SAR')).text).toContain('Saudi Central Bank')
  })
})

describe('a history across a redenomination', () => {
  it('does not join two currencies, and notes the replacement', async () => {
    const { rates, notes } = await history('source=USD&target=TRL&from=2004-12-01&to=2005-12-31')
    expect(rates.map(({ date }: { date: string }) => date)).toEqual(['2004-12-30', '2004-12-31'])
    expect(notes).toEqual([
      {
        currency: 'TRL',
        kind: 'redenomination',
        since: '2005-01-01',
        until: null,
        note: 'Replaced by TRY: 1000000 TRL for one TRY.',
        verified: true
      }
    ])
  })

  it('notes that a code changed its unit, and has a figure per unit in a period', async () => {
    expect((await history('source=USD&target=VES&from=2021-09-01&to=2021-12-31')).notes).toEqual([
      {
        currency: 'VES',
        kind: 'unit',
        since: '2021-10-01',
        until: null,
        note: 'VES denotes a new unit from this day on, worth 1000000 former units.',
        verified: true
      }
    ])
    for (const of of ['source=USD&target=VES', 'symbol=VES']) {
      const { rates } = await history(`${of}&from=2021-09-01&to=2021-12-31&group=year&stat=end`)
      expect(
        rates.map(({ value, first_date: first, last_date: last }: Record<string, unknown>) => [value, first, last])
      ).toEqual([
        [4181782, '2021-09-28', '2021-09-30'],
        [4.19, '2021-10-01', '2021-10-04']
      ])
    }
    if (WITHOUT_PAGES) return
    const wide = await service.ask(
      '/api/v1/official/series?banks=alpha&pairs=USD/VES&from=2021-09-01&to=2021-12-31&group=year&stat=end&shape=wide',
      { plan: 'enterprise' }
    )
    expect(wide.json.rates.map((it: Record<string, unknown>) => it.alpha_USD_VES_reference_derived)).toEqual([
      4181782, 4.19
    ])
  })

  it('is restated in the current currency with convert=successor, marked as derived, with the ratio', async () => {
    const { rates } = await history('source=USD&target=TRY&from=2004-12-01&to=2005-12-31&convert=successor')
    expect(rates).toEqual([
      {
        date: '2004-12-30',
        base: 'USD',
        quote: 'TRY',
        type: 'reference',
        value: 1.3423,
        rate: 1.3423,
        rate_type: 'reference',
        derived: true,
        method: 'restated',
        ratio: 0.000001
      },
      {
        date: '2004-12-31',
        base: 'USD',
        quote: 'TRY',
        type: 'reference',
        value: 1.3486,
        rate: 1.3486,
        rate_type: 'reference',
        derived: true,
        method: 'restated',
        ratio: 0.000001
      },
      {
        date: '2005-01-03',
        base: 'USD',
        quote: 'TRY',
        type: 'reference',
        value: 1.3508,
        rate: 1.3508,
        rate_type: 'reference',
        derived: false,
        method: 'published',
        ratio: 1
      }
    ])
    expect(
      (await history('source=USD&target=VES&from=2021-09-30&to=2021-10-01&convert=successor')).rates.map(
        ({ value }: { value: number }) => value
      )
    ).toEqual([4.181782, 4.1817])
    expect(
      (await history('source=DEM&target=USD&from=1998-01-01&to=1999-12-31&convert=successor')).rates
    ).toMatchObject([{ base: 'EUR', quote: 'USD', value: 1.169390757, ratio: 1.95583, derived: true }])
    expect(
      (await history('source=USD&target=ZWL&from=2019-01-01&to=2019-12-31&convert=successor')).rates
    ).toMatchObject([{ date: '2019-02-25', quote: 'ZWG' }])
  })

  it('is a pair after the changeover if it is a fixed rate of the euro, and crosses at its source on request', async () => {
    const ask = async (path: string) =>
      (await service.ask(`/api/v1/central-bank/eu_fixed/${path}`, { plan: 'enterprise' })).json
    expect(await ask('2026-06-01?source=EUR&target=HRK')).toMatchObject({
      rate: 7.5345,
      rate_date: '2023-01-01',
      rate_type: 'conversion',
      method: 'published'
    })
    expect(await ask('2026-06-01?source=HRK&target=DEM')).toMatchObject({
      rate: 0.2595832503815781,
      method: 'cross',
      derived: true
    })
    expect(await ask('2022-06-01?source=EUR&target=HRK')).toMatchObject({ code: 'pair_not_covered' })
  })

  it('states that a restated pair over the changeover to the euro is EUR to EUR', async () => {
    const json = (
      await service.ask(
        '/api/v1/central-bank/eu_fixed/history?source=EUR&target=HRK&from=2022-06-01&to=2023-06-01&convert=successor',
        { plan: 'enterprise' }
      )
    ).json
    expect(json).toMatchObject({
      code: 'pair_not_covered',
      error: expect.stringContaining("restated in today's currencies, EUR to HRK is EUR to EUR, which is always 1")
    })
  })

  it('is restated in files and in series', async () => {
    const file = await service.ask(
      '/api/v1/central-bank/alpha/history?source=USD&target=TRY&from=2004-12-31&to=2005-12-31&convert=successor&format=csv',
      { plan: 'enterprise' }
    )
    expect(file.text.replaceAll('\r', '')).toContain(
      '2004-12-31,USD,TRY,reference,1.3486,1.3486,reference,true,restated,0.000001\n'
    )
    if (WITHOUT_PAGES) return
    const address = '/api/v1/official/series?banks=alpha&from=2004-12-31&to=2005-12-31&convert=successor&pairs='
    expect((await service.ask(`${address}USD/TRY`, { plan: 'enterprise' })).json.rates).toMatchObject([
      { quote: 'TRY', value: 1.3486, method: 'restated', ratio: 0.000001 },
      { quote: 'TRY', value: 1.3508, ratio: 1 }
    ])
    expect((await service.ask(`${address}USD/TRY,USD/TRL`, { plan: 'enterprise' })).json.error).toContain(
      'expected pairs that differ in the currencies of today'
    )
  })

  it('is not restated with a group or for a single currency', async () => {
    expect((await history('symbol=TRY&convert=successor')).error).toContain('expected source and target, and no group')
    expect((await history('source=USD&target=TRY&convert=successor&group=year')).error).toContain('no group')
    expect((await history('source=USD&target=TRY&convert=other')).error).toContain('expected successor')
  })
})

it('has no rate of a pair after its code changed the unit', async () => {
  const on = async (bank: string, date: string) =>
    await service.ask(`/api/v1/central-bank/${bank}/${date}?source=USD&target=VES`, { plan: 'enterprise' })
  expect((await on('beta', '2021-09-30')).json.rate).toBe(4180000)
  expect((await on('beta', '2021-10-01')).status).toBe(404)
  expect((await on('alpha', '2021-10-01')).json.rate).toBe(4.1817)
})

it.skipIf(WITHOUT_PAGES)('gives the reason for an outlier', async () => {
  const { json } = await service.ask('/api/v1/central-banks/rates?source=USD&target=CUP', { plan: 'free' })
  const reason =
    'CUP: Three official rates: 24, 120 and a floating one that began at 410 for a dollar. Most ' +
    'foreign tables print 24.'
  expect(json.banks.map(({ code, reason }: Record<string, unknown>) => [code, reason])).toEqual([
    ['alpha', null],
    ['beta', null],
    ['delta', reason],
    ['gamma', null]
  ])
  expect(
    json.notes.filter(({ kind }: { kind: string }) => kind === 'peg').map(({ note }: { note: string }) => note)
  ).toContain('Pegged by the Central Bank of Cuba at 24 CUP for one USD, official rate of firms.')
  const pegged = (await service.ask('/api/v1/central-banks/rates?source=USD&target=AED', { plan: 'free' })).json
  expect(pegged.notes).toMatchObject([
    { currency: 'AED', kind: 'peg', note: 'Pegged by the Central Bank of the UAE at 3.6725 AED for one USD.' }
  ])
  expect(pegged.banks[0]).not.toHaveProperty('reason')
  const page = (await service.ask('/compare/USD/CUP')).text
  expect(page.split(reason).length).toBe(2)
})

it('breaks the line of a chart where a code changes its unit', () => {
  const points = [
    { date: '2021-09-29', value: '4180000' },
    { date: '2021-09-30', value: '4181782' },
    { date: '2021-10-01', value: '4.18', isNewUnit: true },
    { date: '2021-10-02', value: '4.19' }
  ]
  expect(runsOf(points).map((run) => run.length)).toEqual([2, 2])
})

describe('a served rate with a doubt', () => {
  beforeAll(() =>
    service.database.write(
      "insert into doubts (source, base, quote, type, date, doubt) values ('alpha', 'USD', 'TRL', " +
        "'reference', '2004-12-31', '12 % above the rate of 2004-12-30')"
    )
  )
  afterAll(() => service.database.write('delete from doubts'))
  const NOTE = {
    currency: 'TRL',
    kind: 'doubt',
    since: '2004-12-31',
    until: '2004-12-31',
    note: 'USD/TRL reference: 12 % above the rate of 2004-12-30.',
    verified: true
  }

  it('states the doubt in the notes of its history, table and pair, but not on other dates', async () => {
    expect((await history('source=USD&target=TRL&from=2004-12-01&to=2004-12-31')).notes).toEqual([NOTE])
    const on = async (query: string) =>
      (await service.ask(`/api/v1/central-bank/alpha/${query}`, { plan: 'enterprise' })).json.notes
    expect(await on('2004-12-31')).toEqual([NOTE])
    expect(await on('2004-12-31?source=USD&target=TRL')).toEqual([NOTE])
    expect(await on('2004-12-30?source=USD&target=TRL')).toBeUndefined()
  })

  it('states the doubt in the notes of the open table and pair, of comparisons and of series', async () => {
    await service.database.write(
      'insert into doubts (source, base, quote, type, date, doubt) select source, base, quote, type, date, ' +
        "'below' from rates where source in ('alpha', 'beta') and quote = 'CUP'"
    )
    const doubts = async (address: string) =>
      ((await service.ask(address, { plan: 'enterprise' })).json.notes as Array<{ kind: string; note: string }>)
        .filter(({ kind }) => kind === 'doubt')
        .map(({ note }) => note)
    expect(await doubts('/api/open/central-bank/alpha')).toEqual(['USD/CUP reference: below.'])
    expect(await doubts('/api/open/central-bank/alpha?source=USD&target=CUP')).toEqual(['USD/CUP reference: below.'])
    expect(await doubts('/api/v1/central-banks/rates?source=USD&target=CUP&type=reference')).toEqual([
      'alpha USD/CUP reference: below.',
      'beta USD/CUP reference: below.'
    ])
    if (WITHOUT_PAGES) return
    expect(await doubts('/api/v1/official/series?banks=alpha&pairs=USD/TRL&from=2004-12-01&to=2004-12-31')).toEqual([
      NOTE.note
    ])
    expect(
      (
        await service.ask('/api/v1/official/series?banks=alpha&pairs=USD/TRL&from=2004-12-01&to=2004-12-30', {
          plan: 'enterprise'
        })
      ).json
    ).not.toHaveProperty('notes')
  })

  it.skipIf(WITHOUT_PAGES)('has the doubt on its page', async () => {
    expect((await service.ask(`/figure/alpha/USD-CUP/${TODAY}`)).text).toContain('USD/CUP reference: below.')
  })
})
