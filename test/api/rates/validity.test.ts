import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../../api/formats/index.ts'
import type { Context } from '../../../api/server/route.ts'
import { publicHistory } from '../../../api/rates/public-route.ts'
import type { Row } from '../../../adapters/source.ts'
import { seedRows } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { testEndpoints, WITHOUT_PAGES } from '../../support/modules.ts'

const endpoints = await testEndpoints()

const row = (date: string, quote: string, value: string, validTo?: string): Row => {
  return { date, base: 'GBP', quote, type: 'monthly', value, ...(validTo && { validFrom: date, validTo }) }
}

const MAY = { valid_from: '2026-05-01', valid_to: '2026-05-31' }
const JUNE = { valid_from: '2026-06-01', valid_to: '2026-06-30' }
const V1 = '/api/v1/central-bank'

let service: Service
let beforeCorrection: string

beforeAll(async () => {
  service = await startService([identity('tax', 'GBP', ['monthly']), identity('bank', 'GBP', ['monthly'])], {
    tax: [
      row('2026-05-01', 'USD', '1.33', '2026-05-31'),
      row('2026-06-01', 'USD', '1.34', '2026-06-15'),
      row('2026-06-01', 'JPY', '212.1')
    ],
    bank: [row('2026-06-01', 'USD', '1.35')]
  })
  const [{ at }] = (await service.database.write<{ at: string }>('select clock_timestamp() as at')) as [{ at: string }]
  beforeCorrection = at
  await seedRows(service.database, 'tax', [row('2026-06-01', 'USD', '1.34', '2026-06-30')])
})
afterAll(() => service.stop())

const ask = async (path: string) => (await service.ask(path, { plan: 'enterprise' })).json

