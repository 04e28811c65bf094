import { request as httpRequest, Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, type Service } from '../../support/service.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 3000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

let service: Service
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

beforeAll(async () => {
  service = await startService([identity('alpha', 'EUR', ['reference', 'sell'])], {
    alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }]
  })
})
afterAll(async () => {
  agent.destroy()
  await service.stop()
})

// Node's own client sends only visible Latin-1; other characters are percent-encoded.
const wire = (text: string) =>
  text.replace(/[^\x21-\x7e\x80-\xff]/gu, (character) => Buffer.from(character).toString('hex').replace(/../g, '%$&'))
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '%',
    '%00',
    '%zz',
    '%E0%A4%A',
    '../..',
    '%2e%2e',
    '%2F',
    '0',
    '-1',
    '1e309',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '🪙',
    "'; drop table rates; --",
    '${7*7}',
    '<script>',
    '9'.repeat(400),
    ' ',
    '%0d%0aX: y'
  )
)
const code = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('alpha', 'ALPHA', 'unknown', 'a') },
  { weight: 1, arbitrary: odd }
)
const day = fc.oneof(
  fc.constantFrom(
    '2026-11-20',
    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2026-1-1',
    '20261120',
    '-2026-11-20',
    '+012026-11-20',
    '2026-11-20T00:00:00Z',
    'infinity',
    'today'
  ),
  odd
)
const instant = fc.oneof(
  fc.constantFrom(
    '2026-11-20T00:00:00Z',
    '2026-11-20T00:00:00+02:00',
    '2026-11-20T00:00:00%2B23:59',
    '2026-11-20T00:00:00-15:59',
    '1900-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:59:60Z',
    `2026-11-20T00:00:00.${'1'.repeat(300)}Z`,
    'now',
    'infinity'
  ),
  odd
)
const currency = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('EUR', 'usd', 'XXX', 'EURO', 'ΕΥΡ', 'eu', 'ıSK') },
  { weight: 1, arbitrary: odd }
)
const path = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('/api/v1/central-bank/', '/api/open/central-bank/', '/api/public/central-bank/'),
      code,
      fc.constantFrom('', '/', '/latest', '/history', '/availability')
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(code, day, fc.constantFrom('', '/publications', '/x'))
    .map(([bank, date, rest]) => `/api/v1/central-bank/${bank}/${date}${rest}`),
  odd.map((id) => `/api/v1/publications/${id}/document`),
  fc
    .tuple(
      fc.oneof(fc.constantFrom('0', '1', '63', '64', 'entries', '-1'), odd),
      fc.oneof(
        fc.constantFrom('000', '000.p/1', 'x000/000', '999999', '000.p/0', '000.p/257', `${'x999/'.repeat(20)}999`),
        odd
      )
    )
    .map(([level, index]) => `/log/tile/${level}/${index}`),
  fc.constantFrom(
    '/log/checkpoint',
    '/log/consistency',
    '/.well-known/jwks.json',
    '/verify',
    '/api/v1/certificates',
    '/api/v1/applicable',
    '/api/v1/applicable/batch',
    '/api/v1/applicable/rules'
  ),
  odd.map((id) => `/api/v1/applicable/rules/${id}`),
  fc.constantFrom(
    '/api/v1/publications/1/document',
    '/api/v1/publications/999999999999999999/document',
    '/api/v1/publications/9223372036854775808/document',
    '/api/v1/central-banks',
    '/api/v1/central-banks/rates',
    '/metrics',
    '/readyz',
    '/'
  ),
  fc.array(odd, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
)
const parameter = fc.oneof(
  fc.tuple(fc.constantFrom('source', 'target', 'symbol'), currency),
  fc.tuple(fc.constantFrom('from', 'to', 'year', 'date', 'invoice_date'), day),
  fc.tuple(
    fc.constantFrom('earlier', 'amount'),
    fc.oneof(fc.constantFrom('0', '1', '2', '999999999999', '01', '1e3', '-0', `${'9'.repeat(30)}`), odd)
  ),
  fc.tuple(
    fc.constantFrom('bank', 'jurisdiction', 'purpose', 'rule', 'side', 'unsure', 'slip'),
    fc.oneof(fc.constantFrom('alpha', 'PL', 'vat', 'pl-vat', 'buy', 'true', 'e30.e30.e30', 'a.b.c', '../..'), odd)
  ),
  fc.tuple(fc.constant('as_of'), instant),
  fc.tuple(
    fc.constantFrom('format', 'type', 'api_key', 'source[]', '__proto__'),
    fc.oneof(fc.constantFrom('csv', 'xml', 'xlsx', 'pdf', 'zip', 'sell'), odd)
  ),
  fc.tuple(odd, odd)
)
const header = fc.tuple(
  fc.constantFrom(
    'authorization',
    'accept-encoding',
    'if-none-match',
    'accept',
    'x-forwarded-host',
    'x-forwarded-proto',
    'range',
    'cookie',
    'content-type',
    'if-modified-since',
    'host',
    'expect'
  ),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/csv',
      'application/jsonl',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Bearer',
      'Bearer rb_',
      'gzip;q=x, br;q=-1, *;q=',
      '*',
      '"',
      'W/"',
      'bytes=0-1',
      'a, b, c',
      '[::1]:99999',
      'localhost'
    ),
    fc.string({ maxLength: 60 })
  )
)
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'POST',
  'PUT',
  'DELETE',
  'TRACE',
  'PROPFIND'
)
// Random text, an unsigned certificate, and invalid rows.
const envelope = fc
  .tuple(odd, odd, odd)
  .map(([payload, header, signature]) => JSON.stringify({ payload, signatures: [{ protected: header, signature }] }))
