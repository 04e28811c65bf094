import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays } from '../../adapters/kit/dates.ts'
import { LayoutError, type Publication, type Source } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { examine, type Diagnosis } from './doctor.ts'
import { HostGate } from '../../pipelines/fetch/gate.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import type { Pipeline } from '../../pipelines/runs/run.ts'
import { todayIn } from '../../pipelines/runs/window.ts'
import { identity } from '../../test/support/service.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { parser } from '../../test/support/parser.ts'

const TODAY = todayIn('UTC')
const REFUSAL =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Your ' +
  'support ID is: 123</body></html>'

let test: TestDatabase
let pipeline: Pipeline
let address: string
let closed: string
let answer: (request: IncomingMessage, response: ServerResponse) => void

const server = createServer((request, response) => {
  answer(request, response)
})
const listen = (it: typeof server) =>
  new Promise<string>((resolve) =>
    it.listen(0, '127.0.0.1', () => {
      resolve(`127.0.0.1:${(it.address() as AddressInfo).port}`)
    })
  )

beforeAll(async () => {
  test = await testDatabase()
  pipeline = {
    database: test.database,
    logger: pino({ level: 'silent' }),
    userAgent: 'Ratebook',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  address = await listen(server)
  const gone = createServer()
  closed = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  await seedSources(test.database, [identity('test', 'EUR')])
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await test.drop()
})
beforeEach(() =>
  test.database.write(
    'truncate rates, rate_revisions, tables, coverage, series, doubts, quarantine, runs, publications, documents'
  )
)

const json = (body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}
const page = (status: number, html: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'text/html' }).end(html)
}

/** A source whose document is `{date, rate}`. */
function sourceAt(origin: string, more: Partial<Source> = {}): Source {
  return {
    ...identity('test', 'EUR'),
    sourceUrl: `${origin}/rates`,
    fetch: async function* (_, http) {
      yield await http.get(`${origin}/rates`)
    },
    parse({ body }) {
      const text = Buffer.from(body).toString()
      if (!text.startsWith('{"date"')) throw new LayoutError('a date', JSON.stringify(text.slice(0, 20)))
      const { date, rate } = JSON.parse(text) as { date: string; rate: string }
      return [{ date, base: 'EUR', quote: 'USD', type: 'reference', value: rate }]
    },
    ...more
  }
}

/** Stores tables as earlier runs would have. */
async function stored(days: string[]): Promise<void> {
  for (const date of days) {
    const publication: Publication = {
      source: 'test',
      request: { method: 'GET', url: `http://${address}/rates`, headers: {} },
      mediaType: 'application/json',
      headers: {},
      body: Buffer.from(JSON.stringify({ date, rate: '1.1' }))
    }
    await loadRows(test.database, (await archive(test.database, publication)).id, [
      { date, base: 'EUR', quote: 'USD', type: 'reference', value: '1.1' }
    ])
  }
}

const diagnosed = (source: Source, others = [`http://${address}`]) => examine(pipeline, source, others)
const lineOf = ({ fault, verdict }: Diagnosis) => `${fault}: ${verdict}`
const failedSteps = ({ steps }: Diagnosis) => steps.filter(({ ok }) => !ok).map(({ step }) => step)

it('reports every step of a working source', async () => {
  await stored([addDays(TODAY, -1)])
  answer = json({ date: TODAY, rate: '1.2' })
  const diagnosis = await diagnosed(sourceAt(`http://${address}`))
  expect(lineOf(diagnosis)).toBe(`none: no fault; the table of ${TODAY} is not stored yet`)
  // prettier-ignore
  expect(diagnosis.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
    'credential true', 'name true', 'connection true', 'answer true', 'media type true', 'size true', 'layout true',
    'newest date true'
  ])
  expect(await test.database.write('select * from rates where date = $1', [TODAY])).toEqual([])
})

it('reports a missing credential without sending a request', async () => {
  answer = () => {
    throw new Error('it was asked')
  }
  const diagnosis = await diagnosed(
    sourceAt(`http://${address}`, {
      credentials: [{ name: 'TEST_KEY', where: 'https://example.com/keys' }]
    })
  )
  expect(lineOf(diagnosis)).toBe('the operator: TEST_KEY is not set; get it at https://example.com/keys')
})

it.each([
  ['a name that does not resolve', () => 'http://nowhere.invalid', 'name', 'the publisher: its name does not resolve'],
  [
    'a server that refuses connections',
    () => `http://${closed}`,
    'connection',
    'the publisher: its server refuses connections'
  ],
  [
    'a server without TLS',
    () => `https://${address}`,
    'tls',
    'the publisher: its certificate or TLS version is rejected'
  ]
])('detects %s', async (_, origin, step, line) => {
  answer = json({})
  const diagnosis = await diagnosed(sourceAt(origin()))
  expect(lineOf(diagnosis)).toContain(line)
  expect(failedSteps(diagnosis)).toEqual([step])
})

it('blames the local network if other publishers cannot be reached either', async () => {
  expect(lineOf(await diagnosed(sourceAt(`http://${closed}`), [`http://${closed}`]))).toContain(
    'our network: no publisher can be reached from this machine'
  )
})

