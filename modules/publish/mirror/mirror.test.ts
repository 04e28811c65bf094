import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { LayoutError, type Publication, type Source } from '../../../adapters/source.ts'
import { readDocuments } from '../documents/documents-query.ts'
import { exportDocumentsTo } from '../export/documents.ts'
import { HostGate } from '../../../pipelines/fetch/gate.ts'
import { mirror, planMirror } from './mirror.ts'
import { PeerApi, type PeerApiOptions } from './peer-api.ts'
import { PeerArchive, placeInArchive } from './peer-archive.ts'
import { compareWithLog, type LogReader } from './peer-log.ts'
import type { Peer } from './peer.ts'
import { listQuarantine } from '../../../pipelines/care/quarantine.ts'
import { runSource, type Outcome, type Pipeline } from '../../../pipelines/runs/run.ts'
import type { Database } from '../../../sql/database.ts'
import { identity, startService, type Service } from '../../../test/support/service.ts'
import { runHere } from '../../../test/cli/run.ts'
import { seedSources, testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { parser } from '../../../test/support/parser.ts'

const WINDOW = { from: '2024-03-01', to: '2024-03-31', today: '2024-03-31' }

/** The current documents of each publisher, by name. */
let published: Record<string, Record<string, string>>

function bank(code: string): Source {
  return {
    ...identity(code, 'EUR'),
    async *fetch() {
      for (const [name, text] of Object.entries(published[code] ?? {})) yield publicationOf(code, name, text)
    },
    parse({ body }) {
      const lines = Buffer.from(body).toString().trim().split('\n')
      if (lines[0] === 'down') throw new LayoutError('a table', 'down')
      return lines.map((line) => {
        const [date, quote, value] = line.split(' ') as [string, string, string]
        return { date, base: 'EUR', quote, type: 'reference', value }
      })
    }
  }
}

function publicationOf(source: string, name: string, text: string): Publication {
  const request = {
    method: 'POST',
    url: `https://example.com/${source}/${name}`,
    headers: { accept: '*/*' },
    body: `table=${name}`
  } as const
  return {
    source,
    request,
    mediaType: 'text/plain',
    charset: 'utf-8',
    headers: { etag: '"1"' },
    body: Buffer.from(text)
  }
}

const sources = ['alpha', 'beta', 'gamma'].map(bank)
const [alpha, beta, gamma] = sources as [Source, Source, Source]

function pipelineOf(database: Database): Pipeline {
  return {
    database,
    logger: pino({ level: 'silent' }),
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser
  }
}

async function publish(database: Database, source: Source, documents: Record<string, string>): Promise<Outcome> {
  published = { [source.code]: documents }
  return runSource(pipelineOf(database), source, { kind: 'schedule', window: WINDOW })
}

const MARCH_11 = '2024-03-11 USD 1.0926\n2024-03-11 GBP 0.85188\n2024-03-11 JPY 160.63'
const MARCH_12 = '2024-03-12 USD 1.0916\n2024-03-12 GBP 0.85443\n2024-03-12 JPY 161.39'
const MENDED_12 = '2024-03-12 USD 1.0917\n2024-03-12 GBP 0.85443\n2024-03-12 JPY 161.39'

/**
 * Fills an instance with corrections, a repeated and an unreadable document, and a bank whose documents contradict each
 * other in one run.
 */
async function fill(database: Database): Promise<void> {
  await publish(database, alpha, { today: MARCH_11 })
  await publish(database, beta, { today: '2024-03-11 USD 1.0921' })
  await publish(database, alpha, { today: MARCH_12 })
  await publish(database, alpha, { today: MENDED_12 })
  await publish(database, alpha, { today: MARCH_12 })
  await publish(database, beta, { today: 'down' })
  await publish(database, beta, { today: '2024-03-12 USD 1.0911', other: '2024-03-12 USD 1.0913' })
  await publish(database, alpha, {
    today: '2024-03-13 USD 1.0939\n2024-03-13 GBP 0.85451\n2024-03-13 JPY 0',
    copy: MARCH_11
  })
}

/** All content that a mirror copies, without IDs and load times. */
async function contentOf(database: Database): Promise<Record<string, object[]>> {
  const read = (text: string) => database.write(text)
  return {
    rates: await read(`
      select rates.source, base, quote, type, date, value, unit, valid_from, valid_to, url, encode(sha256, 'hex') as document
      from rates join publications on id = publication_id order by 1, 2, 3, 4, 5`),
    revisions: await read(`
      select it.source, base, quote, type, date, value, unit, encode(sha256, 'hex') as document
      from rate_revisions it join publications on id = publication_id order by it.source, base, quote, type, date, known_until`),
    tables: await read('select source, date from tables order by 1, 2'),
    coverage: await read('select * from coverage order by 1'),
    series: await read('select * from series order by 1, 2, 3, 4'),
    quarantine: await read(
      'select source, date, base, quote, type, value, unit, reason, fault, status from quarantine order by 1, 2, 3, 4, 6'
    ),
    publications: await read(`
      select source, method, url, request_body, request_headers, media_type, charset, encode(sha256, 'hex') as document, fetched_at, loaded_at is null as unread, rows
      from publications order by 1, 3, fetched_at`)
  }
}

let giver: Service
let taker: TestDatabase
let asked: string[]
const closing: Array<() => unknown> = []

beforeAll(async () => {
  giver = await startService(sources, {}, { settings: { sharing: { sources: ['alpha', 'beta'], isOpen: false } } })
  await fill(giver.database)
  await publish(giver.database, gamma, { today: '2024-03-11 USD 1.0920' })
})
afterAll(() => giver.stop())
beforeEach(() => {
  asked = []
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Creates an instance before each test of a group, or one for all tests if they store nothing. */
function takers(before: typeof beforeEach | typeof beforeAll, after: typeof afterEach | typeof afterAll): void {
  before(async () => {
    taker = await testDatabase()
    await seedSources(taker.database, sources)
  })
  after(() => taker.drop())
}

function peerOf(options: Partial<PeerApiOptions> = {}): PeerApi {
  const peer = new PeerApi({
    url: giver.address,
    key: giver.keys.developer,
    rate: 10_000,
    userAgent: 'test',
    environment: {},
    ...options
  })
  closing.push(() => peer.close())
  return peer
}

/** Starts a proxy in front of the giver that records the requested paths and may replace answers. */
async function between(
  answer: (path: string, pass: () => Promise<Buffer>) => Promise<Buffer | RequestListener> | Buffer | RequestListener
): Promise<PeerApi> {
  const server: Server = createServer((request, response) => {
    asked.push(request.url!)
    const pass = async () =>
      Buffer.from(
        await (
          await fetch(giver.address + request.url, {
            headers: { authorization: request.headers.authorization! }
          })
        ).arrayBuffer()
      )
    void Promise.resolve(answer(request.url!, pass)).then((given) => {
      if (typeof given === 'function') given(request, response)
      else response.end(given)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return peerOf({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retries: 0 })
}

const take = (peer: Peer) => mirror(pipelineOf(taker.database), peer, sources)
const newOf = (outcomes: Outcome[]) => outcomes.reduce((sum, it) => sum + it.new + it.changed, 0)

/** The giver’s content without the bank that it does not share. */
async function sharedContent(): Promise<Record<string, object[]>> {
  const content = await contentOf(giver.database)
  return Object.fromEntries(
    Object.entries(content).map(([name, rows]) => [
      name,
      rows.filter((row) => (row as { source: string }).source !== 'gamma')
    ])
  )
}

describe('a mirror', () => {
  takers(beforeEach, afterEach)

  it('has the same rates, revisions, tables, quarantined rows and unreadable documents', async () => {
    const outcomes = await take(peerOf())
    const content = await contentOf(taker.database)
    expect(content).toEqual(await sharedContent())
    expect(content.revisions).toMatchObject([
      { source: 'alpha', date: '2024-03-12', value: '1.0916' },
      { date: '2024-03-12', value: '1.0917' },
      { source: 'beta', date: '2024-03-12', value: '1.0911' }
    ])
    expect(content.quarantine!.map((it) => (it as { reason: string }).reason)).toEqual([
      expect.stringContaining('zero')
    ])
    expect(content.publications!.filter((it) => (it as { unread: boolean }).unread)).toHaveLength(1)
    expect(outcomes.map(({ source, status, error }) => [source, status, error])).toEqual([
      ['alpha', 'ok', undefined],
      ['beta', 'failed', 'https://example.com/beta/today: expected a table, found down']
    ])
  })

  it('records the peer of a document in the archive and in the log', async () => {
    await take(peerOf())
    const peer = new URL(giver.address).host
    expect(
      await taker.database.write(
        'select distinct peer, confirmed_at, archived_at > fetched_at as later from publications'
      )
    ).toEqual([{ peer, confirmed_at: null, later: true }])
    expect(await taker.database.write("select distinct entry::json ->> 'peer' as peer from log_entries")).toEqual([
      { peer }
    ])
    expect(await taker.database.write("select * from log_faults('alpha')")).toEqual([])
  })

  it('loads nothing the second time, and only new documents later', async () => {
    await take(peerOf())
    const content = await contentOf(taker.database)
    const peer = await between((_path, pass) => pass())
    expect(newOf(await take(peer))).toBe(0)
    expect(asked).toEqual(['/api/v1/documents'])
    expect(await contentOf(taker.database)).toEqual(content)
  })

  it('plans the documents and their price', async () => {
    const plan = await planMirror(taker.database, peerOf(), [alpha])
    expect(plan).toEqual({
      listed: 6,
      left: 6,
      documents: 4,
      bytes: expect.any(Number),
      units: 5,
      sources: ['alpha'],
      unknown: ['beta']
    })
    expect(await taker.database.write('select from publications')).toEqual([])
  })

  it('resumes after an interruption, without a second request for any document', async () => {
    for (let budget = 1; budget < 20; budget++) {
      let left = budget
      const peer = await between((path, pass) =>
        path.length < 40 || left-- > 0 ? pass() : (request) => request.socket.destroy()
      )
      const outcomes = await take(peer).catch((error: Error) => error.message)
      if (typeof outcomes !== 'string') break
      expect(outcomes).toMatch(/could not be reached/)
    }
    const documents = asked.filter((path) => path.length > 40)
    expect(new Set(documents).size).toBe(8)
    expect(await contentOf(taker.database)).toEqual(await sharedContent())
  })

  it('reads documents archived before it was killed, without requesting them', async () => {
    await take(
      await between((path, pass) => (path.includes('/documents/') ? (request) => request.socket.destroy() : pass()))
    ).catch(() => {})
    const { url, ...found } = (await giver.ask('/api/v1/documents', { plan: 'developer' })).json.documents[0]
    const body = Buffer.from(MARCH_11)
    await taker.database.write('select archive_mirrored($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
      'alpha',
      found.method,
      url,
      found.request_headers,
      found.request_body,
      found.media_type,
      found.charset,
      Buffer.from(found.sha256, 'hex'),
      body.length,
      gzipSync(body),
      'peer',
      found.fetched_at
    ])
    asked = []
    await take(await between((_path, pass) => pass()))
    expect(asked.filter((path) => path.includes('/documents/'))).toHaveLength(7)
    expect((await contentOf(taker.database)).rates).toEqual((await sharedContent()).rates)
  })

  it('waits for the Retry-After of the peer', async () => {
    const busy = await between((_path, pass) =>
      asked.length === 1
        ? (_request, response) =>
            response
              .writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' })
              .end('{"error":"too many requests"}')
        : pass()
    )
    expect(newOf(await take(peerOf({ url: `http://${busy.name}` })))).toBe(13)
    expect(asked.filter((path) => path === '/api/v1/documents')).toHaveLength(2)
    const spent = await between(
      () => (_request, response) =>
        response
          .writeHead(429, { 'retry-after': '86400', 'content-type': 'application/json' })
          .end('{"error":"all units are used"}')
    )
    await expect(take(spent)).rejects.toThrow('answered 429: all units are used')
  })
})

describe('the log of the peer', () => {
  takers(beforeEach, afterEach)

  const compare = (log: LogReader) => compareWithLog(taker.database, log, { sources: ['alpha', 'beta'] })

  it('confirms that no document is missing and that all rows are the same', async () => {
    await take(peerOf())
    expect(await compare(peerOf())).toEqual({
      origin: 'rates.test/log',
      size: 10,
      compared: 9,
      same: 9,
      missing: 0,
      named: []
    })
  })

  it('reveals a document that the list omitted', async () => {
    const { documents } = (await giver.ask('/api/v1/documents', { plan: 'developer' })).json
    await take(
      await between((path, pass) =>
        path === '/api/v1/documents'
          ? Buffer.from(JSON.stringify({ documents: documents.slice(1), next_cursor: null }))
          : pass()
      )
    )
    expect(await compare(peerOf())).toMatchObject({
      compared: 9,
      missing: 1,
      named: [{ source: 'alpha', document_sha256: documents[0].sha256 }]
    })
  })

  it('is refused if its entries or its signature do not match the checkpoint', async () => {
    const doctored = await between(async (path, pass) =>
      path.includes('/tile/')
        ? Buffer.from((await pass()).toString('latin1').replace('alpha', 'alphb'), 'latin1')
        : pass()
    )
    await expect(compare(doctored)).rejects.toThrow(
      'the entries of the log rates.test/log are not those that its checkpoint signs'
    )
    const unsigned = await between(async (path, pass) =>
      path === '/log/checkpoint' ? Buffer.from((await pass()).toString().replace('\n10\n', '\n9\n')) : pass()
    )
    await expect(compare(unsigned)).rejects.toThrow(
      'the peer has no signed log: no trusted key has signed the checkpoint'
    )
  })
})

describe('a document from the publisher', () => {
  takers(beforeEach, afterEach)

  const own = (documents: Record<string, string>) => publish(taker.database, alpha, documents)
  /** Like `own`, but fetched before the giver’s documents. */
  const ownEarlier = async (documents: Record<string, string>) => {
    await own(documents)
    await taker.database.write("update publications set last_fetched_at = '2024-03-13 17:00Z'")
  }
  const values = () =>
    taker.database.write("select date, value from rates where source = 'alpha' and quote = 'USD' order by date")

  it('is not overridden by a peer’s, whose rows are quarantined', async () => {
    await ownEarlier({ old: '2024-03-12 USD 1.0920\n2024-03-12 GBP 0.85443' })
    await take(peerOf())
    expect(await values()).toEqual([
      { date: '2024-03-11', value: '1.0926' },
      { date: '2024-03-12', value: '1.0920' },
      { date: '2024-03-13', value: '1.0939' }
    ])
  })

  it('overrides a peer’s, or confirms an identical one', async () => {
    await take(peerOf())
    expect(await own({ table: '2024-03-12 USD 1.0920\n2024-03-12 GBP 0.85443' })).toMatchObject({
      status: 'ok',
      changed: 1,
      quarantined: 0
    })
    expect(await own({ copy: MARCH_11 })).toMatchObject({ status: 'ok', unchanged: 3 })
    expect(await taker.database.write('select url from publications where confirmed_at is not null')).toEqual([
      { url: 'https://example.com/alpha/copy' }
    ])
    expect(newOf(await take(peerOf()))).toBe(0)
  })

  it('releases a peer’s quarantined rows that it confirms', async () => {
    await ownEarlier({ old: '2024-03-13 USD 1.0940' })
    await take(peerOf())
    const waiting = async () =>
      (await listQuarantine(taker.database, 'alpha')).filter(
        ({ date, quote }) => date === '2024-03-13' && quote === 'USD'
      )
    expect(await waiting()).toMatchObject([
      {
        value: '1.0939',
        reason: expect.stringMatching(
          /^1.0939 is .* below 1.0940, the stored value, which the publisher sent; this one is known only through 127/
        )
      }
    ])
    await own({ today: '2024-03-13 USD 1.0939\n2024-03-13 GBP 0.85451\n2024-03-13 JPY 0' })
    expect(await waiting()).toEqual([])
    expect(await values()).toContainEqual({ date: '2024-03-13', value: '1.0939' })
  })
})

describe('a dishonest peer', () => {
  const documents = async () =>
    (await giver.ask('/api/v1/documents', { plan: 'developer' })).json.documents as Array<Record<string, unknown>>
  const listing = (list: unknown[], next: string | null = null) =>
    Buffer.from(JSON.stringify({ documents: list, next_cursor: next }))

  const endless: RequestListener = (_request, response) => {
    const write = () => {
      while (response.write(Buffer.alloc(1024 * 1024, ' ')));
    }
    response.on('drain', write)
    write()
  }

  describe('of a document', () => {
    takers(beforeEach, afterEach)

    it('is refused with other bytes, while the other sources of the peer are read', async () => {
      const [first] = await documents()
      const outcomes = await take(
        await between((path, pass) =>
          path.includes(String(first!.sha256)) ? Buffer.from(MARCH_11.replace('1.09', '1.90')) : pass()
        )
      )
      expect(outcomes).toMatchObject([
        {
          source: 'alpha',
          status: 'failed',
          new: 0,
          error: expect.stringMatching(/^document [0-9a-f]{64} has other bytes: their SHA-256 is /)
        },
        { source: 'beta', new: 2 }
      ])
    })

    it('is refused if it is endless', async () => {
      const outcomes = await take(await between((path, pass) => (path.includes('/documents/') ? endless : pass())))
      expect(outcomes).toMatchObject([
        { status: 'failed', error: expect.stringMatching(/has more than the \d+ bytes that are listed$/) },
        { status: 'failed' }
      ])
      expect(await taker.database.write('select from documents')).toEqual([])
    })
  })

  describe('in its list', () => {
    takers(beforeAll, afterAll)

    it.each<[string, (list: Array<Record<string, unknown>>) => Buffer | RequestListener, RegExp]>([
      [
        'a redirect',
        () => (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end(),
        /redirects to http:\/\/10\.0\.0\.1\/secret, which is not followed/
      ],
      ['an endless list', (list) => listing(list.slice(0, 1), '1'), /lists its documents without an end$/],
      ['an endless page', () => endless, /answered more than 33554432 bytes$/],
      [
        'a time in the future',
        ([first]) => listing([{ ...first, fetched_at: '2099-01-01T00:00:00.000000Z' }]),
        /fetched_at: expected a time that has passed$/
      ],
      [
        'a URL that is not of HTTP',
        ([first]) => listing([{ ...first, url: 'javascript:alert(1)' }]),
        /documents\.0\.url: /
      ],
      ['a document of a gigabyte', ([first]) => listing([{ ...first, size: 1024 ** 3 }]), /documents\.0\.size: /],
      [
        'HTML',
        () => Buffer.from('<html></html>'),
        /did not answer with JSON: it is not an instance of Ratebook, or its version is too old$/
      ]
    ])('is refused with %s', async (_what, answer, reason) => {
      const list = await documents()
      await expect(take(await between(() => answer(list)))).rejects.toThrow(reason)
      expect(await taker.database.write('select from publications')).toEqual([])
    })
  })

  it('is refused over http unless it is on this machine', () => {
    expect(() => new PeerApi({ url: 'http://rates.example', rate: 1, userAgent: 'test', environment: {} })).toThrow(
      "http://rates.example can't be mirrored: expected an https URL, or an http one of this machine"
    )
  })
})

describe('the endpoints for a mirror', () => {
  it('list the documents of shared sources in pages', async () => {
    const { json, headers } = await giver.ask('/api/v1/documents?banks=beta', { plan: 'free' })
    expect(json).toEqual({ documents: expect.any(Array), next_cursor: null })
    expect(json.documents.map(({ bank: code, units, peer }: Record<string, unknown>) => [code, units, peer])).toEqual(
      Array.from({ length: 4 }, () => ['beta', 1, null])
    )
    expect(headers.get('x-monthly-used')).toBe('1')
    const { run, read_at: at, publication } = json.documents[1]
    const rest = await giver.ask(`/api/v1/documents?banks=beta&cursor=${run}_${at}_${publication}`, { plan: 'free' })
    expect(rest.json.documents).toEqual(json.documents.slice(2))
    expect((await giver.ask('/api/v1/documents?since=2099-01-01', { plan: 'free' })).json.documents).toEqual([])
    expect((await giver.ask('/api/v1/documents?banks=alpha,gamma', { plan: 'free' })).json).toMatchObject({
      code: 'not_shared',
      error: expect.stringContaining('does not share the documents of gamma')
    })
  })

  it('return the bytes of a shared document by its hash, complete or in part', async () => {
    const [first] = (await giver.ask('/api/v1/documents', { plan: 'free' })).json.documents
    const path = `/api/v1/documents/${first.sha256}`
    const whole = await giver.ask(path, { plan: 'free' })
    expect([whole.status, whole.text, whole.headers.get('etag'), whole.headers.get('cache-control')]).toEqual([
      200,
      MARCH_11,
      `"${first.sha256}"`,
      'private, max-age=31536000, immutable'
    ])
    const part = await giver.ask(path, { plan: 'free', headers: { range: 'bytes=11-13' } })
    expect([part.status, part.text, part.headers.get('content-range'), part.headers.get('etag')]).toEqual([
      206,
      'USD',
      `bytes 11-13/${MARCH_11.length}`,
      `"${first.sha256}"`
    ])
    expect((await giver.ask(path, { plan: 'free', headers: { range: 'bytes=-6' } })).text).toBe('160.63')
    expect(
      (
        await giver.ask(path, {
          plan: 'free',
          headers: {
            range: 'bytes=0-2',
            'if-range': '"other"'
          }
        })
      ).status
    ).toBe(200)
    const after = await giver.ask(path, { plan: 'free', headers: { range: 'bytes=5000-' } })
    expect([after.status, after.json.code, after.headers.get('content-range')]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${MARCH_11.length}`
    ])
    expect((await giver.ask(path, { plan: 'free', headers: { 'if-none-match': `"${first.sha256}"` } })).status).toBe(
      304
    )
    const [hidden] = await giver.database.write<{ hash: string }>(
      "select encode(sha256, 'hex') as hash from publications where source = 'gamma'"
    )
    // it is behind the newest table
    expect((await giver.ask(`/api/v1/documents/${hidden!.hash}`, { plan: 'free' })).status).toBe(200)
    expect((await giver.ask(`/api/v1/documents/${'0'.repeat(64)}`, { plan: 'free' })).status).toBe(404)
  })

  it('return not_shared unless the operator shares sources, and 401 without a key unless sharing is open', async () => {
    const closed = await startService([identity('alpha', 'EUR')], {})
    closing.push(() => closed.stop())
    expect((await closed.ask('/api/v1/documents', { plan: 'enterprise' })).json).toMatchObject({ code: 'not_shared' })
    expect((await giver.ask('/api/v1/documents')).status).toBe(401)
    const open = await startService(
      [identity('alpha', 'EUR')],
      {},
      {
        settings: { sharing: { sources: '*', isOpen: true } }
      }
    )
    closing.push(() => open.stop())
    expect(await open.ask('/api/v1/documents')).toMatchObject({
      status: 200,
      json: { documents: [], next_cursor: null }
    })
  })
})

describe('an archive', () => {
  takers(beforeEach, afterEach)

  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ratebook-archive-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const write = () =>
    exportDocumentsTo(join(folder, 'archive'), giver.database, {
      origin: 'rates.test/log',
      sources: ['alpha', 'beta']
    })

  it('is a folder that fills another instance, and to which only new documents are added', async () => {
    expect(await write()).toMatchObject({ documents: 10, written: 8 })
    expect(await write()).toMatchObject({ documents: 10, written: 0 })
    await take(await PeerArchive.open(join(folder, 'archive')))
    expect(await contentOf(taker.database)).toEqual(await sharedContent())
    expect(await taker.database.write('select distinct peer from publications')).toEqual([{ peer: 'rates.test/log' }])
    await expect(exportDocumentsTo(folder, giver.database, { origin: 'rates.test/log' })).rejects.toThrow(
      `${folder} contains other files`
    )
  })

  it('may be a ZIP file', async () => {
    await write()
    const zip = new ZipFile()
    for (const entry of await readdir(join(folder, 'archive'), { recursive: true, withFileTypes: true })) {
      const place = join(entry.parentPath, entry.name)
      if (entry.isFile()) zip.addFile(place, relative(folder, place))
    }
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(join(folder, 'archive.zip')))
    const peer = await PeerArchive.open(join(folder, 'archive.zip'), { sources: ['beta'] })
    closing.push(() => peer.close())
    await take(peer)
    expect((await contentOf(taker.database)).tables).toEqual([
      { source: 'beta', date: '2024-03-11' },
      { source: 'beta', date: '2024-03-12' }
    ])
  })

  it('is refused with a modified document, or if it is not an archive', async () => {
    await write()
    const [{ sha256 } = { sha256: '' }] = await readDocuments(giver.database, {}, undefined, 1)
    await writeFile(join(folder, 'archive', placeInArchive(sha256)), MARCH_11.replace('1.09', '1.90'))
    expect(await take(await PeerArchive.open(join(folder, 'archive')))).toMatchObject([
      { source: 'alpha', status: 'failed', error: expect.stringContaining('has other bytes') },
      { source: 'beta', new: 2 }
    ])
    await expect(PeerArchive.open(folder)).rejects.toThrow(
      `${folder} is not an archive of documents: it has no archive.json`
    )
  })
})

describe('the command', () => {
  takers(beforeEach, afterEach)

  const run = (...args: string[]) =>
    runHere(args, {
      DATABASE_URL: taker.url,
      DATA_DIR: tmpdir(),
      PEER_KEY: giver.keys.enterprise,
      LOG_LEVEL: 'silent'
    })

  it('prints its plan, skips unknown sources, and listens to no signal afterwards', async () => {
    const listening = process.listenerCount('SIGTERM')
    const { host } = new URL(giver.address)
    expect(await run('mirror', giver.address, '--key-from-env', 'PEER_KEY', '--rate', '1000', '--plan')).toEqual({
      code: 0,
      stdout: `${host} lists 0 documents of known sources. Not yet read here: 0. To fetch: 0, 0.0 MB, for one unit of your account there\nleft out, because this version lacks the source: alpha, beta\n`,
      stderr: ''
    })
    expect(await run('mirror', giver.address, '--key-from-env', 'OTHER')).toMatchObject({
      code: 1,
      stderr: 'ratebook: OTHER is not set\n'
    })
    expect(await run('mirror', giver.address)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('answered 401')
    })
    expect(await run('mirror', '/nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no folder or file /nowhere')
    })
    expect(process.listenerCount('SIGTERM')).toBe(listening)
  })
})
