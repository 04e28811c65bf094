import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Row } from '../../../adapters/source.ts'
import { ruleAndCitation } from '../answer.ts'
import { sitePart } from '../pages/site-part.tsx'
import type { KnownRule } from '../rulebook.ts'
import { registerRules } from '../register.ts'
import { loadRules } from '../rules/registry.ts'
import { seedRows } from '../../../test/support/database.ts'
import { startService, type Service } from '../../../test/support/service.ts'
import { testEndpoints } from '../../../test/support/modules.ts'

const endpoints = await testEndpoints()

const USED = ['nbp', 'ecb', 'bmf', 'cnb', 'ec', 'dof', 'banxico_equivalence']
const row =
  (base: string, quote: string, type: string) =>
  (date: string, value: string): Row => ({ date, base, quote, type, value })
const nbp = row('USD', 'PLN', 'mid')
const aed = row('AED', 'PLN', 'mid')
const ecb = row('EUR', 'USD', 'reference')
const zloty = row('EUR', 'PLN', 'reference')
const rouble = row('EUR', 'RUB', 'reference')
const krona = row('EUR', 'SEK', 'reference')
const koruna = row('EUR', 'CZK', 'monthly_average')

// Figures as their publishers printed them.
const TABLES: Record<string, Row[][]> = {
  nbp: [
    [
      nbp('2026-02-27', '3.5800'),
      nbp('2026-03-02', '3.6056'),
      nbp('2026-03-03', '3.6820'),
      nbp('2026-03-04', '3.6770'),
      nbp('2026-03-05', '3.6700')
    ],
    [aed('2026-02-25', '0.9729'), aed('2026-03-04', '1.0018')] // table B, weekly and in separate documents
  ],
  ecb: [
    [
      rouble('2022-02-28', '115.4842'),
      rouble('2022-03-01', '117.2010'),
      ecb('2022-02-28', '1.1199'),
      ecb('2022-03-01', '1.1162'),
      ecb('2022-03-02', '1.1106'),
      ecb('2022-03-03', '1.1076'),
      ecb('2022-04-14', '1.0878'),
      ecb('2022-04-19', '1.0803'),
      zloty('2022-04-14', '4.6478'),
      ecb('2022-10-19', '0.9778'),
      ecb('2022-11-23', '1.0325'),
      krona('2022-12-29', '11.1580'),
      ecb('2022-12-30', '1.0666'),
      ecb('2023-01-02', '1.0683'),
      krona('2023-01-13', '11.9900'),
      ecb('2023-01-13', '1.0814')
    ]
  ],
  bmf: [[koruna('2026-01-31', '24.278')]],
  dof: [
    [row('USD', 'MXN', 'reference')('2026-03-04', '17.7228'), row('USD', 'MXN', 'reference')('2026-03-06', '17.6770')]
  ],
  banxico_equivalence: [[row('EUR', 'USD', 'equivalence')('2026-02-28', '1.1812')]],
  cnb: [[row('USD', 'CZK', 'fixing')('2026-03-27', '21.300')]]
}

let service: Service
let known: string

beforeAll(async () => {
  const sources = (await loadSources()).filter(({ code }) => USED.includes(code))
  service = await startService(sources, {})
  await registerRules(service.database, loadRules())
  for (const [code, documents] of Object.entries(TABLES))
    for (const rows of documents) await seedRows(service.database, code, rows)
  const [{ at }] = (await service.database.write<{ at: string }>('select clock_timestamp() as at')) as [{ at: string }]
  known = new Date(at).toISOString()
})
afterAll(() => service.stop())

const PATH = '/api/v1/applicable'

async function ask(query: Record<string, string>) {
  const { status, json } = await service.ask(`${PATH}?${new URLSearchParams(query)}`, { plan: 'enterprise' })
  if (status === 200) endpoints.find(({ path }) => path === PATH)!.response.parse(json)
  return { ...json, http: status }
}

const POLISH = { jurisdiction: 'PL', purpose: 'vat', source: 'USD' }