const body = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
  envelope,
  fc
    .tuple(
      fc.constantFrom('file', 'text', 'email', 'password', '__proto__'),
      fc.oneof(envelope, odd, fc.base64String())
    )
    .map(([name, value]) => JSON.stringify({ [name]: value })),
  fc
    .tuple(fc.constantFrom('file', 'text'), fc.oneof(envelope, fc.constantFrom('UEsDBA', 'JVBERi0')))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  fc
    .array(fc.array(fc.oneof(currency, day), { minLength: 1, maxLength: 4 }), { maxLength: 4 })
    .map((rows) => [['date', 'currency', 'jurisdiction', 'purpose'], ...rows].map((row) => row.join(',')).join('\n'))
)

/** A media type for a body. */
const typed = fc
  .constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/csv',
    'application/jsonl',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  )
  .map((type) => ['content-type', type] as [string, string])

const question = fc.record({
  method,
  path: fc
    .tuple(path, fc.array(parameter, { maxLength: 5 }))
    .map(([at, query]) => wire(at + (query.length > 0 ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''))),
  headers: fc
    .tuple(fc.option(typed), fc.array(header, { maxLength: 3 }))
    .map(([type, others]) => (type ? [type, ...others] : others)),
  isKeyed: fc.boolean(),
  body: fc.option(body, { nil: undefined, freq: 3 })
})

type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

function ask({ method, path, headers, isKeyed, body }: Question): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.address)
    const sent = httpRequest({ hostname, port, path, method, agent }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', reject)
    })
    if (isKeyed) sent.setHeader('authorization', `Bearer ${service.keys.enterprise}`)
    for (const [name, value] of headers) {
      try {
        sent.setHeader(name, value)
      } catch {
        continue // the client refuses to send it
      }
    }
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body)) // the client omits it for GET
    sent.on('error', reject).end(body)
  })
}

it(`answers ${RUNS} malformed requests without a 5xx (seed ${SEED})`, async () => {
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 8, maxLength: 8 }), async (questions) => {
      for (const status of await Promise.all(questions.map(ask))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect(status).toBeLessThan(500)
      }
    }),
    { seed: SEED, numRuns: Math.ceil(RUNS / 8), endOnFailure: false }
  )
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]))
  expect((await service.ask('/readyz')).status).toBe(200)
})
