import { deflateRawSync } from 'node:zlib'
import { pick, type Random } from '../../random.ts'

type Make = (random: Random) => string | Buffer

/** An attack that needs no key. It is repeated with new connections until the time is over. */
export interface Attack {
  name: string
  /** What the client sends. */
  make: Make
  /**
   * What it does next: `repeat` sends another request after each answer, `wait` waits until the server closes the
   * connection, `drip` sends pieces without end, and `abort` reads nothing and closes the connection.
   */
  then: 'repeat' | 'wait' | 'drip' | 'abort'
  piece?: string
  /** Milliseconds after each piece, or before closing. */
  pause?: number
  /** The factor by which this attack uses more connections than the others. */
  times?: number
}

const TABLE = '/api/open/central-bank/ecb'
const SIGN_IN = '/api/auth/sign-in/email'
const JSON_TYPE = 'application/json'
const MAX_UPLOAD = 2_000_000 // bytes
const BANKS = ['ecb', 'cnb', 'nbp', 'bnr', 'boc', 'snb', 'riksbank', 'norges', 'mnb', 'cbr']
// prettier-ignore
const SYMBOLS = [
  'USD', 'JPY', 'GBP', 'CHF', 'CZK', 'PLN', 'SEK', 'NOK', 'HUF', 'CAD', 'AUD', 'CNY', 'INR', 'KRW', 'BRL', 'MXN',
  'ZAR', 'TRY'
]

const below = (end: number, random: Random) => Math.floor(random() * end)
const bank = (random: Random) => pick(BANKS, random)!
const symbol = (random: Random) => pick(SYMBOLS, random)!
const day = (random: Random) => new Date(Date.UTC(2025, 0, 1 + below(300, random))).toISOString().slice(0, 10)
const word = (random: Random, length = 12) => Array.from({ length }, () => below(36, random).toString(36)).join('')
const list = (count: number, make: (at: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, at) => make(at)).join(separator)

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function post(
  path: string,
  body: string | Buffer | object,
  type = JSON_TYPE,
  headers: Record<string, string> = {}
): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return Buffer.concat([
    Buffer.from(get(path, { 'Content-Type': type, 'Content-Length': String(bytes.length), ...headers }, 'POST')),
    bytes
  ])
}

const chunked = (chunks: string) =>
  get(SIGN_IN, { 'Transfer-Encoding': 'chunked', 'Content-Type': JSON_TYPE }, 'POST') + chunks
const tool = (name: string, fields: object) =>
  post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } }, JSON_TYPE, {
    Accept: 'application/json, text/event-stream'
  })

const CONNECTIONS: Attack[] = [
  { name: '1000 silent connections', make: () => '', then: 'wait', times: 31 },
  { name: 'one connection per request', make: () => get(TABLE, { Connection: 'close' }), then: 'wait' },
  { name: 'thousands of pipelined requests', make: () => get('/a').repeat(3000), then: 'wait' },
  { name: 'chunks of one byte', make: () => chunked('1\r\n \r\n'.repeat(10_000)), then: 'wait' },
  {
    name: 'requests aborted before a slow answer',
    make: (random) => get(`/compare/EUR/USD?on=${day(random)}`),
    then: 'abort',
    pause: 10
  },
  { name: 'unread documents', make: () => get('/openapi.json').repeat(16), then: 'abort', pause: 5000 },
  {
    name: 'endless headers, one every 20 ms',
    make: () => 'GET / HTTP/1.1\r\nHost: localhost\r\n',
    then: 'drip',
    piece: 'X: 1\r\n',
    pause: 20
  },
  {
    name: 'endless headers at full speed',
    make: () => 'GET / HTTP/1.1\r\nHost: localhost\r\n',
    then: 'drip',
    piece: `X: ${'a'.repeat(1000)}\r\n`.repeat(8)
  },
  {
    name: 'a body of one byte every 20 ms',
    make: () => post(SIGN_IN, ' '.repeat(10_000)).subarray(0, 200),
    then: 'drip',
    piece: ' ',
    pause: 20
  },
  { name: 'endless chunks', make: () => chunked(''), then: 'drip', piece: `ffff\r\n${' '.repeat(65_535)}\r\n` }
]

const HEADERS: Record<string, Make> = {
  '500 encodings': (random) => get('/docs', { 'Accept-Encoding': list(500, (at) => `${word(random, 2)};q=0.${at}`) }),
  '500 cookies': (random) => get('/login', { Cookie: list(500, (at) => `c${at}=${word(random, 4)}`, '; ') }),
  '500 ranges': () => get('/openapi.json', { Range: `bytes=${list(500, (at) => `${at}-${at + 9}`)}` }),
  'a different host in each request': (random) =>
    get(pick(['/docs', '/openapi.json', '/sitemap.xml', '/'], random)!, { Host: `${word(random)}.example` }),
  'forged proxy addresses': (random) =>
    get(TABLE, { 'X-Forwarded-For': list(500, () => `10.0.0.${below(256, random)}`) })
}