describe('the applicable rate', () => {
  it('is that of the day before for Polish VAT, with the rule, the document and the steps', async () => {
    const answer = await ask({ ...POLISH, date: '2026-03-03', amount: '100000' })
    expect(answer).toMatchObject({
      http: 200,
      status: 'final',
      reason: null,
      rate_date: '2026-03-02',
      rate: 3.6056,
      publisher: 'nbp',
      rate_type: 'mid',
      method: 'published',
      converted: 360560,
      target: 'PLN',
      dated: 'made',
      rule: { id: 'pl-vat', revision: 1, mode: 'default', confidence: 'verified', day: 'last_published_before' },
      citation: { article: 'art. 31a ust. 1 i 2', seen: 'law', place: expect.stringContaining('2024/361') },
      document: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), fetched_at: expect.stringMatching(/Z$/) },
      legs: [{ base: 'USD', quote: 'PLN', value: 3.6056 }]
    })
    expect(answer.steps).toEqual([
      'D is 2026-03-03 (Tuesday): the earlier of the day on which the tax falls due and the day on which the ' +
        'invoice is issued.',
      'pl-vat takes the newest rate dated before D: here 2026-03-02 or earlier.',
      'nbp dates a rate by the day on which it was made.',
      'The newest rate dated 2026-03-02 or earlier is that of 2026-03-02 (Monday): 1 USD = 3.6056 PLN.',
      '100000 USD × 3.6056 = 360560 PLN.'
    ])
    expect(answer.disclaimer).toContain('not legal advice')
  })

  it('is that of the day itself for the balance sheet of the same company', async () => {
    expect(await ask({ rule: 'pl-accounting-closing', date: '2026-03-03', source: 'USD' })).toMatchObject({
      jurisdiction: 'PL',
      purpose: 'accounting',
      rate_date: '2026-03-03',
      rate: 3.682
    })
  })

  it('has the elections with their own rates, and special cases separately', async () => {
    const { elections, cases } = await ask({ ...POLISH, date: '2022-04-20' })
    expect(elections.map(({ rule }: { rule: { id: string } }) => rule.id)).toEqual([
      'pl-vat-ecb',
      'pl-vat-events',
      'pl-vat-income'
    ])
    // in this test, the table of 19 April lacks the zloty
    expect(elections[0]).toMatchObject({ status: 'no_rate', reason: 'left_table', publisher: 'ecb' })
    expect((await ask({ ...POLISH, date: '2022-04-19' })).elections[0]).toMatchObject({
      rate_date: '2022-04-14',
      method: 'cross',
      rate: 4.6478 / 1.0878,
      rule: { parent: 'pl-vat' }
    })
    expect(cases.map(({ rule }: { rule: { id: string } }) => rule.id)).toEqual([
      'eu-vat-import-national',
      'eu-vat-oss',
      'eu-vat-threshold'
    ])
  })

  it('has the elections of a special case only with that case, each with its limit', async () => {
    const { elections } = await ask({ rule: 'pl-vat-correction', date: '2026-03-03', source: 'USD' })
    expect(elections).toMatchObject([
      { rule: { id: 'pl-vat-correction-ecb', limit: expect.stringContaining('pl-vat-income') } },
      { rule: { id: 'pl-vat-correction-nbp', limit: expect.stringContaining('pl-vat-income') }, rate: 3.6056 }
    ])
    expect(
      (await ask({ ...POLISH, date: '2026-03-03' })).elections.map(({ rule }: { rule: { id: string } }) => rule.id)
    ).not.toContain('pl-vat-correction-nbp')
  })

  it('has a warning if the law names no publisher, and the rates used in practice as elections', async () => {
    expect(await ask({ jurisdiction: 'SE', purpose: 'vat', source: 'USD', date: '2026-03-03' })).toMatchObject({
      rule: { id: 'se-vat', named_by: 'authority' },
      warnings: expect.arrayContaining([expect.stringContaining('names no publisher')])
    })
    expect(await ask({ jurisdiction: 'NL', purpose: 'vat', source: 'USD', date: '2022-04-19' })).toMatchObject({
      rule: { id: 'nl-vat-sell', named_by: 'practice', confidence: 'known' },
      status: 'no_data',
      rate: null,
      elections: expect.arrayContaining([
        expect.objectContaining({
          rule: expect.objectContaining({ id: 'nl-vat-ecb', named_by: 'law' }),
          rate: 1 / 1.0803
        })
      ])
    })
  })

  it('is open until the request names the rule that a fact decides', async () => {
    const mexican = { jurisdiction: 'MX', purpose: 'vat', source: 'USD', date: '2026-03-05' }
    expect(await ask(mexican)).toMatchObject({
      status: 'open',
      rate: 17.7228,
      rule: { id: 'mx-vat' },
      explanation: expect.stringContaining('rule=mx-vat-paid (if the taxpayer bought the currency)'),
      asks: [
        { parameter: 'rule', value: 'mx-vat', text: 'in any other case' },
        { parameter: 'rule', value: 'mx-vat-paid', text: 'if the taxpayer bought the currency' }
      ]
    })
    expect(await ask({ ...mexican, rule: 'mx-vat' })).toMatchObject({ status: 'final', rate: 17.7228, asks: [] })
    expect(await ask({ ...mexican, rule: 'mx-vat-paid' })).toMatchObject({
      status: 'no_data',
      reason: 'unpublished',
      rule: { when: 'the taxpayer bought the currency' }
    })
  })

  it('follows the rule for the currency', async () => {
    expect(await ask({ jurisdiction: 'MX', purpose: 'vat', source: 'EUR', date: '2026-03-05' })).toMatchObject({
      rule: { id: 'mx-vat-other' },
      legs: [{ value: 1.1812 }, { value: 17.7228 }]
    })
    expect(await ask({ rule: 'mx-vat', source: 'EUR', date: '2026-03-05' })).toMatchObject({
      http: 400,
      error: expect.stringContaining('expected USD, from which mx-vat converts')
    })
    expect(await ask({ jurisdiction: 'CZ', purpose: 'excise', source: 'USD', date: '2026-03-05' })).toMatchObject({
      http: 400,
      error: expect.stringContaining('expected EUR for eu-excise')
    })
    expect(
      await ask({
        jurisdiction: 'DE',
        purpose: 'excise',
        source: 'EUR',
        target: 'USD',
        date: '2026-03-05'
      })
    ).toMatchObject({
      http: 404
    })
  })

  it('is open until the request names the chosen rate of a rule that leaves a choice', async () => {
    const daily = { rule: 'de-vat-daily', source: 'USD', date: '2022-04-19' }
    expect(await ask(daily)).toMatchObject({
      status: 'open',
      rate: 1 / 1.0803,
      asks: [
        { parameter: 'series', value: 'ecb:reference' },
        { parameter: 'series', value: 'bank', text: 'a bank of the taxpayer' }
      ]
    })
    expect(await ask({ ...daily, series: 'ecb:reference' })).toMatchObject({
      status: 'final',
      rate: 1 / 1.0803,
      asks: []
    })
    expect(await ask({ ...daily, series: 'bank' })).toMatchObject({ status: 'no_data', rate: null })
    expect(await ask({ ...daily, series: 'nbp:mid' })).toMatchObject({
      http: 400,
      error: expect.stringContaining('expected ecb:reference, bank')
    })
  })

  it('names the unsure rules if no other rule is recorded', async () => {
    expect(await ask({ jurisdiction: 'TR', purpose: 'customs', source: 'USD', date: '2026-03-05' })).toMatchObject({
      http: 404,
      error: expect.stringMatching(/only unsure rules.*tr-customs.*unsure=true/)
    })
    expect(await ask({ jurisdiction: 'TR', purpose: 'excise', source: 'USD', date: '2026-03-05' })).toMatchObject({
      http: 404,
      error: expect.stringContaining('there are rules for customs, income, vat')
    })
  })

  it('depends on an earlier invoice_date if the law says so, and otherwise has a warning', async () => {
    expect(await ask({ ...POLISH, date: '2026-03-10', invoice_date: '2026-03-05' })).toMatchObject({
      date: '2026-03-10',
      rate_date: '2026-03-04',
      rate: 3.677
    })
    expect(
      (
        await ask({
          rule: 'cz-vat',
          date: '2026-03-28',
          invoice_date: '2026-03-05',
          source: 'USD'
        })
      ).warnings
    ).toContainEqual(expect.stringContaining('invoice_date has no effect'))
  })

  it('comes from the weekly table in force for a currency of that table', async () => {
    expect(await ask({ ...POLISH, source: 'AED', date: '2026-03-05' })).toMatchObject({
      rate_date: '2026-03-04',
      rate: 1.0018
    })
    expect(await ask({ ...POLISH, source: 'AED', date: '2026-03-04' })).toMatchObject({
      rate_date: '2026-02-25',
      rate: 0.9729
    })
  })

  it('is 1 for an amount in the currency of the law', async () => {
    expect(await ask({ ...POLISH, date: '2026-03-03', source: 'PLN', amount: '10.505' })).toMatchObject({
      status: 'final',
      rate: 1,
      converted: 10.51,
      publisher: null,
      document: null,
      asks: [],
      steps: ['The amount is in PLN already: its rate is 1.']
    })
  })

  it('stays the same for a month of customs declarations', async () => {
    const euro = { jurisdiction: 'DE', purpose: 'customs', source: 'USD', amount: '1000' }
    expect(await ask({ ...euro, date: '2022-11-30' })).toMatchObject({
      rate_date: '2022-10-19',
      rule: { id: 'de-customs' },
      method: 'inverse',
      converted: 1022.7,
      legs: [{ base: 'EUR', quote: 'USD', value: 0.9778 }]
    })
    expect(await ask({ ...euro, date: '2022-12-01' })).toMatchObject({ rate_date: '2022-11-23' })
  })

  it('is applied with the printed figure, and the result is rounded to the decimals of its currency if the rule prescribes nothing', async () => {
    const { steps } = await ask({
      rule: 'eu-vat-ecb',
      jurisdiction: 'PL',
      source: 'USD',
      date: '2022-04-16',
      amount: '1000'
    })
    expect(steps.at(-1)).toBe('1000 USD ÷ 1.0878 × 4.6478 = 4272.66 PLN.')
  })

  it('is rounded by the method of the rule', async () => {
    // 936.0666…, truncated
    expect(await ask({ rule: 'cz-vat-oss', source: 'USD', date: '2022-12-31', amount: '1000' })).toMatchObject({
      target: 'EUR',
      rate_date: '2023-01-02',
      converted: 936.06
    })
  })

  it('is replaced within the month after a large move if the rule prescribes it', async () => {
    const tariff = { rule: 'eu-tariff-monthly', jurisdiction: 'EU', source: 'EUR', target: 'SEK' }
    expect(await ask({ ...tariff, date: '2023-01-14' })).toMatchObject({ rate_date: '2022-12-29', rate: 11.158 })
    const answer = await ask({ ...tariff, date: '2023-01-15' })
    expect(answer).toMatchObject({ rate_date: '2023-01-13', rate: 11.99 }) // 7.5 % more
    expect(answer.steps).toContainEqual(expect.stringContaining('replaces 11.1580 of 2022-12-29'))
  })

  it('is the mean of the period if the rule takes a mean', async () => {
    expect(
      await ask({
        rule: 'eu-grant',
        source: 'EUR',
        target: 'USD',
        date: '2022-03-03',
        from: '2022-02-28',
        to: '2022-03-03'
      })
    ).toMatchObject({
      method: 'mean',
      rates_in_mean: 4,
      rate: 1.113575,
      explanation: expect.stringContaining('1 EUR = 1.113575 USD'),
      valid_from: '2022-02-28',
      valid_to: '2022-03-03'
    })
    expect(await ask({ rule: 'eu-grant', source: 'EUR', target: 'USD', date: '2022-03-03' })).toMatchObject({
      status: 'no_rate',
      reason: 'no_period'
    })
    expect(
      await ask({
        rule: 'eu-grant',
        source: 'EUR',
        target: 'RUB',
        date: '2022-03-01',
        from: '2022-02-28',
        to: '2022-03-01'
      })
    ).toMatchObject({
      status: 'final',
      rates_in_mean: 2
    })
    expect(
      await ask({
        rule: 'eu-grant',
        source: 'EUR',
        target: 'RUB',
        date: '2022-03-03',
        from: '2022-02-28',
        to: '2022-03-03'
      })
    ).toMatchObject({
      status: 'no_rate',
      reason: 'incomplete'
    })
    expect(
      await ask({
        rule: 'eu-grant',
        source: 'EUR',
        target: 'USD',
        date: '2022-03-03',
        from: '2022-01-01',
        to: '2022-03-03'
      })
    ).toMatchObject({
      reason: 'incomplete',
      rate: null
    })
  })

  it('is that of the month of supply for German VAT, and pending until its publication', async () => {
    expect(await ask({ jurisdiction: 'DE', purpose: 'vat', source: 'CZK', date: '2026-01-20' })).toMatchObject({
      rate_date: '2026-01-31',
      legs: [{ value: 24.278 }]
    })
    const [today] = new Date().toISOString().split('T') as [string]
    expect(await ask({ jurisdiction: 'DE', purpose: 'vat', source: 'CZK', date: today })).toMatchObject({
      status: 'pending',
      reason: null,
      rate: null
    })
  })
})

