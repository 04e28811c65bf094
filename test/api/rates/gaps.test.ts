import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type Service } from '../../support/service.ts'
import { loadSources } from '../../../adapters/registry.ts'

let service: Service

const rate = (base: string, quote: string, type: string) => (date: string, value: string) => ({
  date,
  base,
  quote,
  type,
  value
})
const ecb = rate('EUR', 'USD', 'reference')
const yen = rate('EUR', 'JPY', 'reference')

beforeAll(async () => {
  const used = ['ecb', 'sarb', 'mas', 'bcv', 'rbi', 'boe']
  const sources = (await loadSources()).filter(({ code }) => used.includes(code))
  const typeOf = (bank: string) => sources.find(({ code }) => code === bank)!.rateTypes[0]!
  service = await startService(sources, {
    ecb: [
      ecb('1999-01-04', '1.1789'),
      yen('1999-01-05', '130.96'),
      ecb('2026-03-18', '1.15'),
      yen('2026-03-18', '183.49')
    ],
    sarb: [rate('USD', 'ZAR', typeOf('sarb'))('2026-03-18', '16.8847')],
    mas: [rate('USD', 'SGD', typeOf('mas'))('2026-03-18', '1.2812')],
    rbi: [rate('USD', 'INR', typeOf('rbi'))('2026-03-18', '92.4')],
    boe: [rate('GBP', 'USD', typeOf('boe'))('2026-03-18', '1.3312')],
    bcv: [rate('ANG', 'VES', typeOf('bcv'))('2026-03-18', '0.01')]
  })
})
afterAll(() => service.stop())

const ask = (path: string) => service.ask(`/api/v1/central-bank/${path}`, { plan: 'enterprise' })

describe('a pair before the first rate', () => {
  it.each([
    ['ecb/1998-12-31?source=EUR&target=USD', 'its first rate is dated 1999-01-04'],
    ['ecb/1998-12-31?source=USD&target=EUR', 'its first rate is dated 1999-01-04'],
    ['ecb/1998-12-31?source=USD&target=JPY', 'its first rate is dated 2026-03-18'],
    ['ecb/history?source=EUR&target=USD&from=1998-01-01&to=1998-12-31', 'its first rate is dated 1999-01-04']
  ])('names its first rate: %s', async (path, text) => {
    const { status, json } = await ask(path)
    expect([status, json.error]).toEqual([404, expect.stringContaining(text)])
  })
})

describe('a parity by law', () => {
  it.each([
    ['sarb', 'ZAR', 'NAD'],
    ['sarb', 'NAD', 'ZAR'],
    ['sarb', 'LSL', 'ZAR'],
    ['sarb', 'ZAR', 'SZL'],
    ['mas', 'SGD', 'BND'],
    ['rbi', 'INR', 'BTN'],
    ['boe', 'GBP', 'GIP'],
    ['boe', 'FKP', 'GBP'],
    ['boe', 'SHP', 'GBP']
  ])('is returned for a pair that the source does not print: %s %s to %s', async (bank, source, target) => {
    const pair = `source=${source}&target=${target}`
    for (const path of [`${bank}/latest?${pair}`, `${bank}/2026-03-20?${pair}`]) {
      expect((await ask(path)).json).toMatchObject({
        rate: 1,
        rate_date: '2026-03-18',
        derived: true,
        method: 'cross',
        note: expect.stringMatching(/does not print the pair: one [A-Z]{3} is one [A-Z]{3} by law \(/)
      })
    }
  })

  it.each([
    'ecb/latest?source=ZAR&target=NAD',
    'sarb/1992-01-01?source=ZAR&target=NAD',
    'sarb/latest?source=LSL&target=NAD'
  ])('is not returned by a source of neither currency, nor before its law: %s', async (path) =>
    expect((await ask(path)).status).toBe(404)
  )
})

describe('a code that the source does not print', () => {
  it.each([
    ['bcv/latest?source=XCG&target=VES', 'bcv prints ANG, which XCG replaced on 2025-03-31'],
    ['bcv/2026-03-20?source=VES&target=XCG', 'bcv prints ANG, which XCG replaced on 2025-03-31'],
    ['ecb/latest?source=DEM&target=USD', 'ecb prints EUR, which replaced DEM on 1999-01-01']
  ])('is named together with the one that it prints: %s', async (path, text) => {
    const { status, json } = await ask(path)
    expect([status, json.error]).toEqual([404, expect.stringContaining(text)])
  })

  it('is not named if another code replaced it later', async () => {
    expect((await ask('bcv/latest?source=AWG&target=VES')).json.error).not.toContain('ANG')
  })
})

describe('round', () => {
  it.each([
    ['ecb/latest?source=USD&target=EUR&round=4', 0.8696],
    ['ecb/2026-03-18?source=EUR&target=JPY&round=1', 183.5],
    ['ecb/latest?source=EUR&target=USD&round=1', 1.2],
    ['ecb/latest?source=USD&target=JPY&round=0', 160]
  ])('rounds the rate of a pair half up, and adds a note: %s', async (path, value) => {
    const { json } = await ask(path)
    expect(json).toMatchObject({ rate: value, note: expect.stringMatching(/^Rounded to \d decimals, half up\.$/) })
  })

  it('rounds a printed pair of the open endpoint, and keeps one that the source does not print', async () => {
    const open = (pair: string) => service.ask(`/api/open/central-bank/ecb?${pair}`)
    expect(await open('source=EUR&target=JPY&round=1')).toMatchObject({ status: 200, json: { rate: 183.5 } })
    expect(await open('source=EUR&target=USD&round=1')).toMatchObject({ status: 200, json: { rate: 1.2 } })
    expect(await open('source=USD&target=JPY&round=0')).toMatchObject({
      status: 404,
      json: { error: expect.stringContaining('USD to JPY') }
    })
  })

  it.each([
    ['ecb/latest?round=4', 'round: needs source and target'],
    ['ecb/latest?source=JPY&target=EUR&round=1', 'round: expected more decimals: the rate would be rounded to zero'],
    ['ecb/latest?source=EUR&target=USD&round=x', 'expected a number of decimals from 0 to 20']
  ])('is refused: %s', async (path, error) => {
    const { status, json } = await ask(path)
    expect([status, json.error]).toEqual([400, expect.stringContaining(error)])
  })
})
