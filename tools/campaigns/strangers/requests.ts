import { asks, below, get, listOf, post, sends, word, type Kind } from './kind.ts'

/** Odd requests: their lines, headers and numbers. */

const TABLE = '/api/open/central-bank/ecb'
const tiny = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'
const headers = (count: number, name = 'X-') => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, '1']))
const raw = (line: string, rest = 'Host: localhost\r\n') => `${line}\r\n${rest}\r\n`

const counts: Kind[] = [
  sends('thousands of requests in a packet', [400, 'closed'], () => tiny.repeat(3000)),
  sends('requests without an end', ['closed'], () => tiny.repeat(100_000)),
  sends('40 requests in a packet', [400], () => get(TABLE).repeat(40)),
  {
    name: '16 requests in a packet',
    expects: [200],
    attack: async (line) => {
      while (line.isOpen) {
        line.send(get(TABLE).repeat(16))
        await line.answered(16)
      }
    }
  },
  sends('empty lines in front of a request', [404], () => '\r\n'.repeat(20_000) + tiny)
]

const heads: Kind[] = [
  asks('70 headers', [431], () => get(TABLE, headers(70))),
  sends('thousands of headers', [431, 'closed'], () => get(TABLE, headers(2500, ''))),
  {
    name: 'headers without an end',
    expects: [431, 'closed'],
    attack: async (line) => {
      line.send('GET / HTTP/1.1\r\nHost: localhost\r\n')
      while (line.isOpen) await line.sendWhole(`X: ${'a'.repeat(1000)}\r\n`.repeat(8))
    }
  },
  sends('a header of 60 KB', [431, 'closed'], () => get(TABLE, { 'X-Long': 'a'.repeat(60_000) })),
  sends('a line of 60 KB', [431, 'closed'], () => get(`/${'a'.repeat(60_000)}`)),
  asks('a path of 12 KB', [414], (random) => get(`/${word(random)}${'a/'.repeat(6000)}`)),
  asks('two Host headers', [400], () => get(TABLE, { Host: 'a', host: 'b' })),
  asks('odd hosts', [400], (random) => get('/docs', { Host: `${word(random)} <b>` })),
  sends('no Host', [400], () => raw(`GET ${TABLE} HTTP/1.1`, '')),
  sends('no HTTP', [400], (random) => `${word(random, 2000)}\r\n\r\n`),
  sends('a TLS greeting', [400], () => Buffer.from('16030100a5010000a10303', 'hex')),
  sends('HTTP/2 from the start', [400], () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  sends('folded and broken headers', [400], () => raw(`GET ${TABLE} HTTP/1.1`, 'Host: a\r\n b: c\r\n\0: d\r\n')),
  sends('HTTP/1.0', [200], () => raw(`GET ${TABLE} HTTP/1.0`)),
  asks('upgrades to a web socket', [200], () => get(TABLE, { 'Connection': 'Upgrade', 'Upgrade': 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' })),
  asks('upgrades to HTTP/2', [200], () => get(TABLE, { 'Connection': 'Upgrade, HTTP2-Settings', 'Upgrade': 'h2c', 'HTTP2-Settings': 'AAMAAABk' })),
  asks('100-continue', [401, 400, 415], () => post('/api/auth/sign-in/email', '{}', 'application/json', { Expect: '100-continue' })),
  sends('another Expect', [417], () => get(TABLE, { Expect: 'miracles' }))
]

const METHODS = ['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']

const methods: Kind[] = [
  asks('other methods', [405], (random) => get(TABLE, {}, METHODS[below(4, random)])),
  asks('methods of other protocols', [405, 400], () => get('/', {}, 'PROPFIND')),
  sends('CONNECT', [405], () => raw('CONNECT example.com:443 HTTP/1.1')),
  asks('HEAD', [200], () => get('/docs', {}, 'HEAD')),
  asks('PUT with a body', [405], () => Buffer.concat([Buffer.from(get(TABLE, { 'Content-Length': '60000' }, 'PUT')), Buffer.alloc(60_000)])),
  asks('GET with a body', [200], () => Buffer.concat([Buffer.from(get(TABLE, { 'Content-Length': '60000' })), Buffer.alloc(60_000)])),
  asks('preflights', [204], (random) => get(TABLE, { 'Origin': `https://${word(random)}.example`, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': listOf(8000, (at) => `x-${at}`) }, 'OPTIONS')),
  asks('preflights at random paths', [404, 405], (random) => get(`/${word(random)}`, { 'Origin': 'https://a.example', 'Access-Control-Request-Method': 'GET' }, 'OPTIONS'))
]

const lists: Kind[] = [
  asks('a thousand encodings', [200], (random) => get('/docs', { 'Accept-Encoding': listOf(15_000, (at) => `${word(random, 4)};q=0.${at % 1000}`) })),
  asks('new encodings in each request', [200], (random) => get('/docs', { 'Accept-Encoding': listOf(480, () => `${word(random, 2)};q=0.${below(1000, random)}`) })),
  asks('a thousand languages', [200], (random) => get('/', { 'Accept-Language': listOf(15_000, () => word(random, 4)) })),
  asks('a thousand media types', [404], (random) => get('/nothing', { Accept: listOf(15_000, (at) => `${word(random, 3)}/${at % 10};q=0.${at % 1000}`) })),
  asks('a media type of 15 KB', [404], () => get('/nothing', { Accept: `a/b;${'c="'.repeat(5000)}` })),
  asks('a thousand cookies', [200], (random) => get('/login', { Cookie: listOf(15_000, (at) => `c${at}=${word(random, 4)}`, '; ') })),
  asks('cookies of made-up sessions', [200], (random) => get('/login', { Cookie: `ratebook.session_token=${word(random, 32)}.${word(random, 43)}` })),
  asks('a thousand tags', [200], (random) => get('/docs', { 'If-None-Match': listOf(15_000, () => `"${word(random, 4)}"`, ', ') })),
  asks('a thousand ranges', [200], () => get('/openapi.json', { Range: `bytes=${listOf(15_000, (at) => `${at}-${at + 9}`)}` })),
  asks('proxies that are none', [200], (random) => get(TABLE, { 'X-Forwarded-For': listOf(15_000, () => `10.0.0.${below(256, random)}`), 'X-Forwarded-Host': word(random) })),
  asks('connection options without an end', [200, 400], () => get(TABLE, { Connection: listOf(15_000, (at) => `x${at}`) }))
]

const addresses: Kind[] = [
  asks('unknown paths', [404], (random) => get(`/${word(random)}/${word(random)}`)),
  asks('ways out of the folder', [404], (random) => get(`/assets/${'../'.repeat(below(200, random))}etc/passwd`)),
  asks('encoded ways out', [404, 400], (random) => get(`/assets/${'%2e%2e%2f'.repeat(1 + below(100, random))}etc%2fpasswd`)),
  asks('a thousand slashes', [404], () => get(`${'/'.repeat(2000)}nothing`)),
  asks('odd percent-encodings', [400], (random) => get(`/banks/${'%ff%c0%80%'.repeat(1 + below(100, random))}`)),
  asks('a thousand parameters', [400], (random) => get(`${TABLE}?${listOf(1900, () => word(random, 1), '&')}`)),
  asks('one parameter a thousand times', [400], () => get(`${TABLE}?${listOf(1900, () => 'type=a', '&')}`)),
  asks('a parameter of 12 KB', [414], () => get(`/search?q=${'a'.repeat(12_000)}`)),
  asks('encoded parameters', [400, 200], () => get(`${TABLE}?source=${'%F0%9F%92%A9'.repeat(150)}`)),
  asks('whole addresses in the request line', [200, 400, 404], (random) => get(`http://${word(random)}.example${TABLE}`)),
  asks('an asterisk for a path', [404, 400, 405], () => get('*', {}, 'OPTIONS'))
]

const ANY_HOST = ['/docs', '/openapi.json', '/llms.txt', '/sitemap.xml', '/', '/robots.txt', '/banks', '/status', '/applicable/rules', TABLE]
const hosts: Kind[] = [
  ...ANY_HOST.map((path) => asks(`new hosts: ${path}`, [200], (random) => get(path, { Host: `${word(random)}.example` }))),
  ...['gzip', 'br'].map((encoding) => asks(`new hosts: /openapi.json, ${encoding}`, [200], (random) => get('/openapi.json', { 'Host': `${word(random)}.example`, 'Accept-Encoding': encoding })))
]

export const requests: Kind[] = [...counts, ...heads, ...methods, ...lists, ...addresses, ...hosts]