describe('no rate', () => {
  it.each([
    [
      'for a currency that has just left the table',
      { rule: 'eu-vat-ecb', source: 'RUB', target: 'EUR', date: '2022-03-03' },
      'left_table'
    ],
    [
      'for a currency that left the table long ago',
      { rule: 'eu-vat-ecb', source: 'RUB', target: 'EUR', date: '2022-04-19' },
      'stale'
    ],
    [
      'for a pair that the publisher does not print, if the rule allows no cross',
      { ...POLISH, target: 'EUR', date: '2026-03-03' },
      'not_quoted'
    ],
    ['before the stored series', { ...POLISH, date: '2020-03-03' }, 'before_history'],
    ['after the newest stored table', { ...POLISH, date: '2026-06-03' }, 'not_loaded'],
    [
      'if the following tables are not stored',
      { rule: 'eu-vat-oss', source: 'USD', target: 'EUR', date: '2022-06-30' },
      'not_loaded'
    ]
  ])('is returned %s', async (_, question, reason) => {
    expect(await ask(question as Record<string, string>)).toMatchObject({
      http: 200,
      status: 'no_rate',
      reason,
      rate: null,
      rate_date: null,
      document: null,
      converted: null
    })
  })

  it('is replaced by a rate on the last day with the currency, and for another currency on later days', async () => {
    expect(await ask({ rule: 'eu-vat-ecb', source: 'RUB', target: 'EUR', date: '2022-03-01' })).toMatchObject({
      status: 'final',
      rate_date: '2022-03-01'
    })
    expect(await ask({ rule: 'eu-vat-ecb', source: 'USD', target: 'EUR', date: '2022-03-03' })).toMatchObject({
      status: 'final',
      rate_date: '2022-03-03'
    })
  })

  it('has the reason no_data if the law names an authority, a bank, or a publisher without an adapter', async () => {
    expect(await ask({ rule: 'de-customs', source: 'RUB', date: '2022-05-10' })).toMatchObject({
      status: 'no_data',
      reason: 'unpublished',
      publisher: 'authority',
      citation: { article: 'art. 146' }
    })
    expect(await ask({ rule: 'de-statutory', source: 'USD', date: '2022-04-19' })).toMatchObject({
      status: 'no_data',
      reason: 'unpublished',
      publisher: 'none'
    })
    expect(await ask({ rule: 'cz-income-uniform', source: 'USD', date: '2022-04-19' })).toMatchObject({
      status: 'no_data',
      reason: 'no_source',
      publisher: 'cz_gfr'
    })
  })

  it('is returned while a rate of those dates is in quarantine', async () => {
    await service.database.write(
      'insert into quarantine (source, publication_id, date, base, quote, type, value, unit, reason) select ' +
        "'nbp', id, '2026-02-28', 'USD', 'PLN', 'mid', '36', '1', 'a slip' from publications limit 1"
    )
    expect(await ask({ ...POLISH, date: '2026-03-01' })).toMatchObject({ status: 'no_rate', reason: 'quarantined' })
    expect(await ask({ ...POLISH, date: '2026-03-03' })).toMatchObject({ status: 'final' })
    await service.database.write('delete from quarantine')
  })
})

