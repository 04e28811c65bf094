import { deflateRawSync } from 'node:zlib'
import { pick, type Random } from '../random.ts'
import type { Connection } from './connection.ts'

/** A kind of attack: what a stranger does with a connection, again and again with new ones until the time is over. */
export interface Kind {
  name: string
  attack: (connection: Connection, random: Random) => Promise<void>
  /** How many connections there are for one of the others. */
  times?: number
}

type Headers = Record<string, string>
type Make = (random: Random) => string | Buffer

const TABLE = '/api/open/central-bank/ecb'
const SIGN_IN = '/api/auth/sign-in/email'
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const UPLOAD = 2_000_000 // bytes, the most that a page takes
const DRIP = 20 // milliseconds between two pieces
const BANKS = ['ecb', 'cnb', 'nbp', 'bnr', 'boc', 'snb', 'riksbank', 'norges', 'mnb', 'cbr']
const SYMBOLS = ['USD', 'JPY', 'GBP', 'CHF', 'CZK', 'PLN', 'SEK', 'NOK', 'HUF', 'CAD', 'AUD', 'CNY', 'INR', 'KRW', 'BRL', 'MXN', 'ZAR', 'TRY']

const below = (end: number, random: Random) => Math.floor(random() * end)
const bank = (random: Random) => pick(BANKS, random)!
const symbol = (random: Random) => pick(SYMBOLS, random)!
const day = (random: Random) => new Date(Date.UTC(2025, 0, 1 + below(300, random))).toISOString().slice(0, 10)
const word = (random: Random, length = 12) => Array.from({ length }, () => below(36, random).toString(36)).join('')
const some = (count: number, make: (at: number) => string, separator = ',') => Array.from({ length: count }, (_, at) => make(at)).join(separator)

function get (path: string, headers: Headers = {}, method = 'GET'): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function post (path: string, body: string | Buffer, type = JSON_TYPE, headers: Headers = {}): Buffer {
  const bytes = Buffer.from(body as string)
  return Buffer.concat([Buffer.from(get(path, { 'Content-Type': type, 'Content-Length': String(bytes.length), ...headers }, 'POST')), bytes])
}

