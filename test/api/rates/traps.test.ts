import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../adapters/kit/dates.ts'
import { clockFrom } from '../../support/database.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const TODAY = '2026-11-25'
const clock = clockFrom(`${TODAY}T12:00:00Z`)
const AHEAD = addDays(TODAY, 2)
const rate = (date: string, value: string) => ({ date, base: 'USD', quote: 'UAH', type: 'reference', value })

let service: Service

beforeAll(async () => {
  service = await startService(
    [{ ...identity('future', 'UAH'), dated: 'effective' }, identity('empty', 'EUR')],
    { future: [rate(addDays(TODAY, -1), '43.2513'), rate(AHEAD, '43.2988')] },
    { clock }
  )
})
afterAll(() => service.stop())

const ask = (path: string, headers?: Record<string, string>) => service.ask(path, { plan: 'developer', headers })

describe('a source without a table', () => {
  it.each([
    ['/api/v1/central-bank/empty/latest?source=EUR&target=USD', 503],
    ['/api/v1/central-bank/empty/2026-01-05?source=EUR&target=USD', 503],
    ['/api/v1/central-bank/empty/2026-01-05', 503],
    ['/api/v1/central-bank/empty/history?source=EUR&target=USD', 503],
    ['/api/v1/central-bank/empty/history?symbol=USD', 503],
    ['/api/open/central-bank/empty?source=EUR&target=USD', 404]
  ])('gets the error of a missing table, not of a missing pair: %s', async (path, status) => {
    const answer = await ask(path)
    expect(answer).toMatchObject({ status, json: { error: expect.stringMatching(/ingested|no table yet/) } })
  })
})

describe('a table that is not yet in force', () => {
  const note = `This table takes effect on ${AHEAD}.`

  it.each([
    '/api/v1/central-bank/future/latest',
    '/api/v1/central-bank/future/latest?source=USD&target=UAH',
    '/api/open/central-bank/future',
    '/api/open/central-bank/future?source=USD&target=UAH'
  ])('is the newest, with a note: %s', async (path) => {
    expect((await ask(path)).json).toMatchObject({ rate_date: AHEAD, note })
  })

  it('is not used for a conversion', async () => {
    const convert = (date: string | null) =>
      service.database.read("select rate from convert_amount('future', 'USD', 'UAH', 1, $1, $2)", [date, TODAY])
    expect(await convert(null)).toEqual([{ rate: '43.2513' }])
    expect(await convert(AHEAD)).toEqual([{ rate: '43.2988' }])
  })

  it('is not used for a comparison without a date', async () => {
    const compare = async (query: string) =>
      (await ask(`/api/v1/central-banks/rates?source=USD&target=UAH${query}`)).json.banks
    const held = { code: 'future', rate: 43.2513, rate_date: addDays(TODAY, -1), stale: false }
    expect(await compare('')).toEqual([expect.objectContaining(held)])
    expect(await compare('&type=comparable')).toEqual([expect.objectContaining(held)])
    expect(await compare(`&date=${AHEAD}`)).toEqual([expect.objectContaining({ rate: 43.2988, rate_date: AHEAD })])
  })
})

describe('CSV', () => {
  const FIRST = `/api/v1/central-bank/future/history?symbol=USD&from=${addDays(TODAY, -1)}&to=${TODAY}&format=csv&bom=0`

  it.each([
    ['decimal=comma', `future;${addDays(TODAY, -1)};USD;UAH;reference;43,2513\r\n`],
    ['delimiter=%3B', `future;${addDays(TODAY, -1)};USD;UAH;reference;43.2513\r\n`],
    ['delimiter=tab', `future\t${addDays(TODAY, -1)}\tUSD\tUAH\treference\t43.2513\r\n`],
    ['decimal=comma&delimiter=,', `future,${addDays(TODAY, -1)},USD,UAH,reference,"43,2513"\r\n`]
  ])('has the requested separator and decimal mark: %s', async (form, row) => {
    expect((await ask(`${FIRST}&${form}`)).text.split('\n').slice(1).join('\n')).toBe(row)
  })
})

it('returns the limit in the answer to OPTIONS', async () => {
  const { status, headers } = await service.ask('/api/open/central-bank/future', { method: 'OPTIONS' })
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([204, expect.stringMatching(/^\d+$/)])
})

describe('a quarantined figure', () => {
  const days = [-12, -11, -10].map((it) => addDays(TODAY, it))
  let waiting: Service

  beforeAll(async () => {
    const dollar = (date: string, value: string) => ({ date, base: 'EUR', quote: 'USD', type: 'reference', value })
    waiting = await startService(
      [identity('alpha', 'EUR')],
      { alpha: [dollar(days[0]!, '1.1'), dollar(days[2]!, '1.1')] },
      { clock }
    )
    await waiting.database.write(
      'insert into quarantine (source, date, base, quote, type, value, unit, reason, fault, publication_id) ' +
        "select 'alpha', $1, 'EUR', 'USD', 'reference', '1.9', '1', 'moved', 'move', min(id) from publications",
      [days[1]]
    )
  })
  afterAll(() => waiting.stop())

  it.each(['', '?source=EUR&target=USD', '?source=USD&target=EUR'])(
    'is mentioned only in an answer for its date: %s',
    async (query) => {
      const on = (date: string) => waiting.ask(`/api/v1/central-bank/alpha/${date}${query}`, { plan: 'developer' })
      expect((await on(days[1]!)).json).toMatchObject({
        rate_date: days[0],
        published_on_requested_date: false,
        notes: [
          {
            kind: 'waiting',
            since: days[1],
            note: `EUR/USD reference of ${days[1]}: the publisher's figure waits for its confirmation.`
          }
        ]
      })
      expect((await on(days[2]!)).json.notes).toBeUndefined()
    }
  )
})

describe('a misspelt request', () => {
  it.each([
    ['central-bank/future/histroy?symbol=USD', /did you mean history\?/],
    ['central-bank/future/lastest', /did you mean latest\?/],
    ['central-bank/future/latest?source=UAH&target=USB', /USB is not a currency code; did you mean USD/],
    ['central-bank/future/latest?source=UAH&target=QQQ', /QQQ is not a currency code$/]
  ])('gets a suggestion: %s', async (path, error) => {
    expect((await ask(`/api/v1/${path}`)).json.error).toMatch(error)
  })

  it('gets no suggestion if it is neither near a known word nor an unknown code', async () => {
    expect((await ask('/api/v1/central-bank/future/2026-02-30')).json.error).not.toContain('did you mean')
    expect((await ask('/api/v1/central-bank/future/latest?source=UAH&target=ISK')).json.error).not.toContain('no code')
  })

  it('tells a request without a key where to get one', async () => {
    const { status, json } = await service.ask('/api/v1/central-banks')
    expect([status, json.error]).toEqual([401, expect.stringMatching(/\/account shows yours.*\/api\/agent\/keys/)])
  })
})
