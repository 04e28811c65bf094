import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSource } from '../../../adapters/registry.ts'
import { FetchError, LayoutError, type Publication, type Source } from '../../../adapters/source.ts'
import { ThreadFetcher, type Fetcher } from '../../../pipelines/read/fetcher.ts'
import { Client, type ClientOptions } from '../../../pipelines/fetch/http.ts'
import { Network } from '../../../pipelines/fetch/network.ts'
import { stageOf } from '../../../pipelines/fetch/reachability.ts'
import { fetcher as directFetcher } from '../../support/parser.ts'

const ADAPTERS = new URL('adapters/', import.meta.url)
const [calm, hanging, greedy, errand, failing] = await Promise.all(
  ['calm', 'hanging', 'greedy', 'errand', 'failing'].map((code) => loadSource(code, ADAPTERS))
) as [Source, Source, Source, Source, Source]
const INDEX = 'http://calm.example/first\nhttp://calm.example/second'
const patient = new ThreadFetcher({ timeout: 600, adapters: ADAPTERS })
const TIMEOUT = 5 // seconds, far more than a step of an adapter takes on a slow machine

let answer: RequestListener
let requests: IncomingMessage[] = []
const publisher = createServer((request, response) => {
  requests.push(request)
  answer(request, response)
})

beforeAll(async () => { await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve)) })
afterAll(() => { publisher.close().closeAllConnections() })