describe('an open answer', () => {
  it('is that of the union’s election if the member’s own rule is not recorded', async () => {
    const asked = { purpose: 'vat', source: 'USD', date: '2022-04-19', amount: '1000' }
    for (const jurisdiction of ['PT', 'SI', 'EE', 'FI', 'CY', 'MT']) {
      expect(await ask({ ...asked, jurisdiction }), jurisdiction).toMatchObject({
        status: 'open',
        rate: 1 / 1.0803,
        rule: { id: 'eu-vat-ecb' },
        asks: [{ parameter: 'rule', value: 'eu-vat-ecb', text: 'if the taxpayer elects it' }],
        explanation: expect.stringContaining('The rule applies only if the taxpayer elects it; pass rule=eu-vat-ecb')
      })
    }
    expect(await ask({ ...asked, jurisdiction: 'PT', rule: 'eu-vat-ecb' })).toMatchObject({ status: 'final', asks: [] })
  })

  it('explains each series and the reason for the shown one', async () => {
    const asked = { jurisdiction: 'LU', purpose: 'vat', source: 'USD', date: '2022-04-19' }
    const { asks, explanation } = await ask(asked)
    expect(asks).toMatchObject([
      {
        value: 'ecb:reference',
        text: expect.stringMatching(/^the reference rate of .*; shown because it is the first/)
      },
      { value: 'bank:sell', text: 'a bank of the taxpayer (sell)' }
    ])
    expect(explanation).toContain('series=ecb:reference (the reference rate of')
  })

  it('has no figure if the law names no publisher', async () => {
    expect(await ask({ jurisdiction: 'GR', purpose: 'accounting', source: 'USD', date: '2022-04-19' })).toMatchObject({
      status: 'no_data',
      explanation: 'The law names no publisher of the rate.'
    })
  })
})

