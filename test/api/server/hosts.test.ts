import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { sampleOf } from '../../../api/openapi/sample.ts'
import { schemaOf } from '../../../api/openapi/schema.ts'
import type { Route } from '../../../api/server/route.ts'
import { startFilledService, type FilledService } from '../../support/filled.ts'
import { testEndpoints } from '../../support/modules.ts'

const HOSTS = ['one.example', 'two.example'] as const

// Only these formats are not compressed: a longer host changes all bytes of a compressed one.
const FORMATS: readonly string[] = ['json', 'csv', 'xml', 'ndjson']

const sample = (type: z.ZodType) => String(sampleOf(schemaOf(type)))

const NO_EXAMPLE = { summary: 'its required parameters', request: {} }

/** The requests of the examples of a route, or else that of its required parameters, in each format. */
function targetsOf({ examples = [NO_EXAMPLE], path: template, params, query, formats }: Route): string[] {
  return examples.flatMap(({ request }: { request: Record<string, string | number> }) => {
    const path = template.replace(/[:*](\w+)/g, (_, name: string) =>
      String(request[name] ?? sample(params[name] as z.ZodType))
    )
    const needed = Object.entries(query).filter(([, type]) => !(type as z.ZodType).safeParse(undefined).success)
    const asked = Object.entries(request).filter(([name]) => name in query)
    const values = { ...Object.fromEntries(needed.map(([name, type]) => [name, sample(type as z.ZodType)])) }
    for (const [name, value] of asked) values[name] = String(value)
    return formats
      .filter((it) => FORMATS.includes(it))
      .map((format) => `${path}?${new URLSearchParams({ ...values, ...(format !== 'json' && { format }) })}`)
  })
}

const routes = (await testEndpoints()).filter(({ cache, method }) => cache && method === 'GET')

let service: FilledService

beforeAll(async () => {
  service = await startFilledService()
  await service.database.write('analyze') // autovacuum does so later
})
afterAll(() => service?.stop())

/** The headers and the body of an answer, without the headers that each request counts anew or that depend on the time. */
function ask(path: string, host: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(service.address)
  const headers = { host, authorization: `Bearer ${service.key}` }
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, agent: false }, (response) => {
      const head = Object.entries(response.headers).filter(
        ([name]) => !/^(date|etag|cache-control|content-length|x-(monthly|ratelimit)-.*)$/.test(name)
      )
      text(response).then(
        (body) => resolve({ status: response.statusCode!, text: `${JSON.stringify(head)} ${body}` }),
        reject
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('an answer from the cache', () => {
  it.each(routes)('contains only addresses of the requested host: $path', async (route) => {
    const targets = targetsOf(route)
    const statuses = []
    for (const target of targets) {
      const first = await ask(target, HOSTS[0])
      statuses.push(first.status)
      for (const host of [HOSTS[1], HOSTS[0], HOSTS[1]]) {
        const { status, text } = await ask(target, host)
        const others = HOSTS.filter((it) => it !== host)
        expect(others.filter((name) => text.includes(name))).toEqual([])
        expect([status, text.replaceAll(host, HOSTS[0])]).toEqual([first.status, first.text])
      }
    }
    expect(statuses).toContain(200)
  })

  it('is tried in those that contain addresses', async () => {
    const found = []
    for (const route of routes)
      if ((await ask(targetsOf(route)[0]!, HOSTS[1])).text.includes(HOSTS[1])) found.push(route.path)
    expect(found).toEqual(expect.arrayContaining(['/api/v1/central-banks', '/openapi.json']))
  })
})
