import { execFile, execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { parquetReadObjects } from 'hyparquet'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Row } from '../../../adapters/source.ts'
import { answerOffline } from '../offline.ts'
import { Folder, openFolder } from '../folder.ts'
import { publishTo, type EditionOptions } from './edition.ts'
import type { Answer } from './files.ts'
import { Ratebook } from '../../../clients/typescript/src/index.ts'
import { listQuarantine, release as releaseRows, undo } from '../../../pipelines/care/quarantine.ts'
import { archive } from '../../../pipelines/load/archive.ts'
import { loadRows } from '../../../pipelines/load/load.ts'
import { registerSources } from '../../../pipelines/load/sources.ts'
import { published } from '../endpoints.ts'
import { documentOf, seedRows } from '../../../test/support/database.ts'
import { identity, startService, type Service } from '../../../test/support/service.ts'
import { withTool } from '../../../test/support/tools.ts'

const BANKS = [identity('alpha', 'EUR'), identity('beta', 'PLN', ['mid', 'buy', 'sell']), identity('gamma', 'USD')]

const euro = (date: string, quote: string, value: string): Row => ({
  date,
  base: 'EUR',
  quote,
  type: 'reference',
  value
})
const zloty = (type: string, value: string): Row => ({
  date: '2026-03-02',
  base: 'USD',
  quote: 'PLN',
  type,
  value,
  validFrom: '2026-03-02',
  validTo: '2026-03-08'
})

let service: Service
let folder: string

beforeAll(async () => {
  service = await startService(BANKS, {
    alpha: [
      euro('2023-12-29', 'USD', '1.1050'),
      euro('2024-12-30', 'USD', '1.0410'),
      euro('2025-11-19', 'USD', '1.1580'),
      euro('2025-11-20', 'USD', '1.1610'),
      euro('2025-11-20', 'GBP', '0.88120'),
      euro('2025-11-20', 'JPY', '180.90')
    ],
    beta: [zloty('mid', '3.6056'), zloty('buy', '3.5700'), zloty('sell', '3.6412')]
  })
  folder = await mkdtemp(join(tmpdir(), 'ratebook-publish-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await service.stop()
})

const DECISION = { by: 'test', reason: 'seen at the publisher' }

/** Puts rows of a document into quarantine. */
async function hold(...rows: Row[]): Promise<void> {
  const { id } = await archive(service.database, documentOf('alpha', randomBytes(4).toString('hex'), rows))
  await loadRows(
    service.database,
    id,
    [],
    rows.map((row) => ({ row, reason: 'a test' }))
  )
}

/** Puts rows into quarantine, and releases them. Returns their quarantine IDs. */
async function release(...rows: Row[]): Promise<number[]> {
  const idsOf = async () => (await listQuarantine(service.database)).map(({ id }) => id)
  const before = await idsOf()
  await hold(...rows)
  const ids = (await idsOf()).filter((id) => !before.includes(id))
  await releaseRows(service.database, ids, DECISION)
  return ids
}

const place = (...names: string[]) => join(folder, ...names)
const text = (...names: string[]) => readFile(place(...names), 'utf8')

async function publish(
  name: string,
  options: EditionOptions = {},
  { now = Date.now(), answer = answerOffline as Answer } = {}
) {
  await openFolder(place(name))
  return publishTo(
    new Folder(place(name)),
    { database: service.database, endpoints: published, signingKey: service.settings.signingKey, answer, now },
    options
  )
}

interface Line {
  path: string
  content_type: string
  cache_control: string
  bytes: number
  sha256: string
}

/** The lines of all manifests of an edition. */
async function linesOf(name: string): Promise<Line[]> {
  const { parts } = JSON.parse(await text(name, 'manifest.json')) as { parts: Array<{ path: string }> }
  const texts = await Promise.all(parts.map(({ path }) => text(name, path)))
  return texts.flatMap((it) =>
    it
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  )
}

/** The content of the files in a folder. */
async function filesOf(name: string): Promise<Map<string, string>> {
  const entries = await readdir(place(name), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name))
    .filter((path) => !path.includes('/.git/'))
    .sort()
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [
        path.slice(place(name).length + 1),
        await readFile(path, 'latin1')
      ])
    )
  )
}