describe('a request', () => {
  it.each([
    [{ ...POLISH, date: '2026-03-03', jurisdiction: 'ZZ' }, 404, 'no rule is recorded for ZZ'],
    [{ ...POLISH, date: '2026-03-03', purpose: 'excuse' }, 400, 'purpose: expected vat'],
    [
      { ...POLISH, date: '2026-03-03', purpose: 'income' },
      400,
      'rule: expected pl-income-cost (costs), pl-income-expense (tax paid abroad and deductions), pl-income-revenue ' +
        '(revenue)'
    ],
    [{ rule: 'pl-nothing', source: 'USD', date: '2026-03-03' }, 404, 'there is no rule pl-nothing'],
    [{ rule: 'pl-vat', purpose: 'customs', source: 'USD', date: '2026-03-03' }, 400, 'purpose: expected vat'],
    [{ rule: 'pl-vat', jurisdiction: 'DE', source: 'USD', date: '2026-03-03' }, 400, 'jurisdiction: expected PL'],
    [{ rule: 'eu-customs-1993', source: 'USD', date: '2016-05-01' }, 404, 'its last day was 2016-04-30; eu-customs is'],
    [
      { jurisdiction: 'DK', purpose: 'vat', source: 'USD', date: '2012-06-01' },
      400,
      'rule: expected eu-vat-import-national (imports), dk-vat-customs'
    ],
    [
      { jurisdiction: 'FI', purpose: 'tariff', source: 'USD', date: '2026-03-03' },
      404,
      'there are rules for accounting, customs, excise, reporting, social, statutory, vat'
    ],
    [
      { jurisdiction: 'FI', rule: 'eu-tariff-annual', source: 'EUR', date: '2026-03-03' },
      400,
      'jurisdiction: expected EU'
    ],
    [{ source: 'USD', date: '2026-03-03', purpose: 'vat' }, 400, 'jurisdiction: expected a jurisdiction, or a rule'],
    [{ ...POLISH, date: '2026-02-30' }, 400, 'date: expected a date that exists'],
    [
      { ...POLISH, date: '2026-03-03', as_of: '2999-01-01T00:00:00Z' },
      400,
      'as_of: expected an instant in the past; a day means its end'
    ],
    [
      { ...POLISH, date: '2026-03-03', as_of: '2020-01-01T00:00:00Z' },
      404,
      'no rule had been recorded at that instant'
    ],
    [
      { rule: 'eu-grant-month', source: 'EUR', target: 'SEK', date: '2020-02-29' },
      404,
      'its first day is 2021-01-01; eu-budget, eu-grant-2014 are'
    ]
  ])('is refused: %o with %i', async (question, http, error) => {
    expect(await ask(question as Record<string, string>)).toMatchObject({ http, error: expect.stringContaining(error) })
  })

  it.each([
    ['TR', 'tr-income-closing (the balance sheet)'],
    ['DE', 'de-income-maintenance (maintenance for relatives abroad)']
  ])('returns no figure of a rule for a special case that is not named: %s', async (jurisdiction, listed) => {
    const { status, text } = await service.ask(
      `/api/v1/applicable?jurisdiction=${jurisdiction}&purpose=income&source=USD&side=account&date=2026-03-03`,
      { plan: 'enterprise' }
    )
    expect([status, text]).toEqual([400, expect.stringContaining(listed)])
  })

  it('uses the rule in force on a past date', async () => {
    expect(await ask({ jurisdiction: 'EU', purpose: 'customs', source: 'USD', date: '2016-04-30' })).toMatchObject({
      rule: { id: 'eu-customs-1993', mode: 'old' }
    })
  })

  it('returns the same answer with as_of after later loads and changed rules', async () => {
    const questions = [
      { ...POLISH, date: '2026-03-06' },
      { ...POLISH, date: '2026-03-09' },
      { rule: 'eu-vat-ecb', source: 'RUB', target: 'EUR', date: '2022-03-03' }
    ].map((it) => ({ ...it, as_of: known })) as Array<Record<string, string>>
    const before = await Promise.all(questions.map(ask))
    await seedRows(service.database, 'nbp', [nbp('2026-03-05', '3.6701')])
    await seedRows(service.database, 'nbp', [nbp('2026-03-06', '3.6500')])
    await seedRows(service.database, 'ecb', [rouble('2022-03-03', '120.0000')])
    const { jurisdictions, rules } = loadRules()
    await registerRules(service.database, {
      jurisdictions,
      rules: rules.map((rule) => (rule.id === 'pl-vat' ? { ...rule, day: 'same_day' as const } : rule))
    })
    expect(await Promise.all(questions.map(ask))).toEqual(before)
    expect(await ask({ ...POLISH, date: '2026-03-03' })).toMatchObject({
      rate_date: '2026-03-03',
      rule: { revision: 2 }
    })
    await registerRules(service.database, { jurisdictions, rules })
    expect(await ask({ ...POLISH, date: '2026-03-06' })).toMatchObject({ rate: 3.6701, rule: { revision: 3 } })
  })

  it('returns CSV for format=csv', async () => {
    const { text } = await service.ask(`${PATH}?jurisdiction=PL&purpose=vat&date=2026-03-04&source=USD&format=csv`, {
      plan: 'enterprise'
    })
    const [header, line] = text.replace('\uFEFF', '').split('\r\n')
    expect(header).toMatch(
      /^jurisdiction,purpose,date,source,target,amount,status,.*,rule_id,.*,citation_act,.*,document_sha256,/
    )
    expect(line).toMatch(/^PL,vat,2026-03-04,USD,PLN,,final,,/)
  })
})