it('blames the proxy if it forwards nothing', async () => {
  const proxied = { ...pipeline, environment: { PROXY_TEST: `http://${closed}` } }
  expect(lineOf(await examine(proxied, sourceAt(`http://${address}`), [`http://${address}`]))).toContain(
    'our network: the proxy forwards no requests'
  )
})

it.each([
  [500, 'the publisher: its server sends no document'],
  [403, 'the publisher’s firewall: it rejects this client'],
  [429, 'the publisher’s firewall: it rejects this client'],
  [404, 'the layout: the document has moved'],
  [400, 'the adapter: the publisher rejects the request']
])('attributes the status %i to its cause', async (status, line) => {
  answer = page(status, '')
  const diagnosis = await diagnosed(sourceAt(`http://${address}`))
  expect(lineOf(diagnosis)).toContain(line)
  expect(failedSteps(diagnosis)).toEqual(['answer'])
})

it('detects a refused credential', async () => {
  answer = page(401, '')
  const withKey = sourceAt(`http://${address}`, {
    credentials: [{ name: 'TEST_KEY', where: 'https://example.com/keys', optional: true }]
  })
  expect(lineOf(await diagnosed(withKey))).toContain('the operator: the publisher rejects the credential')
})

it('detects a silent server and a broken answer', async () => {
  answer = () => {}
  expect(lineOf(await diagnosed(sourceAt(`http://${address}`, { timeout: 200 })))).toContain(
    'the publisher: its server sends no document'
  )
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    response.destroy()
  }
  expect(lineOf(await diagnosed(sourceAt(`http://${address}`)))).toContain(
    'the publisher: its server sends no document'
  )
})

it('distinguishes an error page with status 200 from a new layout', async () => {
  await stored([addDays(TODAY, -1)])
  answer = page(200, REFUSAL)
  const refused = await diagnosed(sourceAt(`http://${address}`))
  expect(lineOf(refused)).toBe(
    `the publisher’s firewall: it answered http://${address}/rates with an error page and status 200`
  )
  expect(failedSteps(refused)).toEqual(['media type', 'layout'])
  answer = json({ day: TODAY, rate: '1.2' })
  const moved = await diagnosed(sourceAt(`http://${address}`))
  expect(lineOf(moved)).toContain('the layout: http://')
  expect(moved.outline).toEqual(['$: day', '$: rate'])
  answer = page(200, '')
  expect(lineOf(await diagnosed(sourceAt(`http://${address}`)))).toContain('is empty')
})

it('blames the adapter if it throws, if the last good document fails too, or if its rows cannot be rates', async () => {
  await stored([addDays(TODAY, -1)])
  answer = json({ date: TODAY, rate: '1.2' })
  const at = `http://${address}`
  expect(
    lineOf(
      await diagnosed(
        sourceAt(at, {
          parse: () => {
            throw new TypeError('x is undefined')
          }
        })
      )
    )
  ).toContain('the adapter: it fails on the last good document too: x is undefined')
  expect(
    lineOf(
      await diagnosed(
        sourceAt(at, {
          parse: () => {
            throw new LayoutError('a table', 'none')
          }
        })
      )
    )
  ).toContain('the adapter: it fails on the last good document too: expected a table')
  expect(
    lineOf(
      await diagnosed(
        sourceAt(at, {
          parse: () => [{ date: TODAY, base: 'EUR', quote: 'USD', type: 'reference', value: '-1' }]
        })
      )
    )
  ).toContain('the adapter: none of the 1 rows is a valid rate')
})

it('detects an unusually long time without a new table', async () => {
  const days = Array.from({ length: 40 }, (_, index) => addDays(TODAY, index - 80))
  await stored(days)
  answer = json({ date: days.at(-1), rate: '1.1' })
  const diagnosis = await diagnosed(sourceAt(`http://${address}`))
  expect(lineOf(diagnosis)).toContain(`the publisher: its server works, but its newest table is dated ${days.at(-1)}`)
  expect(failedSteps(diagnosis)).toEqual(['newest date'])
  answer = json({ date: TODAY, rate: '1.1' })
  expect(lineOf(await diagnosed(sourceAt(`http://${address}`)))).toContain('none: no fault')
})

it('detects a missing document, and an unexpected layout of an index page', async () => {
  answer = page(404, '')
  const finds = sourceAt(`http://${address}`, {
    fetch: async function* (_, http) {
      const found = await http.find(`http://${address}/rates`)
      if (found) yield found
    }
  })
  expect(lineOf(await diagnosed(finds))).toBe('the publisher: it has no document for the latest dates')
  answer = page(200, 'no link')
  const links = sourceAt(`http://${address}`, {
    fetch: async function* (_, http) {
      await http.get(`http://${address}/`)
      yield await Promise.reject(new LayoutError('a link', 'none'))
    }
  })
  expect(lineOf(await diagnosed(links))).toContain(
    'the layout: a page that leads to the document has an unexpected layout: expected a link'
  )
})