const pathsOf = async (name: string) =>
  [...(await filesOf(name)).keys()].filter((path) => !/^(log\/tile|assets|parquet|bank|pair)\//.test(path))

describe('an edition', () => {
  it('has the tables of two years, the newest table and the years of each source, and an index', async () => {
    expect(await publish('first', { without: ['composite'] })).toMatchObject({ removed: 0 })
    // prettier-ignore
    expect(await pathsOf('first')).toEqual([
      '.gitattributes', '.well-known/jwks.json', 'README.md', 'api/open/central-bank/alpha',
      'api/open/central-bank/beta', 'api/open/central-banks', 'api/v1/central-bank/alpha/2024-12-30',
      'api/v1/central-bank/alpha/2025-11-19', 'api/v1/central-bank/alpha/2025-11-20',
      'api/v1/central-bank/alpha/history/2024.csv', 'api/v1/central-bank/alpha/history/2025.csv',
      'api/v1/central-bank/beta/2026-03-02', 'api/v1/central-bank/beta/history/2026.csv', 'calendar.ics', 'index.html',
      'index.json', 'llms.txt', 'log/checkpoint', 'manifest.json', 'manifest/edition.ndjson', 'manifest/log.ndjson',
      'manifest/parquet.ndjson', 'manifest/source/alpha.ndjson', 'manifest/source/beta.ndjson', 'openapi.json',
      'status.html', 'status.json', 'status.svg'
    ])
    for (const { path, bytes, sha256 } of await linesOf('first')) {
      const content = await readFile(place('first', path))
      expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256])
    }
    const { files, sources } = JSON.parse(await text('first', 'index.json'))
    expect(files.table).toBe('api/v1/central-bank/{bank}/{date}')
    expect(sources.map((it: Record<string, unknown>) => [it.code, it.latest_date, it.years])).toEqual([
      ['alpha', '2025-11-20', [2024, 2025]],
      ['beta', '2026-03-02', [2026]]
    ])
    expect(await text('first', 'README.md')).toContain(
      '| `alpha` | [Bank alpha](https://example.com/alpha) |  | 2024 to 2025 | Terms not read. |'
    )
  })

  it('has the bytes, media types and caching headers of the API', async () => {
    for (const line of await linesOf('first')) {
      if (!/^(api|log|\.well-known)\//.test(line.path) || line.path.endsWith('.csv')) continue
      const isOpen = !line.path.startsWith('api/v1/')
      const answer = await service.ask(`/${line.path}`, { plan: isOpen ? undefined : 'business' })
      const content = await text('first', line.path)
      const strip = (it: string) => it.replace(/"checked_at":"[^"]+"/, '')
      expect([line.path, answer.status, strip(answer.text)]).toEqual([line.path, 200, strip(content)])
      expect(answer.headers.get('content-type')).toBe(line.content_type)
      expect(line.cache_control).toBe(
        isOpen ? answer.headers.get('cache-control') : 'public, max-age=1800, s-maxage=3600'
      )
    }
  })

  it.each([
    ['alpha', 'EUR', '2025'],
    ['beta', 'PLN', '2026']
  ])('has the years of %s in the format of the API’s histories', async (bank, symbol, year) => {
    const { text: history } = await service.ask(
      `/api/v1/central-bank/${bank}/history?symbol=${symbol}&from=${year}-01-01&to=${year}-12-31&format=csv&bom=0`,
      { plan: 'business' }
    )
    expect(await text('first', `api/v1/central-bank/${bank}/history/${year}.csv`)).toBe(history)
  })

  it('is unchanged after a run without new data', async () => {
    const states = async () =>
      Promise.all((await linesOf('first')).map(async ({ path }) => [path, (await stat(place('first', path))).ino]))
    const [before, content] = [await states(), await filesOf('first')]
    expect(await publish('first', {}, { now: Date.now() + 60_000 })).toMatchObject({ written: 0, removed: 0 })
    expect(await states()).toEqual(before)
    expect(await filesOf('first')).toEqual(content)
  })
})

interface Responses {
  200: { content: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }
}