describe('the endpoints of the rules', () => {
  it('move an old citation whose `seen` is free text to `place`', () => {
    const rule = loadRules().rules[0]! as KnownRule
    const old = { ...rule, citation: { act: 'An act', seen: 'articles of the press' as 'law' } }
    expect(ruleAndCitation(old).citation).toEqual({
      act: 'An act',
      article: null,
      url: null,
      seen: null,
      place: 'articles of the press'
    })
  })

  it('list the rules of a jurisdiction and purpose', async () => {
    const { json } = await service.ask('/api/v1/applicable/rules?jurisdiction=PL&purpose=vat', { plan: 'free' })
    // prettier-ignore
    expect(json.rules.map(({ id }: { id: string }) => id)).toEqual([
      'pl-vat', 'pl-vat-correction', 'pl-vat-correction-ecb', 'pl-vat-correction-nbp', 'pl-vat-ecb', 'pl-vat-events',
      'pl-vat-income', 'pl-vat-ksef'
    ])
    expect(endpoints.find(({ path }) => path === '/api/v1/applicable/rules')!.response.parse(json)).toEqual(json)
  })

  it('return a rule together with the text of its file', async () => {
    const { json } = await service.ask('/api/v1/applicable/rules/pl-vat', { plan: 'free' })
    expect(json).toMatchObject({
      rule: { id: 'pl-vat' },
      as_written: { rate: 'nbp:mid', event: { earlier_of: ['tax_point', 'invoice'] } }
    })
    expect((await service.ask('/api/v1/applicable/rules/pl-nothing', { plan: 'free' })).status).toBe(404)
  })
})

