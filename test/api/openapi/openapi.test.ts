import { createConfig, lintFromString } from '@redocly/openapi-core'
import exceljs from 'exceljs'
import { XMLValidator } from 'fast-xml-parser'
import { VERSION } from '../../../api/contract/version.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeApi } from '../../../api/openapi/document.ts'
import { requestsOf, type ExampleRequest } from '../../../modules/site/openapi/requests.ts'
import type { Document, JsonSchema, MediaType, Operation, Response as Described } from '../../../api/openapi/types.ts'
import { setUserPlan } from '../../../api/accounts/users.ts'
import { startFilledService, type FilledService } from '../../support/filled.ts'
import { testEndpoints } from '../../support/modules.ts'

const endpoints = await testEndpoints()

const ORIGIN = 'https://rates.test'
const document = describeApi(endpoints, ORIGIN)

interface Entry {
  path: string
  verb: string
  operation: Operation
}

const entries: Entry[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([verb, operation]) => ({ path, verb, operation }))
)

let service: FilledService
let cookie: string

beforeAll(async () => {
  service = await startFilledService()
  const person = { email: 'reader@example.org', password: 'a password of the tests' }
  await post('/api/auth/sign-up/email', person)
  const answer = await post('/api/auth/sign-in/email', person)
  cookie = answer.headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  await setUserPlan(service.database, person.email, 'enterprise')
})

afterAll(() => service?.stop())

function post(path: string, body: unknown): Promise<Response> {
  return fetch(service.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: service.address },
    body: JSON.stringify(body)
  })
}

describe('the OpenAPI document', () => {
  // An operation that only redirects has no 2xx response.
  const EXPECTED = ['operation-2xx-response #/paths/~1api~1auth~1verify-email/get/responses']

  it('passes the linter', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual(EXPECTED)
  })

  it('has every endpoint except pages', () => {
    const described = endpoints.filter(({ isPage, path }) => !isPage && path !== '/assets/:file')
    expect(entries.map(({ path, verb }) => `${verb} ${path}`).sort()).toEqual(
      described.map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/[:*](\w+)/g, '{$1}')}`).sort()
    )
  })

  it('uses only patterns that all regular expression engines read in the same way', () => {
    const patterns: string[] = []
    JSON.stringify(document, (name, value: unknown) => {
      if (name === 'pattern') patterns.push(String(value))
      return value
    })
    expect(patterns).toContain('^[A-Z]{3}$')
    // RE2 and Python differ in lookaround, backreferences, named groups, classes and escapes of code points.
    for (const pattern of patterns) expect(pattern).not.toMatch(/\(\?(?!:)|\\[1-9pPukxc]/)
    for (const pattern of patterns) expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow()
  })

  it('has unique operation IDs that are valid identifiers', () => {
    const names = entries.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^(get|post|delete)([A-Z][A-Za-z0-9]*)+$/)
    expect(names).toContain('getCentralBankLatest')
  })

  it('lists the errors, the access and the cost of an operation', () => {
    const latest = document.paths['/api/v1/central-bank/{bank}/latest']!.get!
    expect(Object.keys(latest.responses)).toEqual(['200', '304', '400', '401', '404', '429', '500', '503', '504'])
    expect(document.components.responses.Error404!.description).toContain(
      'Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`.'
    )
    expect(latest).toMatchObject({
      security: [{ bearer: [] }, { header: [] }, { api_key: [] }, { session: [] }],
      'x-access': 'callers with an API key or a session',
      'x-cost': '1 unit'
    })
    expect(Object.keys((latest.responses[200] as Described).content!)).toEqual([
      'application/json',
      'text/csv',
      'application/xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/x-ndjson',
      'application/vnd.apache.parquet'
    ])
    expect(document.paths['/api/rate']!.get).toMatchObject({
      security: [{ bearer: [] }, { header: [] }, { api_key: [] }],
      'x-access': 'callers with an API key'
    })
    expect(document.paths['/api/open/central-banks']!.get!.security).toEqual([])
    expect(document.paths['/api/public/central-bank/{bank}']!.get!.security).toEqual([{}, { session: [] }])
    expect(document.components.securitySchemes.session!.name).toBe('__Host-ratebook.session_token')
  })

  it('is served to any origin without a key, with its version and server', async () => {
    const answer = await fetch(`${service.address}/openapi.json`)
    const served = (await answer.json()) as Document
    expect(served.openapi).toBe('3.1.1')
    expect(served.info).toMatchObject({ version: '2.1.0', 'x-ratebook-version': VERSION })
    expect(served).toEqual({
      ...(JSON.parse(JSON.stringify(describeApi(endpoints, service.address))) as Document),
      servers: [{ url: service.address }]
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(
      (await fetch(`${service.address}/openapi.json`, { headers: { 'If-None-Match': answer.headers.get('etag')! } }))
        .status
    ).toBe(304)
  })
})

// Two need a mailed link and one needs a checkpoint of a peer; the others end the session that later examples need.
const UNFORESEEN = ['verify-email', 'reset-password', 'add-checkpoint', 'change-password', 'sign-out']

const examples = entries
  .filter(({ path }) => !UNFORESEEN.includes(path.split('/').at(-1)!))
  .flatMap(({ path, verb, operation }) =>
    requestsOf(path, operation).map((request) => ({
      target: request.target,
      verb,
      operation,
      request
    }))
  )

