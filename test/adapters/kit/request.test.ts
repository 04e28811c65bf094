import { describe, expect, it } from 'vitest'
import { spansOf } from '../../../adapters/kit/dates.ts'
import {
  answersAt,
  documentsAt,
  documentsFoundAt,
  jsonPost,
  parameterOf,
  withHeaders
} from '../../../adapters/kit/request.ts'
import { soapCall } from '../../../adapters/kit/soap.ts'
import {
  LayoutError,
  type Http,
  type PostOptions,
  type Publication,
  type PublicationRequest
} from '../../../adapters/source.ts'

describe('parameterOf', () => {
  const of = (
    name: string,
    { url = 'https://bank.example/rates', headers = {}, ...request }: Partial<PublicationRequest>
  ) => parameterOf({ request: { method: 'POST', url, headers, ...request } }, name)

  it.each<[string, string, Partial<PublicationRequest>, string]>([
    ['a query', 'date', { url: 'https://bank.example/rates?date=2026-01-05&code=USD' }, '2026-01-05'],
    ['a query beside a body', 'code', { url: 'https://bank.example/rates?code=USD', body: 'date=2026-01-05' }, 'USD'],
    ['a form', 'date', { body: 'date=05%2F01%2F2026&code=USD' }, '05/01/2026'],
    [
      'a form whose recording has a placeholder',
      'date',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '<the view state>&date=2026-01-05' },
      '2026-01-05'
    ],
    ['JSON', 'month', { body: '{"year": 2026, "month": 10}' }, '10'],
    [
      'JSON in JSON',
      'filter.code',
      { headers: { 'content-type': 'application/json' }, body: '{"filter": {"code": "USD"}}' },
      'USD'
    ],
    [
      'SOAP',
      'Date',
      soapCall('http://bank.example/', 'Rates', { Entry: { Date: '2026-01-05' }, Group: '0' }),
      '2026-01-05'
    ]
  ])('reads %s', (_, name, request, expected) => {
    expect(of(name, request)).toBe(expected)
  })

  it.each<Partial<PublicationRequest>>([
    {},
    { body: 'day=2026-01-05' },
    { body: '{"filter": {"date": "2026-01-05"}}' },
    soapCall('http://bank.example/', 'Rates', { Entry: { date: '2026-01-05' }, Other: { date: '2026-01-06' } })
  ])('refuses a request without the parameter or with two values: %j', (request) => {
    expect(() => of('date', request)).toThrow(LayoutError)
  })
})

describe('spansOf', () => {
  const window = { from: '2026-01-01', to: '2026-01-10', today: '2026-01-10' }
  const days = (overlap?: number) => spansOf(window, 4, overlap).map(({ from, to }) => [from, to])

  it('cuts a window into spans that adjoin or overlap', () => {
    expect(days()).toEqual([
      ['2026-01-01', '2026-01-04'],
      ['2026-01-05', '2026-01-08'],
      ['2026-01-09', '2026-01-10']
    ])
    expect(days(3)).toEqual([
      ['2025-12-29', '2026-01-04'],
      ['2026-01-02', '2026-01-08'],
      ['2026-01-06', '2026-01-10']
    ])
  })
})

describe('documentsAt', () => {
  const window = { from: '2026-01-01', to: '2026-01-02', today: '2026-01-02' }
  const publicationOf = (url: string) => ({ request: { url } }) as Publication
  const http = {
    get: async (url: string) => publicationOf(url),
    find: async (url: string) => (url.endsWith(window.from) ? undefined : publicationOf(url)),
    post: async (url: string, { body }: PostOptions) => publicationOf(`${url} ${body}`)
  } as unknown as Http
  const collect = async (documents: AsyncIterable<Publication>) => {
    const found = []
    for await (const document of documents) found.push(document)
    return found
  }
  const addressesOf = ({ from, to }: typeof window) => [from, to].map((day) => `https://bank.example/${day}`)

  it('yields the documents in the order of their addresses', async () => {
    expect(await collect(documentsAt(addressesOf)(window, http))).toEqual(addressesOf(window).map(publicationOf))
  })

  it('skips a document that is missing, if the adapter allows it', async () => {
    expect(await collect(documentsFoundAt(addressesOf)(window, http))).toEqual([
      publicationOf('https://bank.example/2026-01-02')
    ])
  })

  it('yields the answers to the POST requests in their order', async () => {
    const postsOf = ({ from, to }: typeof window) => [jsonPost({ day: from }), jsonPost({ day: to })]
    const answers = ['{"day":"2026-01-01"}', '{"day":"2026-01-02"}'].map((body) =>
      publicationOf(`https://bank.example/ ${body}`)
    )
    expect(await collect(answersAt('https://bank.example/', postsOf)(window, http))).toEqual(answers)
  })
})

it('withHeaders keeps the headers of a request', () => {
  expect(withHeaders({ headers: { origin: 'a' }, body: 'day=1' }, { referer: 'b' })).toEqual({
    headers: { origin: 'a', referer: 'b' },
    body: 'day=1'
  })
})