describe('the pages of others', () => {
  it('link to the rules, and exclude those that crawlers omit', async () => {
    const { database } = service
    const addresses = await sitePart.addresses({ database, now: Date.now(), today: '2026-03-06' })
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/applicable',
        '/applicable/rules',
        '/applicable/batch',
        '/applicable/PL',
        '/applicable/rules/pl-vat'
      ])
    )
    expect(sitePart.hidden).toEqual(['/applicable?'])
  })

  it('find jurisdictions by code or name, and rules by id or name', async () => {
    const { database } = service
    const search = async (q: string) => {
      const has = (text: string) => text.toLowerCase().includes(q.toLowerCase())
      const found = await sitePart.search({ q, has }, { database, now: Date.now(), today: '2026-03-06' })
      return found.map(({ pages }) => pages.map(({ address }) => address))
    }
    expect(await search('pl')).toEqual([
      expect.arrayContaining(['/applicable/PL']),
      expect.arrayContaining(['/applicable/rules/pl-vat'])
    ])
    expect(await search('Poland')).toEqual([['/applicable/PL'], expect.arrayContaining(['/applicable/rules/pl-vat'])])
    expect(await search('no such words')).toEqual([[], []])
  })

  it('show the number of rules and an answer on the home page', async () => {
    const newest = new Map([['nbp', '2026-03-05']])
    const card = (await sitePart.card(newest, {
      database: service.database,
      now: Date.now(),
      today: '2026-03-06'
    })) as VNode
    expect(render(card).replace(/<[^>]+>/g, ' ')).toMatch(
      /\d+ rules in \d+ jurisdictions.*VAT on an invoice in Poland.*1000 USD\s+3,?677\.00\s+PLN.*at 3\.6770, the rate of nbp/
    )
  })
})

