import exceljs from 'exceljs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../api/endpoints.ts'
import { perOneUnit } from '../../../pipelines/load/normalize.ts'
import type { Row } from '../../../adapters/source.ts'
import { WITHOUT_PAGES } from '../../support/modules.ts'
import { identity, logIn, startService, type Service } from '../../support/service.ts'

const row = (date: string, base: string, value: string, unit?: Row['unit']): Row => ({
  date,
  base,
  quote: 'RON',
  type: 'reference',
  value,
  unit
})
const V1 = '/api/v1/central-bank/metal'
const NOTE = 'The publisher prints the price of a gram; the value is that of a troy ounce of 31.1034768 g.'
const GOLD = { value: 21953.9661, printed: { value: 705.8364, unit: 'gram' }, note: NOTE }

let service: Service

beforeAll(async () => {
  service = await startService([identity('metal', 'RON')], {
    metal: [
      row('2026-03-17', 'XAU', '705.10', 'gram'),
      row('2026-03-17', 'JPY', '2.7700', 100),
      row('2026-03-18', 'XAU', '705.8364', 'gram'),
      row('2026-03-18', 'JPY', '2.7731', 100),
      row('2026-03-18', 'EUR', '5.0940'),
      row('2026-03-18', 'IDR', '2.6', 10_000),
      row('2026-03-18', 'ISK', '1.23', 25)
    ]
  })
})
afterAll(() => service.stop())

const ask = (path: string) => service.ask(path, { plan: 'enterprise' })
const xau = ({ rates }: { rates: Array<Record<string, unknown>> }) =>
  rates.find((it) => it.base === 'XAU' || it.base_ccy === 'XAU')

