import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deprecated } from '../../../api/contract/deprecation.ts'
import { describeApi } from '../../../api/openapi/document.ts'
import { announcerOf } from '../../../api/server/deprecation.ts'
import { normalize } from '../../../api/server/normalize.ts'
import { route } from '../../../api/server/route.ts'
import { Router } from '../../../api/server/router.ts'
import type { State } from '../../../api/server/state.ts'
import { write } from '../../../api/server/steps.ts'
import { anchorOfHeading, DOCUMENTS, sectionOf, sectionsOf } from '../../../modules/site/manual/documents.ts'
import { testEndpoints, WITHOUT_PAGES } from '../../support/modules.ts'
import { identity, settingsOf, startService, type Service } from '../../support/service.ts'

const ENDPOINT = { since: '2026-03-01', sunset: '2027-03-01', see: 'endpoint' }
const PARAMETER = { since: '2026-01-01', sunset: '2027-06-01', see: 'parameter' }
const FIELD = { since: '2026-02-01', sunset: '2026-12-31', see: 'field' }

const common = {
  access: 'keyless',
  summary: 'Get something',
  cacheControl: 'no-store',
  run: async () => ({ fields: {} })
} as const
const gone = route({ ...common, path: '/api/v1/gone', deprecated: ENDPOINT, response: z.strictObject({}) })
const kept = route({
  ...common,
  path: '/api/v1/kept',
  query: { day: deprecated(z.string().optional(), PARAMETER), date: z.string().optional() },
  response: z.strictObject({ date: z.string() })
})
const listed = route({
  ...common,
  path: '/api/v1/listed',
  response: z.strictObject({ rates: z.array(z.strictObject({ rate_type: deprecated(z.string(), FIELD) })) })
})
const link = (see: string) =>
  `</docs/changes#${see}>; rel="deprecation"; type="text/html", </docs/changes#${see}>; rel="sunset"; type="text/html"`

describe('an answer', () => {
  const routes = [gone, kept, listed]
  const app = new Koa<State>()
  app.use(normalize(routes, settingsOf()))
  app.use(new Router(routes).route)
  app.use((ctx, next) => {
    const headers = { Link: '</next?page=2>; rel="next"' }
    ctx.state.answer = { body: Buffer.from('{}'), units: 0, ...(ctx.state.query.has('date') && { headers }) }
    ctx.state.encoding = 'identity'
    return next()
  })
  app.use(write)
  const server = createServer((request, response) => void app.callback()(request, response))
  let address: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.each([
    ['of an endpoint that will be removed', 'gone', '@1772323200', 'Mon, 01 Mar 2027 00:00:00 GMT', link('endpoint')],
    [
      'to a parameter that will be removed',
      'kept?day=1',
      '@1767225600',
      'Tue, 01 Jun 2027 00:00:00 GMT',
      link('parameter')
    ],
    ['with a field that will be removed', 'listed', '@1769904000', 'Thu, 31 Dec 2026 00:00:00 GMT', link('field')],
    ['without any of them', 'kept', null, null, null],
    ['with a next page', 'kept?date=1', null, null, '</next?page=2>; rel="next"'],
    [
      'with a next page, to a parameter that will be removed',
      'kept?day=1&date=1',
      '@1767225600',
      'Tue, 01 Jun 2027 00:00:00 GMT',
      `</next?page=2>; rel="next", ${link('parameter')}`
    ]
  ])('sends the headers of a request %s: %s', async (_what, path, deprecation, sunset, links) => {
    const { headers } = await fetch(`${address}/api/v1/${path}`)
    expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([
      deprecation,
      sunset,
      links
    ])
  })

  it('is described as deprecated in OpenAPI', () => {
    const { paths } = describeApi(routes, 'http://localhost')
    expect(paths['/api/v1/gone']!.get).toMatchObject({ deprecated: true, 'x-deprecation': ENDPOINT })
    expect(paths['/api/v1/kept']!.get!.parameters).toMatchObject([
      { name: 'day', deprecated: true, schema: { 'x-deprecation': PARAMETER } },
      { name: 'date' }
    ])
    expect(paths['/api/v1/kept']!.get).not.toHaveProperty('deprecated')
    expect(JSON.stringify(paths['/api/v1/listed'])).toContain('"rate_type":{"type":"string","deprecated":true')
  })
})

describe('the service', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService([identity('alpha', 'EUR')], {})
  })
  afterAll(() => service.stop())

  it('announces that apikey will be removed to those who send it, also with an error', async () => {
    const asked = async (name: string) => {
      const { headers } = await service.ask(`/api/v1/central-banks?${name}=${service.keys.free}`)
      return [headers.get('deprecation'), headers.get('sunset'), headers.get('link')]
    }
    expect(await asked('apikey')).toEqual([
      '@1795824000',
      'Thu, 01 Jul 2027 00:00:00 GMT',
      link('2026-11-28-the-parameter-apikey-will-be-removed')
    ])
    expect(await asked('apiKey')).toEqual([null, null, null])
    const { status, headers } = await service.ask('/api/v1/central-banks?apikey=wrong')
    expect([status, headers.get('deprecation')]).toEqual([401, '@1795824000'])
  })

  it.skipIf(WITHOUT_PAGES)('has a feed of the changes', async () => {
    const { text, headers } = await service.ask('/docs/changes.atom')
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(text).toContain(
      `<entry><id>tag:127.0.0.1,2026:changes/2026-11-28-the-parameter-apikey-will-be-removed</id><title>The parameter apikey will be removed</title><updated>2026-11-28T00:00:00Z</updated><link rel="alternate" type="text/html" href="${service.address}/docs/changes#2026-11-28-the-parameter-apikey-will-be-removed"/><summary>It is removed on 2027-07-01. It differs`
    )
  })
})

it('each announcement has its section, with its dates, and each section begins with a date', async () => {
  const changes = DOCUMENTS.find(({ name }) => name === 'changes')!
  const headings = sectionsOf(changes)
  for (const heading of headings) expect(heading).toMatch(/^\d{4}-\d\d-\d\d: /)
  expect(headings).toEqual(headings.toSorted((one, other) => other.slice(0, 10).localeCompare(one.slice(0, 10))))
  const announced = (await testEndpoints()).flatMap((it) =>
    announcerOf(it)([...Object.keys(it.query), 'api_key', 'key', 'apiKey', 'apikey', 'access_key'])
  )
  expect(announced).not.toEqual([])
  for (const { since, sunset, see } of announced) {
    const heading = headings.find((it) => anchorOfHeading(it) === see)
    expect([see, heading?.slice(0, 10)]).toEqual([see, since])
    expect(sectionOf(changes, heading!)).toContain(sunset)
  }
})