/** A client that sends its requests to any host to the test's publisher. */
function clientOf (source: Source, options: Partial<ClientOptions> = {}): Client {
  const proxy = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`
  return new Client(source, {
    dispatcher: new Network({ proxyFor: () => proxy }), environment: { TEST_KEY: 's3cret' }, userAgent: 'test', gap: 0,
    retries: 0, ...options
  })
}

async function fetchAll (
  fetcher: Fetcher, source: Source, { day = '2026-01-09', ...options }: Partial<ClientOptions> & { day?: string } = {}
): Promise<Publication[]> {
  const publications: Publication[] = []
  for await (const publication of fetcher.fetch(source, { from: day, to: day, today: day }, clientOf(
    source, options
  ))) publications.push(
    {
      ...publication, body: Buffer.from(publication.body)
    }
  )
  return publications
}

const textsOf = (publications: Publication[]) => publications.map(({ body }) => String(body))
const urlOf = ({ url }: IncomingMessage) => url!
const asked = (url: string) => requests.filter((request) => urlOf(request) === url).length

function failureOf (source: Source, day: string, options: Partial<ClientOptions> = {}): Promise<Error | undefined> {
  return fetchAll(patient, source, { day, ...options }).then(() => undefined, (error: Error) => error)
}

describe('the fetch thread', () => {
  it('sends the adapter’s requests, and returns the same publications as the direct fetcher', async () => {
    answer = (request, response) => {
      if (/none|gone/.test(urlOf(request))) response.writeHead(404).end()
      else response.setHeader('set-cookie', 'visit=1').end(
        `${request.method} ${urlOf(request)} with ${request.headers.cookie ?? 'no cookie'}`
      )
    }
    const absent: string[] = []
    const fetched = await fetchAll(patient, errand)
    expect(textsOf(fetched)).toEqual([
      'POST http://errand.example/form?from=2026-01-09 with visit=1',
      ...['one', 'two', 'three'].map((name) => `GET http://errand.example/${name} with no cookie`)
    ])
    expect(fetched[0]!.request).toMatchObject({
      method: 'POST', body: 'key=<TEST_KEY>', headers: expect.not.objectContaining({ token: 'new' }) as object
    })
    expect(await fetchAll(directFetcher, errand)).toEqual(fetched.map((it) => ({
      ...it, headers: { ...it.headers, date: expect.any(String) as string }
    })))
    await fetchAll(patient, errand, { onAbsent: (message) => absent.push(message) })
    expect(absent).toEqual(['GET http://errand.example/none answered 404'])
  })

  it('returns every failure unchanged', async () => {
    expect(await failureOf(failing, '2026-01-01')).toEqual(new LayoutError('a link', 'none'))
    expect(await failureOf(failing, '2026-01-02')).toMatchObject({
      message: 'a slip', stack: expect.stringContaining('failing.ts') as string
    })
    expect(await failureOf(failing, '2026-01-03')).toMatchObject({
      message: 'source failing does not declare OTHER_KEY'
    })
    answer = (_, response) => response.writeHead(403).end()
    const refused = await failureOf(failing, '2026-01-05') as FetchError
    expect(refused).toBeInstanceOf(FetchError)
    expect(refused).toMatchObject({
      code: 'STATUS', status: 403, message: 'GET http://failing.example/document answered 403'
    })
    expect(await failureOf(failing, '2026-01-04')).toMatchObject({
      code: 'STATUS',
      message: 'GET http://failing.example/one answered 403; GET http://failing.example/two answered 403'
    })
    const missing = await failureOf(errand, '2026-01-01', { environment: {} })
    expect(missing).toMatchObject({ code: 'STATUS' }) // from the form, which is requested before the credential
    answer = (_, response) => response.end()
    expect(await failureOf(errand, '2026-01-01', { environment: {} })).toMatchObject({
      code: 'MISSING_CREDENTIAL', message: 'TEST_KEY is not set (get it at https://example.com/keys)'
    })
  })

  it('keeps the cause of a failure to connect and of a lost database', async () => {
    const dispatcher = new Network({ local: true })
    for (const day of ['2026-01-04', '2026-01-05']) {
      const failure = await failureOf(failing, day, {
        dispatcher: new Network({ proxyFor: () => 'http://127.0.0.1:1' })
      })
      expect(failure).toBeInstanceOf(FetchError)
      expect(stageOf(failure as FetchError), failure!.message).toBe('connection')
    }
    const lost = Object.assign(new Error('the connection was ended'), { code: '57P01' })
    expect(await failureOf(failing, '2026-01-05', { dispatcher, remember: () => Promise.reject(lost) })).toBe(lost)
  })

  it('stops with its consumer', async () => {
    answer = (request, response) => response.end(urlOf(request).endsWith('index') ? INDEX : '2026-01-05,USD,1.1')
    requests = []
    const publications = patient.fetch(
      calm, { from: '2026-01-05', to: '2026-01-05', today: '2026-01-05' }, clientOf(calm)
    )
    expect((await publications.next()).value!.request.url).toBe('http://calm.example/first')
    await publications.return()
    expect(await publications.next()).toEqual({ value: undefined, done: true })
    expect(requests.map(urlOf)).toEqual(['http://calm.example/index', 'http://calm.example/first'])
  })

  it.each([
    ['time', hanging, { timeout: TIMEOUT, memory: 512 }, `within ${TIMEOUT} seconds`],
    ['memory', greedy, { timeout: 600, memory: 64 }, 'within 64 MB of memory']
  ])('stops an adapter that takes too much %s for a page, and restarts the other adapters', async (
    _, source, limits, limit
  ) => {
    const fetcher = new ThreadFetcher({ ...limits, adapters: ADAPTERS })
    let stopped: Promise<unknown> | undefined
    requests = []
    answer = (request, response) => {
      const url = urlOf(request)
      if (url === 'http://calm.example/second') {
        stopped ??= fetchAll(fetcher, source).catch((error: Error) => error)
        void stopped.then(() => response.end('2026-01-05,USD,1.2')) // answer only after the thread was replaced
      } else response.end(url === 'http://calm.example/index' ? INDEX : '2026-01-05,USD,1.1'.padEnd(2000, '0'))
    }
    const fetched = await fetchAll(fetcher, calm)
    expect(textsOf(fetched).at(-1)).toBe('2026-01-05,USD,1.2')
    expect(asked('http://calm.example/index')).toBe(2)
    const error = await stopped
    expect(error).toBeInstanceOf(LayoutError)
    expect((error as Error).message).toBe(
      `expected an answer of http://${source.code}.example/index that can be read ${limit}, found one of 2000 bytes that exceeds this`
    )
  })
})
