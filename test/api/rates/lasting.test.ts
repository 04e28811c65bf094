import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const START = Date.now()
const TODAY = new Date(START).toISOString().slice(0, 10)
const row = (date: string, value: string) => ({ date, base: 'EUR', quote: 'USD', type: 'reference', value })

let service: Service
let now = START

beforeAll(async () => {
  service = await startService(
    [identity('alpha', 'EUR')],
    { alpha: [row(addDays(TODAY, -9), '1.15'), row(addDays(TODAY, -2), '1.16')] },
    { settings: { now: () => now } }
  )
})
afterAll(() => service.stop())

it.each([
  ['a history without a window', '/api/v1/central-bank/alpha/history?symbol=USD'],
  ['a history of a pair with every day', '/api/v1/central-bank/alpha/history?source=EUR&target=USD&fill=previous'],
  ['a table on a date to come', `/api/v1/central-bank/alpha/${addDays(TODAY, 5)}`],
  ['a pair on a date to come', `/api/v1/central-bank/alpha/${addDays(TODAY, 5)}?source=EUR&target=USD`]
])('gives the same answer with as_of years later: %s', async (_title, path) => {
  const ask = async () => {
    const url = new URL(path, service.address)
    url.searchParams.set('as_of', `${addDays(TODAY, 2)}T00:00:00Z`)
    const { status, text } = await service.ask(url.pathname + url.search, { plan: 'developer' })
    return [status, text]
  }
  now = START + 2 * 86_400_000
  const before = await ask()
  now = START + 800 * 86_400_000
  expect(await ask()).toEqual(before)
  expect(before[0]).toBe(200)
})