describe('the printed validity of a rate', () => {
  it.each([
    ['/api/v1/central-bank/:bank/latest', `${V1}/tax/latest`],
    ['/api/v1/central-bank/:bank/:date', `${V1}/tax/2026-06-10`],
    ['/api/open/central-bank/:bank', '/api/open/central-bank/tax']
  ])('is returned in the table of %s, and null for a rate without one', async (path, address) => {
    const answer = await ask(address)
    expect(answer.rates).toEqual([
      { base: 'GBP', quote: 'JPY', type: 'monthly', value: 212.1, valid_from: null, valid_to: null },
      { base: 'GBP', quote: 'USD', type: 'monthly', value: 1.34, ...JUNE }
    ])
    expect(endpoints.find((route) => route.path === path)!.response.parse(answer)).toEqual(answer)
  })

  it('is reported as ended for a later date, and so is the next table as due', async () => {
    const end = 'The printed validity ended on 2026-06-30.'
    expect(await ask(`${V1}/tax/2026-09-30?source=GBP&target=USD`)).toMatchObject({
      rate_date: '2026-06-01',
      ...JUNE,
      note: end,
      overdue: true
    })
    expect(await ask(`${V1}/tax/2026-07-01?source=USD&target=GBP`)).toMatchObject({ note: end })
    const [{ at }] = (await service.database.write<{ at: string }>('select clock_timestamp() as at')) as [
      { at: string }
    ]
    const known = await ask(`${V1}/tax/2026-09-30?source=GBP&target=USD&as_of=${at}`)
    expect(known).toMatchObject({ note: end })
    expect(known).not.toHaveProperty('overdue') // whether a table is overdue depends on later tables
    for (const path of [
      `${V1}/tax/2026-06-30?source=GBP&target=USD`,
      `${V1}/tax/2026-09-30`,
      `${V1}/bank/2026-09-30?source=GBP&target=USD`
    ]) {
      const answer = await ask(path) // the table has a rate without a validity
      expect([answer.note, answer.overdue], path).toEqual([undefined, undefined])
    }
    const answer = await ask(`${V1}/tax/2026-05-31?source=GBP&target=USD`)
    expect(answer.note).toBeUndefined()
    const { response } = endpoints.find(({ path }) => path === '/api/v1/central-bank/:bank/:date')!
    expect(response.parse(await ask(`${V1}/tax/2026-09-30?source=GBP&target=USD`))).toBeTruthy()
  })

  it('is returned in the raw table', async () => {
    expect((await ask('/api/public/central-bank/tax')).rates[1]).toEqual({
      base_ccy: 'GBP',
      quote_ccy: 'USD',
      rate_type: 'monthly',
      value: 1.34,
      ...JUNE
    })
  })

  it.each([
    ['GBP', 'USD', 'published'],
    ['USD', 'GBP', 'inverse']
  ])('is returned for the pair %s to %s, which is %s', async (source, target, method) => {
    expect(await ask(`${V1}/tax/latest?source=${source}&target=${target}`)).toMatchObject({ method, ...JUNE })
    expect(await ask(`${V1}/tax/2026-05-20?source=${source}&target=${target}`)).toMatchObject({ method, ...MAY })
  })

  it('is null for a cross, which is calculated from two rates', async () => {
    expect(await ask(`${V1}/tax/latest?source=USD&target=JPY`)).toMatchObject({ method: 'cross' })
    expect(await ask(`${V1}/tax/latest?source=USD&target=JPY`)).not.toHaveProperty('valid_from')
  })

  it.each(['symbol=USD', 'source=GBP&target=USD', 'source=USD&target=GBP'])(
    'is returned in the history of %s',
    async (query) => {
      expect((await ask(`${V1}/tax/history?${query}&from=2026-05-01&to=2026-06-30`)).rates).toMatchObject([MAY, JUNE])
    }
  )

  it('is returned in the history of a currency with and without validities', async () => {
    expect((await ask(`${V1}/tax/history?symbol=GBP&from=2026-06-01&to=2026-06-30`)).rates).toMatchObject([
      { quote: 'JPY', valid_from: null, valid_to: null },
      { quote: 'USD', ...JUNE }
    ])
  })

  it('is returned in the comparison, and null for a bank without one', async () => {
    expect((await ask('/api/v1/central-banks/rates?source=GBP&target=USD')).banks).toMatchObject([
      { code: 'bank', valid_from: null, valid_to: null },
      { code: 'tax', ...JUNE }
    ])
  })

  it('is the one known at the instant of as_of', async () => {
    const then = { ...JUNE, valid_to: '2026-06-15' }
    expect((await ask(`${V1}/tax/2026-06-10?as_of=${beforeCorrection}`)).rates[1]).toMatchObject(then)
    expect(await ask(`${V1}/tax/2026-06-10?source=GBP&target=USD&as_of=${beforeCorrection}`)).toMatchObject(then)
    expect(
      (await ask(`${V1}/tax/history?symbol=USD&from=2026-06-01&to=2026-06-30&as_of=${beforeCorrection}`)).rates
    ).toMatchObject([then])
  })

  it('is included in files', async () => {
    const textOf = async (path: string) =>
      (await service.ask(path, { plan: 'enterprise' })).text.replace('\ufeff', '').trim().split('\r\n')
    expect(await textOf(`${V1}/tax/latest?format=csv`)).toEqual([
      'bank,rate_date,base,quote,type,value,valid_from,valid_to',
      'tax,2026-06-01,GBP,JPY,monthly,212.1,,',
      'tax,2026-06-01,GBP,USD,monthly,1.34,2026-06-01,2026-06-30'
    ])
    expect((await textOf(`${V1}/tax/latest?source=GBP&target=USD&format=csv`))[1]).toBe(
      'tax,2026-06-01,GBP,USD,1.34,monthly,false,published,2026-06-01,2026-06-30'
    )
    expect((await textOf(`${V1}/tax/latest?format=xml`))[0]).toContain(
      '<value>1.34</value><valid_from>2026-06-01</valid_from><valid_to>2026-06-30</valid_to>'
    )
    const workbook = new exceljs.Workbook()
    await workbook.xlsx.load(
      (await service.ask(`${V1}/tax/latest?format=xlsx`, { plan: 'enterprise' })).bytes as unknown as ArrayBuffer
    )
    expect((workbook.worksheets[0]!.getRow(3).values as unknown[]).slice(-2)).toEqual([
      new Date('2026-06-01'),
      new Date('2026-06-30')
    ])
  })

  it('is included in a download', async () => {
    const request = publicHistory.read(
      { bank: 'tax' },
      new URLSearchParams({ from: '2026-05-01', to: '2026-05-31', format: 'csv' })
    )
    const context = { database: service.database, today: '2026-06-10' } as Context
    const { body } = await write(await publicHistory.run(request, context), request)
    expect(await text(body as Readable)).toBe(
      'rate_date,base_ccy,quote_ccy,rate_type,value,valid_from,valid_to\r\n2026-05-01,GBP,USD,monthly,1.33,2026-05-01,2026-05-31\r\n'
    )
  })

  it.skipIf(WITHOUT_PAGES)('is shown on the page of its source', async () => {
    const page = (await service.ask('/banks/tax')).text
    expect(page).toContain('<th scope="col">Valid</th>')
    expect(page).toContain('<td>from 2026-06-01 to 2026-06-30</td>')
    expect((await service.ask('/banks/bank')).text).not.toContain('Valid</th>')
  })
})

it.each([
  [`${V1}/bank/latest`, 'rates'],
  [`${V1}/bank/latest?source=GBP&target=USD`, undefined],
  [`${V1}/bank/history?symbol=USD&from=2026-06-01&to=2026-06-30`, 'rates'],
  [`${V1}/bank/history?source=GBP&target=USD&from=2026-06-01&to=2026-06-30`, 'rates'],
  ['/api/open/central-bank/bank', 'rates'],
  ['/api/public/central-bank/bank', 'rates']
])('returns no validity for a source that prints none: %s', async (path, list) => {
  const answer = await ask(path)
  expect(Object.keys(list === undefined ? answer : answer[list][0])).not.toContain('valid_from')
})

it.each(['/api/v1/central-banks', '/api/open/central-banks'])('describes each source: %s', async (path) => {
  const answer = await ask(path)
  expect((answer.banks ?? answer.sources)[0]).toMatchObject({
    dated: 'made',
    publishes: null,
    notes: null,
    terms: null,
    verified: 'description'
  })
})
