import { deflateRawSync } from 'node:zlib'
import { asks, below, FORM, get, listOf, post, postJson, sends, word, type Kind } from './kind.ts'

/** Odd bodies. */

const SIGN_IN = '/api/auth/sign-in/email'
const MCP = '/api/mcp'
const SIZE = 2_000_000 // the most that a page takes
const chunked = (path: string, chunks: string) => `${get(path, { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' }, 'POST')}${chunks}`
const base64url = (text: string) => Buffer.from(text).toString('base64url')

const framing: Kind[] = [
  sends('chunks of a byte', [400, 'closed'], () => chunked(SIGN_IN, '1\r\n \r\n'.repeat(10_000))),
  sends('chunks of 16 bytes', [400, 413, 'closed'], () => chunked(SIGN_IN, `10\r\n${' '.repeat(16)}\r\n`.repeat(5000))),
  sends('chunks with extensions', [400, 413, 'closed'], () => chunked(SIGN_IN, `1;${'a=b;'.repeat(500)}\r\n \r\n`.repeat(50))),
  sends('a trailer of many headers', [400, 401, 431, 'closed'], () => chunked(SIGN_IN, `2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(5000)}\r\n`)),
  {
    name: 'chunks without an end',
    expects: [413, 'closed'],
    attack: async (line) => {
      line.send(chunked(SIGN_IN, ''))
      while (line.isOpen) await line.sendWhole(`ffff\r\n${' '.repeat(65_535)}\r\n`)
    }
  },
  sends('both lengths', [400], () => get(SIGN_IN, { 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, 'POST')),
  sends('two lengths', [400], () => get(SIGN_IN, { 'Content-Length': '2', 'content-length': '3' }, 'POST')),
  sends('a length that is too small', [400], () => `${get(SIGN_IN, { 'Content-Type': 'application/json', 'Content-Length': '2' }, 'POST')}{}${'x'.repeat(1000)}`),
  sends('a length of many gigabytes', [413], () => get(SIGN_IN, { 'Content-Type': 'application/json', 'Content-Length': '99999999999' }, 'POST')),
  asks('a body of 1 MB that nobody wants', [413, 401], () => post(SIGN_IN, Buffer.alloc(1_000_000))),
  asks('other media types', [415], () => post(SIGN_IN, '<a/>', 'text/xml')),
  asks('packed bodies', [400, 415], () => post(SIGN_IN, deflateRawSync(Buffer.alloc(1_000_000)), 'application/json', { 'Content-Encoding': 'deflate' }))
]

const json: Kind[] = [
  asks('JSON within JSON', [400], () => post(SIGN_IN, '['.repeat(16_000))),
  asks('objects within objects', [400], () => post(MCP, `${'{"a":'.repeat(2600)}1${'}'.repeat(2600)}`)),
  asks('JSON of many keys', [400], (random) => post(SIGN_IN, `{${listOf(16_000, () => `"${word(random, 4)}":1`)}}`)),
  asks('JSON of odd keys', [400], () => post(SIGN_IN, '{"__proto__":{"email":"a"},"constructor":{"prototype":{}},"email":[],"password":{}}')),
  asks('JSON of long numbers', [400], () => post(SIGN_IN, `{"email":${'9'.repeat(15_000)}}`)),
  asks('JSON of escapes', [400], () => post(SIGN_IN, `{"email":"${'\\ud800'.repeat(2600)}","password":"a"}`)),
  asks('an address without an end', [400], () => postJson(SIGN_IN, { email: `${'a.'.repeat(4000)}@${'b.'.repeat(3000)}c`, password: 'a' }))
]

const form = (fields: string) => post('/login', fields, FORM)
const BOUNDARY = 'limit'
const part = (name: string, content: string, headers = '') => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.json"\r\n${headers}\r\n${content}\r\n`
const multipart = (parts: string, path = '/verify/file') => post(path, `${parts}--${BOUNDARY}--\r\n`, `multipart/form-data; boundary=${BOUNDARY}`)
const upload = (body: string | Buffer, type: string) => post('/verify/file', body, type)

const forms: Kind[] = [
  asks('a form of many fields', [400], (random) => form(listOf(16_000, () => `${word(random, 2)}=1`, '&'))),
  asks('a form of 64 odd fields', [400], () => form(listOf(16_000, (at) => `a${at}=${'%F0%9F%92%A9'.repeat(20)}`, '&'))),
  asks('a form that is not UTF-8', [400], () => form(`email=${'%ff'.repeat(5000)}`)),
  asks('a form of tiny files', [400], () => multipart(part('a', 'b').repeat(10_000))),
  asks('64 files of a form', [200, 400, 415], () => multipart(part('file', '{}'.repeat(10_000)).repeat(60))),
  asks('long headers in a form', [400], () => multipart(part('file', '{}', `X: ${'a'.repeat(100_000)}\r\n`))),
  asks('a form without parts', [400], () => multipart('\r\n--limi'.repeat(200_000))),
  asks('a form with long names', [400, 415], (random) => multipart(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${word(random).repeat(250)}"\r\n\r\na\r\n`))
]

const signatures = (count: number) => `{"payload":"e30","signatures":[${listOf(count * 40, () => '{"protected":"e30","signature":"e30"}')}]}`
const FILES: Array<[string, (random: () => number) => Buffer]> = [
  ['2 MB of one string', () => upload(`{"payload":"${'a'.repeat(SIZE - 100)}","signatures":[]}`, 'application/json')],
  ['2 MB of brackets', () => upload('['.repeat(SIZE), 'application/json')],
  ['2 MB of arrays', () => upload(`${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`, 'application/json')],
  ['2 MB of keys', () => upload(`{${listOf(SIZE - 20, (at) => `"${at}":1`)}}`, 'application/json')],
  ['2 MB of numbers', () => upload(`[${listOf(SIZE - 20, (at) => String(at % 10))}]`, 'application/json')],
  ['many signatures', () => upload(signatures(45_000), 'application/json')],
  ['a header of 1 MB', () => upload(`{"payload":"e30","signatures":[{"protected":"${base64url(`{"alg":"EdDSA","kid":${'['.repeat(700_000)}`)}","signature":"e30"}]}`, 'application/json')],
  ['a PDF of objects', () => upload(`%PDF-1.7\n${'1 0 obj<<>>endobj '.repeat(100_000)}`, 'application/pdf')],
  ['a PDF of beginnings', () => upload(`%PDF-${'{"payload":"a'.repeat(150_000)}`, 'application/pdf')],
  ['a ZIP bomb', () => upload(Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(200_000_000))]), 'application/zip')],
  ['a ZIP of directories', () => upload(`PK\u0003\u0004${'PK\u0001\u0002'.repeat(400_000)}`, 'application/zip')]
]

// Made once: a stranger needs little time to send a file again.
const files = FILES.map(([name, make]): Kind => {
  let request: Buffer | undefined
  return asks(`to verify: ${name}`, [200, 400], (random) => request ??= make(random))
})

const texts: Kind[] = [
  asks('to verify: 2 MB as text', [200], () => post('/verify', `text=${'a'.repeat(SIZE)}`, FORM)),
  asks('to verify: 2 MB of percent signs', [200], () => post('/verify', `text=${'%25'.repeat(SIZE / 3 - 10)}`, FORM)),
  asks('to verify: 2 MB of spaces', [200], () => post('/verify', `text=${'+'.repeat(SIZE - 10)}`, FORM)),
  asks('to verify: 2 MB of brackets as text', [200], () => post('/verify', `text=${'['.repeat(SIZE - 10)}`, FORM)),
  asks('to verify: 2 MB of spaces between letters', [200], () => post('/verify', `text=a${'+'.repeat(SIZE - 10)}a`, FORM)),
  asks('to verify: slips', [200], (random) => get(`/verify?slip=${base64url(`{"alg":"EdDSA","kid":"${word(random)}"}`)}.${word(random, 800)}.${word(random, 86)}`))
]

const CSV = `date,currency,amount\n${'2026-03-03,USD,1000\n'.repeat(50_000)}`
const unwanted: Kind[] = [
  asks('a file of invoices without a key', [401], () => post('/api/v1/applicable/batch?jurisdiction=PL&purpose=vat', CSV, 'text/csv')),
  asks('a file of invoices without a session', [303, 401, 415], (random) => post(`/applicable/batch${below(2, random) === 0 ? '/file' : ''}`, CSV, 'text/csv'))
]

export const bodies: Kind[] = [...framing, ...json, ...forms, ...files, ...texts, ...unwanted]