describe('a figure printed for a unit other than one', () => {
  it.each([
    ['/api/v1/central-bank/:bank/latest', `${V1}/latest`],
    ['/api/v1/central-bank/:bank/:date', `${V1}/2026-03-18`],
    ['/api/open/central-bank/:bank', '/api/open/central-bank/metal'],
    ['/api/public/central-bank/:bank', '/api/public/central-bank/metal']
  ])('accompanies its value in the table of %s; other values have no such field', async (path, address) => {
    const { json, text } = await ask(address)
    expect(xau(json)).toMatchObject({ ...GOLD, value: expect.closeTo(GOLD.value, 3) })
    expect(text).toContain('"printed":{"value":705.8364,"unit":"gram"},"note":"The publisher')
    const others = json.rates.map(({ base, base_ccy: name = base, printed, note }: Record<string, unknown>) => [
      name,
      printed,
      note
    ])
    expect(others).toEqual([
      ['EUR', undefined, undefined],
      ['IDR', { value: 2.6, unit: 10_000 }, undefined],
      ['ISK', { value: 1.23, unit: 25 }, 'The publisher prints the price of 25 units; the value is that of one.'],
      ['JPY', { value: 2.7731, unit: 100 }, undefined],
      ['XAU', GOLD.printed, NOTE]
    ])
    expect(text).toContain('{"value":2.7731,"unit":100}')
    expect(endpoints.find((route) => route.path === path)!.response.parse(json)).toEqual(json)
  })

  it('is in a comparison if the rate is published so', async () => {
    const { json } = await ask('/api/v1/central-banks/rates?source=XAU&target=RON')
    expect(json.banks).toMatchObject([{ code: 'metal', method: 'published', printed: GOLD.printed, note: NOTE }])
    expect((await ask('/api/v1/central-banks/rates?source=XAU&target=RON&format=csv')).text).toContain(
      'printed_value,printed_unit,note'
    )
    expect((await ask('/api/v1/central-banks/rates?source=EUR&target=RON')).json.banks[0]).not.toHaveProperty('printed')
  })

  it('accompanies a published pair, but not a calculated one', async () => {
    for (const path of [`${V1}/latest?`, `${V1}/2026-03-18?`, '/api/open/central-bank/metal?']) {
      expect((await ask(`${path}source=XAU&target=RON`)).json, path).toMatchObject({
        method: 'published',
        printed: GOLD.printed,
        note: NOTE
      })
      expect((await ask(`${path}source=JPY&target=RON`)).json, path).toMatchObject({
        rate: 0.027731,
        printed: { value: 2.7731, unit: 100 }
      })
      for (const pair of ['source=RON&target=XAU', 'source=EUR&target=RON'])
        expect((await ask(path + pair)).json, path).not.toHaveProperty('printed')
    }
  })

  it('is in histories of a currency and of a pair, and in their files', async () => {
    const window = 'from=2026-03-17&to=2026-03-18'
    for (const query of ['symbol=XAU', 'source=XAU&target=RON']) {
      const { json } = await ask(`${V1}/history?${query}&${window}`)
      expect(json.rates.map(({ printed, note }: Record<string, unknown>) => [printed, note])).toEqual([
        [{ value: 705.1, unit: 'gram' }, NOTE],
        [GOLD.printed, NOTE]
      ])
      expect(endpoints.find(({ path }) => path === '/api/v1/central-bank/:bank/history')!.response.parse(json)).toEqual(
        json
      )
      for (const rest of ['', '&rows=all&max_cost=9']) {
        const { text } = await ask(`${V1}/history?${query}&${window}&format=csv&bom=0${rest}`)
        expect(text.split('\r\n')[0]).toMatch(/,printed_value,printed_unit,note$/)
        expect(text).toContain(`,705.8364,gram,${NOTE}`)
        expect((await ask(`${V1}/history?${query}&${window}&format=xml${rest}`)).text).toContain(
          '<printed><value>705.8364</value><unit>gram</unit></printed><note>'
        )
        expect((await ask(`${V1}/history?${query}&${window}&format=ndjson${rest}`)).text).toContain(
          '"printed":{"value":705.8364,"unit":"gram"}'
        )
        for (const format of ['xlsx', 'parquet'])
          expect((await ask(`${V1}/history?${query}&${window}&format=${format}${rest}`)).status).toBe(200)
      }
    }
    expect((await ask(`${V1}/history?symbol=EUR&${window}&format=csv&bom=0`)).text).toMatch(
      /^bank,rate_date,base,quote,type,value\r\n/
    )
    expect((await ask(`${V1}/latest?format=csv&bom=0`)).text).toContain(
      'metal,2026-03-18,JPY,RON,reference,0.027731,2.7731,100,\r\n'
    )
  })

  it('has its unit as a number in a workbook, and a gram as text', async () => {
    const workbook = new exceljs.Workbook()
    await workbook.xlsx.load((await ask(`${V1}/latest?format=xlsx`)).bytes as unknown as ArrayBuffer)
    const sheet = workbook.worksheets[0]!
    const at = (sheet.getRow(1).values as unknown[]).indexOf('printed_unit')
    const units = sheet.getColumn(at).values.slice(2)
    expect(units).toContain(100)
    expect(units.filter((it) => it !== null && it !== undefined && typeof it !== 'number')).toEqual(
      units.filter((it) => it === 'gram')
    )
  })

  it('is in the download of all tables', async () => {
    const { cookie } = await logIn(service, 'printed@example.com')
    await service.database.write('select change_user($1, $2, null, null)', ['printed@example.com', 'developer'])
    const answer = await service.ask('/api/public/central-bank/metal/history?from=2026-03-18&to=2026-03-18', {
      headers: { cookie }
    })
    expect(xau(answer.json)).toMatchObject({ printed: GOLD.printed, note: NOTE })
  })

  it.skipIf(WITHOUT_PAGES)('is on the page of the figure', async () => {
    const { text } = await ask('/figure/metal/XAU-RON/2026-03-18')
    expect(text).toContain('As printed')
    expect(text).toContain('705.8364')
    expect(text).toContain('a troy ounce of 31.1034768 g')
    expect((await ask('/figure/metal/EUR-RON/2026-03-18')).text).not.toContain('As printed')
  })
})

it('is calculated back exactly from the stored value', async () => {
  const figures = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 8 }))
    .map(([digits, decimals]) => {
      const text = String(digits).padStart(decimals + 1, '0')
      return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
    })
  await fc.assert(
    fc.asyncProperty(
      figures,
      fc.constantFrom<Exclude<Row['unit'], undefined>>(10, 100, 1000, 10_000, 1_000_000, 2, 5, 20, 25, 50, 8, 'gram'),
      async (printed, unit) => {
        const [found] = await service.database.read<{ value: string; unit: unknown }>(
          'select printed_value($1, $2) as value, printed_unit($2) as unit',
          [perOneUnit(printed, unit), String(unit)]
        )
        expect(found).toEqual({ value: printed, unit })
      }
    ),
    { numRuns: 200 }
  )
})

it('requires no call of a function for each rate of a history', async () => {
  for (const history of ["pair_history('metal', 'XAU', 'RON'", "symbol_history('metal', 'RON'"]) {
    const plan = await service.database.read<Record<string, string>>(
      `explain (verbose) select * from ${history}, '2026-01-01', '2026-12-31')`
    )
    expect(JSON.stringify(plan)).not.toMatch(/printed_(value|unit|note)\(/)
  }
})