async function ask({
  verb,
  operation,
  request
}: {
  verb: string
  operation: Operation
  request: ExampleRequest
}): Promise<Response> {
  const ways = operation.security.flatMap((it) => Object.keys(it))
  const headers: Record<string, string> = { Accept: 'application/json, text/event-stream', Origin: service.address }
  if (ways.includes('bearer')) headers.Authorization = `Bearer ${service.key}`
  if (ways.includes('session')) headers.Cookie = cookie
  if (request.body !== undefined) headers['Content-Type'] = request.type
  return fetch(service.address + request.target, {
    method: verb.toUpperCase(),
    headers,
    redirect: 'manual',
    body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  })
}

/** Replaces the number of a key or webhook in an example with an existing one. */
async function withNumber(target: string): Promise<string> {
  const [, list, rest] = /^(\/api\/account\/(?:keys|webhooks))\/\d+(.*)/.exec(target) ?? []
  if (list === undefined) return target
  const [[newest]] = Object.values(
    (await (await fetch(service.address + list, { headers: { Cookie: cookie } })).json()) as Record<
      string,
      [
        {
          id: number
        }
      ]
    >
  ) as [[{ id: number }]]
  return `${list}/${newest.id}${rest}`
}

describe('the example requests', () => {
  it.each(examples)('answers $verb $target', async ({ verb, operation, request }) => {
    const answer = await ask({ verb, operation, request: { ...request, target: await withNumber(request.target) } })
    const [status, good] = Object.entries(operation.responses)[0]! as [string, Described]
    expect(`${answer.status} ${answer.ok ? '' : await answer.text()}`.trim()).toBe(status)
    const media = good.content?.['application/json'] as (MediaType & { schema: JsonSchema }) | undefined
    if (!media) return
    const { anyOf } = media.schema
    const alternatives = anyOf?.every(({ type }) => type === 'object' || type === 'array') ? anyOf : [media.schema]
    const schema = alternatives[Object.keys(media.examples ?? {}).indexOf(request.name)] ?? alternatives[0]!
    const body = (await answer.json()) as unknown
    expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).parse(body)).toEqual(body)
  })
})

const FORMATTED = examples.flatMap(({ verb, operation, request }) =>
  ['xml', 'xlsx']
    .filter(
      (format) =>
        verb === 'get' &&
        operation.parameters?.some(
          ({ name, schema }) => name === 'format' && (schema.enum as string[] | undefined)?.includes(format)
        )
    )
    .map((format) => ({
      operation,
      verb,
      format,
      target: `${request.target}${request.target.includes('?') ? '&' : '?'}format=${format}`,
      request
    }))
)

describe('the example requests for XML and XLSX', () => {
  it.each(FORMATTED)(
    'returns well-formed data with typed dates and instants: $target',
    async ({ verb, operation, format, target, request }) => {
      const answer = await ask({ verb, operation, request: { ...request, target } })
      expect(answer.status).toBe(200)
      if (format === 'xml') return expect(XMLValidator.validate(await answer.text())).toBe(true)
      const workbook = new exceljs.Workbook()
      await workbook.xlsx.load(await answer.arrayBuffer())
      const texts: unknown[] = []
      workbook.eachSheet((sheet) =>
        sheet.eachRow(
          (row, number) =>
            number > 1 &&
            texts.push(
              ...(row.values as unknown[]).filter(
                (cell) => typeof cell === 'string' && !Number.isNaN(Date.parse(cell)) && /^\d{4}-\d\d-\d\d/.test(cell)
              )
            )
        )
      )
      expect(texts).toEqual([])
    }
  )
})

describe('the guides for language models', () => {
  const read = async (path: string) => {
    const answer = await fetch(service.address + path)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    return answer.text()
  }

  it('say what the service is, how to ask it and how to quote a figure, and list every endpoint', async () => {
    const text = await read('/llms.txt')
    for (const { path, verb } of entries) expect(text).toContain(`- ${verb.toUpperCase()} ${path}: `)
    for (const path of ['/openapi.json', '/llms-full.txt', '/docs', '/docs/api', '/api/mcp'])
      expect(text).toContain(service.address + path)
    expect(text).toContain(`100 calls within 7 days): POST ${service.address}/api/agent/keys`)
    for (const section of ['Conventions', 'Quote a figure', 'Documents']) expect(text).toContain(`\n## ${section}\n`)
    expect(text.length).toBeLessThan(30_000)
  })

  it('have the documents for callers, whose links lead to the service', async () => {
    const text = await read('/llms-full.txt')
    for (const title of ['Use the API', 'Histories and series', 'Changeovers of currencies'])
      expect(text).toContain(`\n# ${title}\n`)
    expect(text).not.toContain('# Operate an instance')
    for (const guide of [text, await read('/llms.txt')]) {
      expect(guide).not.toContain('localhost:8080')
      const links = [...guide.replace(/^```[^]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href!)
      expect(links.filter((href) => !/^(https?:\/\/|#)/.test(href))).toEqual([])
      const own = [...new Set(links.filter((href) => href.startsWith(service.address)))]
      expect(own).not.toEqual([])
      for (const href of own) expect((await fetch(href)).status, href).toBe(200)
    }
  })
})