const PATHS: Record<string, (random: Random) => string> = {
  '1000 parameters': () => `${TABLE}?${list(1000, () => 'type=a', '&')}`,
  'unknown paths': (random) => `/${word(random)}/${word(random)}`,
  'comparisons of all sources': (random) => `/compare/${symbol(random)}/EUR?on=${day(random)}`,
  'charts of six sources': (random) => `/chart/${list(6, () => bank(random))}/EUR-${symbol(random)}?range=1y`,
  'chart images': (random) =>
    `/chart/ecb/EUR-${symbol(random)}.svg?from=2025-01-1${below(10, random)}&to=2025-11-1${below(10, random)}`,
  searches: (random) => `/search?q=${word(random, 1 + below(60, random))}`,
  'applicable rates': (random) =>
    `/applicable?jurisdiction=PL&purpose=vat&date=${day(random)}&source=${symbol(random)}&amount=${below(1e6, random)}`,
  'forged slips': (random) => `/verify?slip=${word(random, 40)}.${word(random, 800)}.${word(random, 86)}`,
  'open tables': (random) =>
    `/api/open/central-bank/${bank(random)}?format=${pick(['json', 'csv', 'xml', 'xlsx', 'parquet'], random)!}`,
  'health, readiness and metrics': (random) => pick(['/healthz', '/readyz', '/metrics'], random)!
}

const UPLOADS: Record<string, () => Buffer> = {
  '2 MB of brackets': () => post('/verify/file', '['.repeat(MAX_UPLOAD)),
  '45,000 signatures': () =>
    post(
      '/verify/file',
      `{"payload":"e30","signatures":[${list(45_000, () => '{"protected":"e30","signature":"e30"}')}]}`
    ),
  'a PDF of 100,000 objects': () =>
    post('/verify/file', `%PDF-1.7\n${'1 0 obj<<>>endobj '.repeat(100_000)}`, 'application/pdf'),
  'a ZIP bomb': () =>
    post(
      '/verify/file',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(200_000_000))]),
      'application/zip'
    ),
  'a form of 10,000 files': () =>
    post(
      '/verify/file',
      `${'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n'.repeat(10_000)}--b--\r\n`,
      'multipart/form-data; boundary=b'
    ),
  '2 MB of text': () => post('/verify', `text=a${'+'.repeat(MAX_UPLOAD - 10)}a`, 'application/x-www-form-urlencoded'),
  'nested JSON': () => post(SIGN_IN, '['.repeat(16_000)),
  'compressed bodies': () =>
    post(SIGN_IN, deflateRawSync(Buffer.alloc(1_000_000)), JSON_TYPE, { 'Content-Encoding': 'deflate' }),
  'a file of invoices without a key': () =>
    post(
      '/api/v1/applicable/batch?jurisdiction=PL&purpose=vat',
      `date,currency,amount\n${'2026-03-03,USD,1000\n'.repeat(50_000)}`,
      'text/csv'
    )
}

const email = (random: Random) => `${word(random)}@example.com`
const ACCOUNTS: Record<string, Make> = {
  'log-ins with random addresses': (random) => post(SIGN_IN, { email: email(random), password: word(random) }),
  'log-ins with one address': (random) => post(SIGN_IN, { email: 'somebody@example.com', password: word(random) }),
  registrations: (random) =>
    post('/api/auth/sign-up/email', { email: email(random), password: word(random), name: 'A' }),
  'trial keys': (random) => post('/api/agent/keys', { name: word(random) }),
  'forged keys': (random) =>
    get('/api/v1/central-bank/ecb/history', { Authorization: `Bearer rb_${word(random, 43)}` }),
  'tool: compare_banks': (random) => tool('compare_banks', { source: symbol(random), target: 'EUR' }),
  'tool: history': () => tool('history', { bank: 'ecb', from: '2024-11-20', to: '2025-11-20' }),
  'tool: convert': () => tool('convert', { bank: 'ecb', amount: '9'.repeat(15_000), source: 'EUR', target: 'USD' })
}

export const ATTACKS: Attack[] = [
  ...CONNECTIONS,
  ...Object.entries({ ...HEADERS, ...ACCOUNTS }).map(([name, make]) => ({ name, make, then: 'repeat' as const })),
  ...Object.entries(PATHS).map(([name, path]) => ({
    name,
    make: (random: Random) => get(path(random)),
    then: 'repeat' as const
  })),
  ...Object.entries(UPLOADS).map(([name, make]) => ({ name, make: once(make), then: 'repeat' as const }))
]

/** Makes an upload only once, so that the client spends its time on sending. */
function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => (made ??= make())
}
