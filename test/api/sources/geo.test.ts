import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ISO_4217 } from '../../../adapters/kit/currency-facts.ts'
import { loadSources } from '../../../adapters/registry.ts'
import { currencyOf, isHistorical, isRegion } from '../../../api/regions/regions.ts'
import { startService, type Service } from '../../support/service.ts'

let trusting: Service
let direct: Service

beforeAll(async () => {
  trusting = await startService([], {}, { settings: { trustProxy: 1 } })
  direct = await startService([], {})
})
afterAll(() => Promise.all([trusting.stop(), direct.stop()]))

const geo = (service: Service, headers?: Record<string, string>) => service.ask('/api/open/geo', { headers })

describe('/api/open/geo', () => {
  it.each([
    ['DE', 'EUR'],
    ['BG', 'EUR'],
    ['CH', 'CHF'],
    ['PA', 'PAB'],
    ['XK', 'EUR'],
    ['CW', 'XCG'],
    ['GB', 'GBP'],
    ['AQ', null]
  ])('returns the country and its legal tender for %s', async (country, currency) => {
    const { status, json, headers } = await geo(trusting, { 'CF-IPCountry': country })
    expect(status).toBe(200)
    expect(json).toEqual({ country, currency, source: 'cloudflare' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['XX', 'T1', 'ZZ', 'QQ', 'de', 'DE, FR', 'constructor'])('returns nulls for %s', async (country) => {
    expect((await geo(trusting, { 'CF-IPCountry': country })).json).toEqual({
      country: null,
      currency: null,
      source: 'cloudflare'
    })
  })

  it('returns nulls without the header, and ignores it unless a proxy is trusted', async () => {
    const nothing = { country: null, currency: null, source: 'cloudflare' }
    expect((await geo(trusting)).json).toEqual(nothing)
    expect((await geo(direct, { 'CF-IPCountry': 'DE' })).json).toEqual(nothing)
  })

  it('reads the configured header', async () => {
    const other = await startService([], {}, { settings: { trustProxy: 1, countryHeader: 'X-Viewer-Country' } })
    expect((await geo(other, { 'X-Viewer-Country': 'DE', 'CF-IPCountry': 'JP' })).json).toEqual({
      country: 'DE',
      currency: 'EUR',
      source: 'edge'
    })
    await other.stop()
  })

  it('is not cached between callers', async () => {
    const countries = ['DE', 'JP', 'US', 'DE', 'BR']
    const answers = await Promise.all(countries.map((it) => geo(trusting, { 'CF-IPCountry': it })))
    expect(answers.map(({ json }) => json.country)).toEqual(countries)
  })
})

describe('the regions of CLDR', () => {
  it('have the currency of the given day', () => {
    expect(['2001-12-31', '2002-03-01', '2026-11-21'].map((day) => currencyOf('HR', day))).toEqual([
      'HRK',
      'HRK',
      'EUR'
    ])
    expect([currencyOf('BG', '2025-12-31'), currencyOf('BG', '2026-01-01')]).toEqual(['BGN', 'EUR'])
    expect(currencyOf('DD', '2026-11-21')).toBeUndefined()
  })

  it('have their own currency if another one is also legal tender', () => {
    expect(['LS', 'NA', 'BT', 'HT', 'PA', 'ZW', 'PS'].map((region) => currencyOf(region, '2026-11-21'))).toEqual([
      'LSL',
      'NAD',
      'BTN',
      'HTG',
      'PAB',
      'ZWG',
      'ILS'
    ])
    // Both currencies were legal tender on that day; the new one is returned.
    expect([currencyOf('HR', '2023-01-05'), currencyOf('BG', '2026-01-15')]).toEqual(['EUR', 'EUR'])
  })

  it('have the currencies of ISO 4217 and of their publishers', async () => {
    const today = '2026-11-21'
    const own = ISO_4217.filter(({ code, withdrawn, minorUnits }) => {
      return withdrawn === null && minorUnits !== null && isRegion(code.slice(0, 2)) && code !== 'USN'
    })
    // funds codes, and units that are not legal tender
    const notTender = ['SVC', 'BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'UYI', 'UYW', 'VED']
    const differing = own
      .filter(({ code }) => !notTender.includes(code))
      .map(({ code }) => [code.slice(0, 2), code, currencyOf(code.slice(0, 2), today)])
      .filter(([, code, found]) => code !== found)
    expect(differing).toEqual([])
    const publishers = (await loadSources())
      .filter(({ kind, country, ended }) => kind === 'central_bank' && ended === undefined && isRegion(country))
      .map(({ code, country, homeCurrency }) => [code, homeCurrency, currencyOf(country, today)])
      .filter(([, home, found]) => home !== found)
    expect(publishers).toEqual([
      ['banxico_equivalence', 'USD', 'MXN'], // a table in dollars
      ['ct_kktcmb', 'TRY', 'EUR'] // the currency used in the north of Cyprus
    ])
  })

  it('have the currencies that ended before the given day', () => {
    expect(
      ['DEM', 'ROL', 'HRK', 'BGN', 'ZWL', 'XFO', 'ZWN', 'ROK'].filter((it) => !isHistorical(it, '2026-11-21'))
    ).toEqual([])
    expect(['EUR', 'USD', 'CHE', 'XAU', 'XDR', 'CNH', 'ZWG'].filter((it) => isHistorical(it, '2026-11-21'))).toEqual([])
    expect([isHistorical('BGN', '2026-01-31'), isHistorical('BGN', '2026-02-01')]).toEqual([false, true])
    expect([isRegion('DE'), isRegion('ZZ'), isRegion('toString')]).toEqual([true, false, false])
  })
})