const chunked = (chunks: string) => get(SIGN_IN, { 'Transfer-Encoding': 'chunked', 'Content-Type': JSON_TYPE }, 'POST') + chunks
const tool = (name: string, fields: object) => post('/api/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } }), JSON_TYPE, { Accept: 'application/json, text/event-stream' })

/** Asks on kept connections, each time when the answer before has begun. */
function asks (name: string, make: Make): Kind {
  return {
    name,
    attack: async (connection, random) => {
      while (connection.isOpen) await connection.ask(make(random))
    }
  }
}

/** Sends once on a new connection and waits until the server closes it. */
function sends (name: string, make: Make): Kind {
  return {
    name,
    attack: async (connection, random) => {
      await connection.send(make(random))
      await connection.closed()
    }
  }
}

/** Sends a beginning, then pieces without an end. */
function drips (name: string, beginning: string | Buffer, piece: string, pause = DRIP): Kind {
  return {
    name,
    attack: async (connection) => {
      await connection.send(beginning)
      while (connection.isOpen) {
        await connection.send(piece)
        await connection.wait(pause)
      }
    }
  }
}

/** Sends requests and reads no answer, for a while. */
function ignores (name: string, path: string, milliseconds: number): Kind {
  return {
    name,
    attack: async (connection) => {
      connection.pause()
      await connection.send(get(path).repeat(16))
      await connection.wait(milliseconds)
      connection.leave()
    }
  }
}

const connections: Kind[] = [
  { name: 'a thousand silent connections', times: 31, attack: (connection) => connection.closed() },
  { name: 'a connection for each request', attack: (connection) => connection.ask(get(TABLE)) },
  {
    name: 'connected and gone',
    attack: async (connection) => { connection.leave() }
  },
  {
    name: 'given up before dear answers',
    attack: async (connection, random) => {
      await connection.send(get(`/compare/EUR/USD?on=${day(random)}`))
      await connection.wait(below(DRIP, random))
      connection.leave()
    }
  },
  {
    name: 'half-closed behind a request',
    attack: async (connection) => {
      await connection.send(get(TABLE))
      connection.half()
      await connection.closed()
    }
  },
  drips('headers without an end, one every 20 ms', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: 1\r\n'),
  drips('headers without an end, at once', 'GET / HTTP/1.1\r\nHost: localhost\r\n', `X: ${'a'.repeat(1000)}\r\n`.repeat(8), 0),
  drips('a body, one byte every 20 ms', post(SIGN_IN, ' '.repeat(10_000)).subarray(0, 200), ' '),
  drips('chunks without an end', chunked(''), `ffff\r\n${' '.repeat(65_535)}\r\n`, 0),
  ignores('unread documents', '/openapi.json', 5000),
  ignores('unread small answers', TABLE, 200),
  ignores('unread streams of events', '/api/v1/events?after=0', 500)
]

const heads: Kind[] = [
  sends('thousands of requests in a packet', () => get('/a').repeat(3000)),
  asks('16 requests in a packet', () => get(TABLE).repeat(16)),
  sends('thousands of headers', () => get(TABLE, Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`X-${at}`, '1'])))),
  sends('a line of 60 KB', () => get(`/${'a'.repeat(60_000)}`)),
  sends('both lengths', () => get(SIGN_IN, { 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, 'POST')),
  sends('random bytes', (random) => `${word(random, 2000)}\r\n\r\n`),
  asks('other methods', (random) => get(TABLE, {}, pick(['TRACE', 'PUT', 'DELETE', 'PROPFIND', 'OPTIONS'], random)!)),
  asks('a thousand encodings', (random) => get('/docs', { 'Accept-Encoding': some(500, (at) => `${word(random, 2)};q=0.${at}`) })),
  asks('a thousand media types', (random) => get('/nothing', { Accept: some(500, (at) => `${word(random, 2)}/a;q=0.${at}`) })),
  asks('a thousand cookies', (random) => get('/login', { Cookie: some(500, (at) => `c${at}=${word(random, 4)}`, '; ') })),
  asks('a thousand ranges', () => get('/openapi.json', { Range: `bytes=${some(500, (at) => `${at}-${at + 9}`)}` })),
  asks('a new host each time', (random) => get(pick(['/docs', '/openapi.json', '/sitemap.xml', '/'], random)!, { Host: `${word(random)}.example` })),
  asks('made-up proxies', (random) => get(TABLE, { 'X-Forwarded-For': some(500, () => `10.0.0.${below(256, random)}`) })),
  asks('a thousand parameters', () => get(`${TABLE}?${some(1000, () => 'type=a', '&')}`)),
  asks('ways out of the folder', (random) => get(`/assets/${'%2e%2e%2f'.repeat(1 + below(100, random))}etc%2fpasswd`)),
  asks('unknown paths', (random) => get(`/${word(random)}/${word(random)}`, { Accept: 'text/html' }))
]

const PAGES: Record<string, (random: Random) => string> = {
  'the first page': () => '/',
  'tables': (random) => `/banks/ecb/${day(random)}`,
  'figures': (random) => `/figure/ecb/${symbol(random)}-HKD/${day(random)}`,
  'pairs at all sources': (random) => `/compare/${symbol(random)}/EUR?on=${day(random)}`,
  'charts of six sources': (random) => `/chart/${some(6, () => bank(random))}/EUR-${symbol(random)}?range=1y`,
  'pictures of charts': (random) => `/chart/ecb/EUR-${symbol(random)}.png?from=2025-01-1${below(10, random)}&to=2025-11-1${below(10, random)}`,
  'searches': (random) => `/search?q=${word(random, 1 + below(60, random))}`,
  'the state of the sources': () => '/status',
  'applicable rates': (random) => `/applicable?jurisdiction=PL&purpose=vat&date=${day(random)}&source=${symbol(random)}&amount=${below(1e6, random)}`,
  'forged slips': (random) => `/verify?slip=${word(random, 40)}.${word(random, 800)}.${word(random, 86)}`,
  'open tables': (random) => `/api/open/central-bank/${bank(random)}?format=${pick(['json', 'csv', 'xml', 'xlsx', 'parquet'], random)!}`,
  'proofs of consistency': (random) => `/log/consistency?earlier=${below(4, random)}`,
  'health, readiness and metrics': (random) => pick(['/healthz', '/readyz', '/metrics'], random)!,
  'streams of events': () => `/api/v1/events?bank=${some(100, (at) => `bank${at}`)}`
}