describe('the files for readers', () => {
  const CSV = ['rate_date,type,value,valid_from,valid_to']

  it('have the whole history of a pair, also of years without tables', async () => {
    const eur = [
      ...CSV,
      '2023-12-29,reference,1.1050,,',
      '2024-12-30,reference,1.0410,,',
      '2025-11-19,reference,1.1580,,'
    ]
    expect((await text('first', 'pair/alpha/EUR-USD.csv')).split('\r\n')).toEqual([
      ...eur,
      '2025-11-20,reference,1.1610,,',
      ''
    ])
    expect((await text('first', 'pair/beta/USD-PLN.csv')).split('\r\n')[1]).toBe(
      '2026-03-02,buy,3.5700,2026-03-02,2026-03-08'
    )
  })

  it('lead only to files of the edition, wherever the folder is', async () => {
    const files = await filesOf('first')
    const pages = [...files.keys()].filter((path) => path.endsWith('.html'))
    expect(pages).toHaveLength(8)
    for (const path of pages) {
      const links = [...files.get(path)!.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, address]) => address!)
      const own = links.filter((address) => !/^https?:/.test(address))
      expect(own.length).toBeGreaterThan(4)
      const missing = own.filter((address) => !files.has(join(path, '..', address)))
      expect([path, missing]).toEqual([path, []])
    }
  })

  it('are rows of Parquet by source and year, and the newest tables in one file', async () => {
    const rowsOf = (...names: string[]) =>
      readFile(place('first', 'parquet', ...names)).then((file) =>
        parquetReadObjects({ file: new Uint8Array(file).buffer })
      )
    const rows = await rowsOf('source=alpha', 'year=2025', 'rates.parquet')
    expect(rows.map(({ base, quote, value }) => [base, quote, value])).toEqual([
      ['EUR', 'USD', 1.158],
      ['EUR', 'GBP', 0.8812],
      ['EUR', 'JPY', 180.9],
      ['EUR', 'USD', 1.161]
    ])
    expect(Object.keys(rows[0]!)).not.toContain('source')
    const newest = await rowsOf('newest.parquet')
    expect(newest.map(({ source, type }) => `${source} ${type}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'alpha reference'),
      'beta buy',
      'beta mid',
      'beta sell'
    ])
  })

  it('say whom to name, and that terms were not read', async () => {
    expect(await text('first', 'pair/alpha/terms.txt')).toMatch(
      /^Source: Bank alpha, https:\/\/example\.com\/alpha\nTerms: Terms not read\.\n/
    )
    expect(await text('first', 'bank/alpha.html')).toContain('Terms not read.')
    const { sources } = JSON.parse(await text('first', 'index.json'))
    expect(sources[0].terms).toBe('Terms not read.')
  })

  it('have a schema for each kind of JSON in OpenAPI, and a reason for a source that fails', async () => {
    const { paths } = JSON.parse(await text('first', 'openapi.json'))
    expect(Object.keys(paths)).toContain('/pair/{bank}/{pair}.csv')
    const example = { bank: 'alpha', date: '2025-11-20' } as Record<string, string>
    const described = Object.entries(paths as Record<string, { get: { responses: Responses } }>).map(
      ([path, { get }]) =>
        [path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => example[name]!), get.responses[200].content] as const
    )
    const json = described.filter(([, content]) => 'application/json' in content)
    expect(json.map(([path]) => path)).toEqual([
      'api/open/central-bank/alpha',
      'api/v1/central-bank/alpha/2025-11-20',
      'api/open/central-banks',
      'index.json',
      'status.json',
      '.well-known/jwks.json',
      'manifest.json'
    ])
    for (const [path, content] of json) {
      const { schema } = content['application/json']!
      const type = z.fromJSONSchema(schema)
      const { success, error } = type.safeParse(JSON.parse(await text('first', path)))
      expect([path, success, error?.message]).toEqual([path, true, undefined])
      expect([path, type.safeParse({}).success]).toEqual([path, false])
    }
    await service.database.write(
      `insert into runs (source, kind, status, started_at, finished_at, error)
        values ('beta', 'ingest', 'failed', '2026-03-03', '2026-03-03', 'GET https://example.com/beta answered 403')`
    )
    await publish('failing', { without: ['composite'] })
    const { sources } = JSON.parse(await text('failing', 'status.json'))
    expect(sources.find((it: { code: string }) => it.code === 'beta')).toMatchObject({
      state: 'blocked',
      failing_since: '2026-03-03T00:00:00.000000Z',
      error: 'GET https://example.com/beta answered 403'
    })
    await service.database.write("delete from runs where source = 'beta'")
  })
})

describe('tables', () => {
  const TABLE = '/api/v1/central-bank/:bank/:date'
  const asked: string[] = []
  const answer: Answer = (path, ...rest) => {
    asked.push(path)
    return answerOffline(path, ...rest)
  }
  beforeEach(() => asked.splice(0))

  it('are not read again if nothing changed, even after an interrupted first run', async () => {
    await publish('first', {}, { answer })
    expect(asked).not.toContain(TABLE)
    const upTo: Answer = (path, ...rest) =>
      path === '/log/checkpoint' ? Promise.reject(new Error('cut off')) : answerOffline(path, ...rest)
    await expect(publish('behind', { without: ['composite'] }, { answer: upTo })).rejects.toThrow('cut off')
    await publish('behind', {}, { answer })
    expect(asked).not.toContain(TABLE)
  })

  it('are read again after an upgrade, and rewritten if they differ', async () => {
    const part = place('behind', 'manifest/source/alpha.ndjson')
    await writeFile(part, (await readFile(part, 'utf8')).replace(/"state":"[0-9a-f]{8}\//, '"state":"00000000/'))
    expect(await publish('behind', {}, { answer })).toMatchObject({ written: 0 })
    expect(asked.filter((path) => path === TABLE)).toHaveLength(3)
  })

  it('are rewritten if they are missing', async () => {
    const path = 'api/v1/central-bank/alpha/2025-11-19'
    const content = await text('behind', path)
    await rm(place('behind', path))
    expect(await publish('behind', {}, { answer })).toMatchObject({ written: 1 })
    expect(await text('behind', path)).toBe(content)
  })
})

withTool('python3').describe('the clients', () => {
  it('read an edition from a file server, at its address instead of that of the API', async () => {
    const lines = new Map((await linesOf('first')).map((line) => [line.path, line]))
    const server = createServer(async (request, response) => {
      const line = lines.get(request.url!.slice(1))
      if (!line) return void response.writeHead(404).end()
      response
        .writeHead(200, {
          'content-type': line.content_type,
          'cache-control': line.cache_control,
          etag: `"${line.sha256}"`
        })
        .end(await readFile(place('first', line.path)))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      for (const baseUrl of [address, service.address]) {
        expect(await new Ratebook({ url: baseUrl, key: service.keys.business }).openTable('alpha')).toMatchObject({
          bank: 'alpha',
          rate_date: '2025-11-20',
          rates: [{ base: 'EUR', quote: 'GBP', value: 0.8812 }, {}, {}]
        })
        const program =
          'import sys; from ratebook_client import Ratebook; print(Ratebook(sys.argv[1], ' +
          'sys.argv[2]).table("alpha", "2025-11-20")["rates"][0]["value"])'
        const env = {
          PATH: process.env.PATH,
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONPATH: fileURLToPath(new URL('../../../clients/python/src/', import.meta.url))
        }
        expect(
          (
            await promisify(execFile)('python3', ['-c', program, baseUrl, service.keys.business], {
              env
            })
          ).stdout
        ).toBe('0.88120\n')
      }
    } finally {
      server.close()
    }
  })
})

withTool('git').describe('a change', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', place('git'), '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      encoding: 'utf8'
    })

  it('are a short diff for the change of one day: a new table, new lines in the year and corrected lines', async () => {
    await mkdir(place('git'))
    git('init', '--quiet')
    await publish('git', { without: ['composite'] })
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Thursday')
    await seedRows(service.database, 'alpha', [
      euro('2025-11-21', 'GBP', '0.88000'),
      euro('2025-11-21', 'JPY', '180.10'),
      euro('2025-11-21', 'USD', '1.1520')
    ])
    await release(euro('2024-12-30', 'USD', '1.0444'))
    await publish('git')
    git('add', '--all')
    expect(
      git('diff', '--cached', '--name-status')
        .trim()
        .split('\n')
        .filter((line) => !/log|manifest|\t(bank|pair|parquet|status|calendar|index\.html)/.test(line))
    ).toEqual([
      'M\tapi/open/central-bank/alpha',
      'M\tapi/open/central-banks',
      'M\tapi/v1/central-bank/alpha/2024-12-30',
      'A\tapi/v1/central-bank/alpha/2025-11-21',
      'M\tapi/v1/central-bank/alpha/history/2024.csv',
      'M\tapi/v1/central-bank/alpha/history/2025.csv',
      'M\tindex.json'
    ])
    const diff = git('diff', '--cached', '--unified=0', '--', 'api/open/central-bank', 'api/v1')
      .replaceAll(/^(diff|index|new file|---|@@).*\n/gm, '')
      .replaceAll('\r', '')
    expect(diff).toMatchInlineSnapshot(`
      "+++ b/api/open/central-bank/alpha
      -{"bank":"alpha","rate_date":"2025-11-20","rates":[
      -{"base":"EUR","quote":"GBP","type":"reference","value":0.88120},
      -{"base":"EUR","quote":"JPY","type":"reference","value":180.90},
      -{"base":"EUR","quote":"USD","type":"reference","value":1.1610}
      +{"bank":"alpha","rate_date":"2025-11-21","rates":[
      +{"base":"EUR","quote":"GBP","type":"reference","value":0.88000},
      +{"base":"EUR","quote":"JPY","type":"reference","value":180.10},
      +{"base":"EUR","quote":"USD","type":"reference","value":1.1520}
      +++ b/api/v1/central-bank/alpha/2024-12-30
      -{"base":"EUR","quote":"USD","type":"reference","value":1.0410}
      -],"disclaimer":"Values are as the source published them. Rates marked as derived were calculated from them by Ratebook. For information only, without warranty: check with the source before you rely on a figure."}
      \\ No newline at end of file
      +{"base":"EUR","quote":"USD","type":"reference","value":1.0444}
      +],"notes":[{"currency":"USD","kind":"doubt","since":"2024-12-30","until":"2024-12-30","note":"EUR/USD reference: a test; seen at the publisher.","verified":true}],"disclaimer":"Values are as the source published them. Rates marked as derived were calculated from them by Ratebook. For information only, without warranty: check with the source before you rely on a figure."}
      \\ No newline at end of file
      +++ b/api/v1/central-bank/alpha/2025-11-21
      +{"bank":"alpha","name":"Bank alpha","requested_date":"2025-11-21","rate_date":"2025-11-21","published_on_requested_date":true,"rates":[
      +{"base":"EUR","quote":"GBP","type":"reference","value":0.88000},
      +{"base":"EUR","quote":"JPY","type":"reference","value":180.10},
      +{"base":"EUR","quote":"USD","type":"reference","value":1.1520}
      +],"disclaimer":"Values are as the source published them. Rates marked as derived were calculated from them by Ratebook. For information only, without warranty: check with the source before you rely on a figure."}
      \\ No newline at end of file
      +++ b/api/v1/central-bank/alpha/history/2024.csv
      -alpha,2024-12-30,EUR,USD,reference,1.0410
      +alpha,2024-12-30,EUR,USD,reference,1.0444
      +++ b/api/v1/central-bank/alpha/history/2025.csv
      +alpha,2025-11-21,EUR,GBP,reference,0.88000
      +alpha,2025-11-21,EUR,JPY,reference,180.10
      +alpha,2025-11-21,EUR,USD,reference,1.1520
      "
    `)
  })

  it('writes only the affected files', async () => {
    await publish('few', { without: ['composite'] })
    const before = await filesOf('few')
    await release(euro('2024-12-30', 'USD', '1.0445'))
    await publish('few')
    const after = await filesOf('few')
    const changed = [...after]
      .filter(([path, content]) => before.get(path) !== content && !path.startsWith('log/tile/'))
      .map(([path]) => path)
    expect(changed).toEqual([
      'api/v1/central-bank/alpha/2024-12-30',
      'api/v1/central-bank/alpha/history/2024.csv',
      'log/checkpoint',
      'manifest/log.ndjson',
      'manifest/parquet.ndjson',
      'manifest/source/alpha.ndjson',
      'pair/alpha/EUR-USD.csv',
      'pair/alpha/EUR-USD.html',
      'parquet/source=alpha/year=2024/rates.parquet'
    ])
  })

  it('are not published from quarantine, and the log keeps only the tiles of the last two checkpoints', async () => {
    const tiles = async () => [...(await filesOf('few')).keys()].filter((path) => path.startsWith('log/tile/entries'))
    const size = Number((await text('few', 'log/checkpoint')).split('\n')[1])
    expect(await tiles()).toEqual([size - 2, size].map((width) => `log/tile/entries/000.p/${width}`))
    await publish('few')
    expect(await tiles()).toHaveLength(2)
    await hold(euro('2024-12-30', 'USD', '1.0446'))
    await publish('few')
    expect(await text('few', 'api/v1/central-bank/alpha/2024-12-30')).toContain('"value":1.0445}')
    expect(await tiles()).toEqual([size, size + 1].map((width) => `log/tile/entries/000.p/${width}`))
  })

  it('removes withdrawn rates and tables', async () => {
    const released = await release(euro('2025-11-22', 'GBP', '9.99'), euro('2025-11-23', 'USD', '0.02'))
    expect(released).toHaveLength(2)
    await release(euro('2025-11-22', 'JPY', '180.50')) // the newest change of its table remains
    await publish('gone', { without: ['composite'] })
    const paths = [
      ['api/v1/central-bank/alpha/2025-11-22', 'GBP'],
      ['api/v1/central-bank/alpha/2025-11-23', 'USD']
    ] as const
    for (const [path, code] of paths) expect(await text('gone', path)).toContain(code)
    for (const id of released) await undo(service.database, id, DECISION)
    expect(await publish('gone')).toMatchObject({ removed: 1 })
    expect(await text('gone', paths[0][0])).not.toContain('GBP')
    expect(await pathsOf('gone')).not.toContain(paths[1][0])
    expect(await text('gone', 'api/v1/central-bank/alpha/history/2025.csv')).not.toMatch(/9\.99|2025-11-23/)
  })

  it('deletes the files of a removed source, but no foreign files', async () => {
    await writeFile(place('gone', 'CNAME'), 'rates.example')
    await writeFile(place('gone', 'api/v1/central-bank/beta/notes.txt'), 'mine')
    await registerSources(
      service.database,
      BANKS.filter(({ code }) => code !== 'beta')
    )
    expect(await publish('gone')).toMatchObject({ removed: 9 })
    const paths = await pathsOf('gone')
    expect(paths.filter((path) => path.includes('beta'))).toEqual(['api/v1/central-bank/beta/notes.txt'])
    expect(paths).toContain('CNAME')
    await registerSources(service.database, BANKS)
  })
})

describe('options', () => {
  it('apply until changed, and select the published sources and years', async () => {
    await publish('options', { fromYear: 2023, without: ['beta', 'composite'] })
    expect(await pathsOf('options')).toContain('api/v1/central-bank/alpha/2023-12-29')
    expect((await pathsOf('options')).filter((path) => path.includes('beta'))).toEqual([])
    expect(await publish('options')).toMatchObject({ written: 0, removed: 0 })
    await publish('options', { fromYear: null, without: ['composite'] })
    expect(await pathsOf('options')).not.toContain('api/v1/central-bank/alpha/2023-12-29')
    expect(await pathsOf('options')).toContain('api/open/central-bank/beta')
  })
})

describe('an interrupted run', () => {
  /** Fails after `count` answers like a full disk. */
  function failingAfter(count: number): Answer {
    return async (...args) => {
      if (count-- === 0) throw new Error('ENOSPC: no space left on device')
      return answerOffline(...args)
    }
  }

  beforeAll(() => publish('whole', { without: ['composite'] }))

  it.each([1, 3, 6, 8, 10])(
    'leaves complete files and manifests after %i answers, and the next run completes it',
    async (count) => {
      const name = `cut-${count}`
      await expect(publish(name, { without: ['composite'] }, { answer: failingAfter(count) })).rejects.toThrow('ENOSPC')
      for (const { path, sha256 } of await linesOf(name))
        expect(
          createHash('sha256')
            .update(await readFile(place(name, path)))
            .digest('hex')
        ).toBe(sha256)
      await mkdir(place(name, 'api/open/central-bank'), { recursive: true }) // the state after a kill within a file
      await appendFile(place(name, '.publishing'), '+api/open/central-bank/alpha\n')
      await writeFile(place(name, 'api/open/central-bank/alpha.tmp'), 'half a ta')
      await publish(name, {}, { now: Date.parse(JSON.parse(await text('whole', 'api/open/central-banks')).checked_at) })
      expect(await filesOf(name)).toEqual(await filesOf('whole'))
    }
  )

  it('leaves manifests of existing files at any point of an update', async () => {
    const now = Date.now()
    await publish('update', { without: ['composite'] }, { now })
    await release(euro('2025-11-24', 'USD', '1.1530'), euro('2024-12-30', 'USD', '1.0447'))
    let isWhole = false
    for (let count = 1; !isWhole; count++) {
      isWhole = await publish('update', {}, { now, answer: failingAfter(count) }).then(
        () => true,
        () => false
      )
      for (const { path } of await linesOf('update'))
        expect([path, existsSync(place('update', path))]).toEqual([path, true])
    }
    await publish('updated', { without: ['composite'] }, { now })
    const apiOf = async (name: string) => [...(await filesOf(name))].filter(([path]) => path.startsWith('api/'))
    expect(await apiOf('update')).toEqual(await apiOf('updated'))
    expect(await text('update', 'api/v1/central-bank/alpha/2024-12-30')).toContain('1.0447')
  })

  it('deletes files that later options exclude', async () => {
    await expect(
      publish('cleared', { fromYear: 2023, without: ['composite'] }, { answer: failingAfter(2) })
    ).rejects.toThrow('ENOSPC')
    expect(await pathsOf('cleared')).toContain('api/v1/central-bank/alpha/2023-12-29')
    await publish('cleared', { fromYear: null })
    expect(await pathsOf('cleared')).not.toContain('api/v1/central-bank/alpha/2023-12-29')
    expect(await pathsOf('cleared')).not.toContain('.publishing')
  })

  it('rewrites a possibly incomplete file', async () => {
    await publish('doubt', { without: ['composite'] })
    const path = 'api/v1/central-bank/alpha/2025-11-20'
    const content = await text('doubt', path)
    await writeFile(place('doubt', path), 'the state of a correction that was undone')
    await writeFile(place('doubt', '.publishing'), `+${path}\n+../outside\n+api/v1/cent`)
    await publish('doubt')
    expect(await text('doubt', path)).toBe(content)
  })
})

describe('a folder', () => {
  it('is refused with other files and left unchanged', async () => {
    await expect(publish('.')).rejects.toThrow('contains other files, such as')
    await mkdir(place('export'))
    await writeFile(place('export', 'manifest.json'), '{ "format": "csv", "scale": 12, "files": [] }')
    await expect(publish('export')).rejects.toThrow('its manifest.json is not the manifest of a static edition')
  })

  it('is refused with a manifest that names a path outside of it', async () => {
    await publish('tampered', { without: ['composite'] })
    const part = place('tampered', 'manifest/source/alpha.ndjson')
    await writeFile(part, (await readFile(part, 'utf8')).replace('api/open/central-bank/alpha', '../outside'))
    await expect(publish('tampered')).rejects.toThrow('expected a path within the folder')
  })

  it('is refused with the edition of another log', async () => {
    await publish('forked', { without: ['composite'] })
    const part = place('forked', 'manifest/log.ndjson')
    const root = (await text('forked', 'log/checkpoint')).split('\n')[2]!
    await writeFile(part, (await readFile(part, 'utf8')).replace(root, Buffer.alloc(32).toString('base64')))
    await expect(publish('forked')).rejects.toThrow('the log does not continue the published checkpoint')
  })
})
