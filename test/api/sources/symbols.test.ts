import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CURRENCIES } from '../../../adapters/kit/currencies.ts'
import { isHistorical } from '../../../api/regions/regions.ts'
import { currenciesOf, knownCurrencies } from '../../../api/sources/symbols-query.ts'
import { readRows } from '../../../api/formats/read.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const today = new Date().toISOString().slice(0, 10)
const row = (quote: string) => ({ date: '2001-11-20', base: 'EUR', quote, type: 'reference', value: '2' })

let service: Service

beforeAll(async () => {
  const all = Object.keys(CURRENCIES).filter((code) => !['EUR', 'NOK', 'XAU'].includes(code))
  service = await startService([identity('alpha', 'EUR'), identity('gone', 'XAU')], {
    alpha: all.map(row),
    gone: [{ ...row('XAU'), base: 'USD' }]
  })
  await service.database.write("update sources set active = false where code = 'gone'")
})
afterAll(() => service.stop())

const codesOf = (json: { currencies: Array<{ code: string }> }) => json.currencies.map(({ code }) => code)

it('lists currencies in use and currencies with rates by code, without a key and to any origin', async () => {
  const { status, json, headers } = await service.ask('/api/v1/symbols')
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
  expect(headers.get('x-monthly-used')).toBeNull()
  expect(codesOf(json)).toEqual(
    Object.keys(CURRENCIES)
      .filter((code) => code !== 'XAU' && !isHistorical(code, today))
      .sort()
  )
  expect(json.count).toBe(json.currencies.length)
  expect(json.count).toBeGreaterThanOrEqual(160)
  const of = (code: string) => json.currencies.find((it: { code: string }) => it.code === code)
  expect(of('USD')).toEqual({ code: 'USD', name: CURRENCIES.USD, symbol: '$', priced: false })
  expect(of('EUR')).toEqual({ code: 'EUR', name: 'Euro', symbol: '€', priced: false })
  expect(of('GBP').symbol).toBe('£')
  expect(of('CHF').symbol).toBe('CHF')
  expect(of('XAG')).toMatchObject({ code: 'XAG' })
  expect(of('XAU')).toBeUndefined()
  expect(of('SVC')).toMatchObject({ code: 'SVC', name: 'Salvadoran Colón' })
})

it('supports every format', async () => {
  expect((await service.ask('/api/v1/symbols?format=csv&bom=0')).text).toMatch(/^code,name,symbol,priced\r\nAED,/)
  expect((await service.ask('/api/v1/symbols?format=xml')).text).toContain('<currencies><currency><code>AED</code>')
  expect((await service.ask('/api/v1/symbols?format=xlsx')).headers.get('content-type')).toContain('spreadsheetml')
})

it('includes former currencies only with historical=true', async () => {
  const { json } = await service.ask('/api/v1/symbols?historical=true')
  expect(codesOf(json)).toEqual(
    Object.keys(CURRENCIES)
      .filter((code) => code !== 'XAU')
      .sort()
  )
  expect(codesOf((await service.ask('/api/v1/symbols?historical=false')).json)).not.toContain('DEM')
  expect((await service.ask('/api/v1/symbols?historical=1')).json.error).toBe('historical: expected true or false')
})

it('includes every currency in use, even without a stored rate', async () => {
  const fresh = await startService([], {})
  const { currencies, count } = (await fresh.ask('/api/v1/symbols')).json
  expect(count).toBeGreaterThanOrEqual(160)
  for (const { code, name } of currencies) expect([code, name]).toEqual([code, CURRENCIES[code]])
  await fresh.stop()
})

it('formats the symbol of a currency only once', async () => {
  const known = await readRows(knownCurrencies, service.database, { at: new Date().toISOString() })
  const list = () => currenciesOf(known, { today, historical: true })
  const before = list()
  const formats = vi.spyOn(Intl, 'NumberFormat')
  expect(list()).toEqual(before)
  expect(formats).not.toHaveBeenCalled()
  formats.mockRestore()
})