const UPLOADS: Record<string, () => Buffer> = {
  '2 MB of brackets': () => post('/verify/file', '['.repeat(UPLOAD)),
  '2 MB of keys': () => post('/verify/file', `{${some(150_000, (at) => `"${at}":1`)}}`),
  'many signatures': () => post('/verify/file', `{"payload":"e30","signatures":[${some(45_000, () => '{"protected":"e30","signature":"e30"}')}]}`),
  'a PDF of objects': () => post('/verify/file', `%PDF-1.7\n${'1 0 obj<<>>endobj '.repeat(100_000)}`, 'application/pdf'),
  'a ZIP bomb': () => post('/verify/file', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(200_000_000))]), 'application/zip'),
  'a form of tiny files': () => post('/verify/file', `${'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n'.repeat(10_000)}--b--\r\n`, 'multipart/form-data; boundary=b'),
  '2 MB as text': () => post('/verify', `text=a${'+'.repeat(UPLOAD - 10)}a`, FORM)
}

const bodies: Kind[] = [
  sends('chunks of a byte', () => chunked('1\r\n \r\n'.repeat(10_000))),
  asks('JSON within JSON', () => post(SIGN_IN, '['.repeat(16_000))),
  asks('compressed bodies', () => post(SIGN_IN, deflateRawSync(Buffer.alloc(1_000_000)), JSON_TYPE, { 'Content-Encoding': 'deflate' })),
  asks('a file of invoices without a key', () => post('/api/v1/applicable/batch?jurisdiction=PL&purpose=vat', `date,currency,amount\n${'2026-03-03,USD,1000\n'.repeat(50_000)}`, 'text/csv'))
]

const email = (random: Random) => `${word(random)}@example.com`
const password = 'correct horse battery staple'
const ACCOUNTS: Record<string, Make> = {
  'log-ins with new addresses': (random) => post(SIGN_IN, JSON.stringify({ email: email(random), password })),
  'log-ins with one address': (random) => post(SIGN_IN, JSON.stringify({ email: 'somebody@example.com', password: word(random) })),
  'registrations': (random) => post('/api/auth/sign-up/email', JSON.stringify({ email: email(random), password, name: 'A' })),
  'requests for new passwords': (random) => post('/api/auth/request-password-reset', JSON.stringify({ email: email(random) })),
  'trial keys': (random) => post('/api/agent/keys', JSON.stringify({ name: word(random) })),
  'made-up keys': (random) => get('/api/v1/central-bank/ecb/history', { Authorization: `Bearer rb_${word(random, 43)}` }),
  'made-up sessions': (random) => get('/account', { Cookie: `ratebook.session_token=${word(random, 32)}.${word(random, 43)}` })
}

const TOOLS: Record<string, (random: Random) => object> = {
  compare_banks: (random) => ({ source: symbol(random), target: 'EUR' }),
  history: () => ({ bank: 'ecb', from: '2024-11-20', to: '2025-11-20' }),
  availability: () => ({ bank: 'ecb', from: '1999-01-01', to: '2025-12-31' }),
  convert: () => ({ bank: 'ecb', amount: '9'.repeat(15_000), source: 'EUR', target: 'USD' })
}

/** Everything that a stranger tries. */
export const kinds: Kind[] = [
  ...connections,
  ...heads,
  ...Object.entries(PAGES).map(([name, path]) => asks(name, (random) => get(path(random)))),
  ...Object.entries(UPLOADS).map(([name, make]) => asks(`to verify: ${name}`, onceMade(make))),
  ...bodies,
  ...Object.entries(ACCOUNTS).map(([name, make]) => asks(name, make)),
  ...Object.entries(TOOLS).map(([name, fields]) => asks(`tools: ${name}`, (random) => tool(name, fields(random))))
]

/** A stranger needs little time to send a file again. */
function onceMade (make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => made ??= make()
}