describe('the functions of an applicable rate', () => {
  const ask = (name: string, columns: string, rule: string, day: string, source = 'USD') => {
    const requests =
      "array[$1], array[1], array[$2::date], array[$3], array['PLN'], array[null], " +
      'array[null::date], array[null::date], array[null::numeric], array[2]'
    return service.database.read(`select ${columns} from ${name}(${requests}, null, now())`, [rule, day, source])
  }

  it('finds the series of a rule and their derivations of the pair in rule_derivations', async () => {
    const derive = (rule: string, source: string) =>
      service.database.read(
        'select publisher, type, base, quote, is_direct, other_base, other_quote from rule_derivations(array[$1], ' +
          "array[1], array[$2], array['PLN'], array[null], null, now())",
        [rule, source]
      )
    expect(await derive('pl-vat', 'USD')).toEqual([
      {
        publisher: 'nbp',
        type: 'mid',
        base: 'USD',
        quote: 'PLN',
        is_direct: true,
        other_base: null,
        other_quote: null
      }
    ])
    expect(await derive('pl-vat-ecb', 'USD')).toContainEqual(
      expect.objectContaining({
        publisher: 'ecb',
        base: 'EUR',
        quote: 'USD',
        is_direct: false,
        other_base: 'EUR',
        other_quote: 'PLN'
      })
    )
    expect(await derive('pl-vat', 'XXX')).toMatchObject([{ publisher: 'nbp', base: null }])
  })

  it('takes the rate of the allowed dates in candidate_rates, even if it is stale', async () => {
    const columns = 'n, part, from_date, to_date, date, value::text as value'
    const found = { n: 1, part: 0, from_date: '-infinity', to_date: '2026-04-29', date: '2026-03-04', value: '1.0018' }
    expect(await ask('candidate_rates', columns, 'pl-vat', '2026-04-30', 'AED')).toEqual([found])
    expect(await ask('candidate_rates', columns, 'pl-vat', '2026-03-03', 'XXX')).toMatchObject([
      { date: null, value: null }
    ])
  })

  it('gives the reason why a rate is not the answer in assessed_rates', async () => {
    expect(await ask('assessed_rates', 'date, fault', 'pl-vat', '2026-03-03')).toEqual([
      { date: '2026-03-02', fault: null }
    ])
    expect(await ask('assessed_rates', 'date, fault', 'pl-vat', '2026-04-30', 'AED')).toEqual([
      { date: '2026-03-04', fault: 'not_loaded' }
    ])
    expect(await ask('assessed_rates', 'date, fault', 'pl-vat', '2026-03-03', 'XXX')).toEqual([
      { date: null, fault: 'not_quoted' }
    ])
  })
})
