// Records the answers of the documented requests and many others: OUT names the file.
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { it } from 'vitest'

const at = (...paths: string[]) => { const found = paths.find((path) => existsSync(new URL(path, import.meta.url))); if (!found) throw new Error(paths.join()); return new URL(found, import.meta.url).href }
const { startFilledService } = await import(at('./api/filled.ts', './filled.ts'))
const { describeApi } = await import(at('../api/openapi/document.ts', '../api/contract/openapi/document.ts', '../api/documentation/document.ts', '../api/contract/document.ts'))
const { requestsOf } = await import(at('../api/openapi/requests.ts', '../api/contract/openapi/requests.ts', '../api/documentation/requests.ts', '../api/contract/requests.ts'))
const { endpoints } = await import(at('../api/endpoints.ts'))
const { createKey } = await import(at('../api/access/keys.ts', '../api/accounts/keys.ts'))
const { logIn } = await import(at('./api/service.ts', './service.ts'))
const { setUserPlan } = await import(at('../api/access/users.ts', '../api/accounts/users.ts'))

const KEPT = /^(content-type|content-encoding|content-disposition|content-length|cache-control|vary|link|location|allow|www-authenticate|retry-after|access-control-.*|x-content-type-options|content-security-policy|referrer-policy|x-monthly-limit|x-monthly-resets|x-ratelimit-limit|etag|set-cookie|expires|last-modified|accept-ranges|content-range)$/

const mask = (text: string) => text
  .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+]00)?/g, 'TIME').replace(/rb_[A-Za-z0-9_-]+/g, 'KEY').replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'UUID')
  .replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/"(signature|payload|kid|x|protected)": ?"[^"]+"/g, '"$1":X').replace(/\b(20\d\d-11-\d\d|\d+ (minutes?|seconds?|hours?) ago)\b/g, 'DAY').replace(/"(timestamp|ms|used|next_at)": ?\d+/g, '"$1":N')

interface Sent { method?: string, path: string, headers?: Record<string, string>, body?: string }

function ask (address: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<{ status: number, headers: Record<string, string>, body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const sent = httpRequest({ hostname, port, path, method, headers: { ...headers, ...body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) } }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      const finish = () => resolve({ status: response.statusCode!, headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) })
      response.on('data', (chunk: Buffer) => { chunks.push(chunk); if (response.headers['content-type']?.startsWith('text/event-stream')) { sent.destroy(); finish() } })
      response.on('end', finish)
      response.on('error', () => finish())
    })
    sent.on('error', (error) => { if (!sent.destroyed) reject(error); else resolve({ status: 0, headers: {}, body: Buffer.from(String(error)) }) })
    setTimeout(() => sent.destroy(), 60_000).unref()
    sent.end(body)
  })
}

it('records', async () => {
  const service = await startFilledService()
  const { address, database, key } = service
  const person = await logIn(service, 'recorded@example.org')
  await setUserPlan(database, 'recorded@example.org', 'enterprise')
  const free = (await createKey(database, 'free', 'recorded')).key
  const trial = (await createKey(database, 'trial', 'recorded', 7)).key
  const document = describeApi(endpoints, 'http://localhost:8080')
  const record: Record<string, unknown> = {}

  async function note (name: string, sent: Sent) {
    const answer = await ask(address, sent)
    const type = answer.headers['content-type'] ?? ''
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([header]) => KEPT.test(header)).map(([header, value]) => [header, header === 'etag' ? 'tag' : header === 'set-cookie' ? String(value).replace(/=[^;]+/, '=X') : header === 'content-length' && /zip|pdf|sheet|png|octet|markdown|html|json/.test(type) ? 'N' : mask(String(value))]).sort())
    const isText = !/sheet|parquet/.test(type) && /json|text|xml|javascript|svg/.test(type) && !answer.headers['content-encoding']
    const text = isText ? mask(answer.body.toString()) : ''
    record[name] = { status: answer.status, headers, body: isText ? text.length > 3000 ? createHash('sha256').update(text).digest('hex') + ` ${text.slice(0, 200)}` : text : type }
    return answer
  }

  const bearer = { authorization: `Bearer ${key}` }
  const all: Array<{ name: string, sent: Sent, access: string[] }> = []
  for (const [path, operations] of Object.entries(document.paths as Record<string, Record<string, any>>)) {
    for (const [verb, operation] of Object.entries(operations)) {
      const access: string[] = operation.security.flatMap((way: object) => Object.keys(way))
      for (const request of requestsOf(path, operation)) {
        if (/sign-out|change-password/.test(path)) continue
        const body = request.body === undefined ? undefined : typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
        all.push({ name: `${verb.toUpperCase()} ${request.target} (${request.name})`, access, sent: { method: verb.toUpperCase(), path: request.target, body, headers: { origin: address, accept: 'application/json, text/event-stream', ...body === undefined ? {} : { 'content-type': request.type } } } })
      }
    }
  }
  for (const { name, sent, access } of all) {
    const own = { ...sent.headers, ...access.includes('bearer') ? bearer : access.includes('session') ? { cookie: person.cookie } : {} }
    const isGet = sent.method === 'GET'
    const first = await note(name, { ...sent, headers: own })
    if (isGet) {
      await note(`${name} again`, { ...sent, headers: own })
      if (/metrics|events|geo/.test(sent.path)) continue
      await note(`${name} HEAD`, { ...sent, method: 'HEAD', headers: own })
      if (first.headers.etag) await note(`${name} 304`, { ...sent, headers: { ...own, 'if-none-match': first.headers.etag } })
      await note(`${name} gzip`, { ...sent, headers: { ...own, 'accept-encoding': 'gzip' } })
      await note(`${name} unknown`, { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}nonsense=1`, headers: own })
      await note(`${name} problem`, { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}nonsense=1`, headers: { ...own, accept: 'application/problem+json' } })
      for (const format of ['csv', 'xml', 'xlsx', 'ndjson', 'parquet', 'hledger', 'pdf', 'zip', 'nonsense']) await note(`${name} ${format}`, { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}format=${format}`, headers: own })
    }
    if (sent.path.includes('/auth/')) continue
    await note(`${name} nobody`, { ...sent, headers: sent.headers })
    await note(`${name} free`, { ...sent, headers: { ...sent.headers, authorization: `Bearer ${free}` } })
    if (isGet) {
      await note(`${name} in address`, { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}api_key=${trial}`, headers: sent.headers })
      await note(`${name} session`, { ...sent, headers: { ...sent.headers, cookie: person.cookie } })
      await note(`${name} other origin`, { ...sent, headers: { ...own, origin: 'https://other.example' } })
    }
    await note(`${name} OPTIONS`, { ...sent, method: 'OPTIONS', body: undefined })
    await note(`${name} PUT`, { ...sent, method: 'PUT', body: undefined })
    await note(`${name} slash`, { ...sent, path: sent.path.replace(/(\?|$)/, '/$1'), headers: own })
    await note(`${name} wrong key`, { ...sent, headers: { ...sent.headers, authorization: 'Bearer rb_0123456789abcdef0123456789abcdef' } })
  }
  const SAMPLES: Record<string, string> = { bank: 'ecb', date: '2026-03-02', endpoint: 'getCentralBankLatest', pair: 'EUR-USD', source: 'EUR', target: 'USD', banks: 'ecb', jurisdiction: 'pl', id: '1', token: 'abc', file: 'style.css', publication: '1' }
  for (const route of endpoints.filter((it: any) => it.isPage || it.path.startsWith('/assets'))) {
    if (route.path.includes('logout') && route.method === 'POST') continue
    const path = route.path.replace(/[:*](\w+)/g, (_: string, name: string) => SAMPLES[name] ?? '1')
    const headers: Record<string, string> = { accept: 'text/html', origin: address }
    const body = route.method === 'POST' ? 'email=a%40example.com&password=wrongwrong&name=a&reason=x&file=x' : undefined
    if (body) headers['content-type'] = 'application/x-www-form-urlencoded'
    for (const [who, own] of [['nobody', {}], ['person', { cookie: person.cookie }]] as const) {
      await note(`page ${route.method} ${path} ${who}`, { method: route.method, path, headers: { ...headers, ...own }, body })
      if (route.method === 'GET') await note(`page HEAD ${path} ${who}`, { method: 'HEAD', path, headers: { ...headers, ...own } })
      await note(`page ${route.method} ${path}?nonsense=1 ${who}`, { method: route.method, path: `${path}?nonsense=1`, headers: { ...headers, ...own }, body })
    }
    await note(`page PATCH ${path}`, { method: 'PATCH', path, headers })
  }
  for (const path of ['/', '//', '/nowhere', '/api/nowhere', '/api/compat/a/nowhere', '/api/compat/b/nowhere', '/api/compat/b', '/api/v1', '/%zz', '/api/open/central-bank/%E0%A4%A', '/api/open//central-bank///ecb', '/METRICS', '/metrics/', '/Api/open/central-bank/ecb',
    '/tile', '/log/tile/0/x001/', '/assets/../etc/passwd', '/assets/%2e%2e%2fetc', `/${'x'.repeat(3000)}`, '/api/open/central-bank/ecb?source=EUR', '/api/open/central-bank/ecb?source=EUR&target=EUR', '/api/open/central-bank/e%63b', '/banks/ecb/2026-03-02', '/banks/ecb/', '/chart/ecb/EUR-USD.svg?from=2026-01-01',
    '/api/v1/central-bank/ecb/2026-02-30', '/api/v1/central-bank/ecb/latest/', '/api/open/central-bank/ecb%00', '/healthz', '/healthz/', '/h%65althz', '/readyz?x=1', '/log/tile/0/000', '/log/tile/entries/000']) {
    for (const accept of ['*/*', 'text/html']) for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) await note(`odd ${method} ${path.slice(0, 60)} ${accept}`, { method, path, headers: { accept, host: 'rates.test' } })
  }
  for (const host of ['a"b/<c>', 'x y', 'other.example:8080', '[::1]:80', '']) await note(`host ${host}`, { path: '/api/v1/symbols', headers: { host } })
  await note('big json', { method: 'POST', path: '/api/agent/keys', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'x'.repeat(20_000) }) })
  await note('bad json', { method: 'POST', path: '/api/agent/keys', headers: { 'content-type': 'application/json' }, body: '{' })
  await note('array json', { method: 'POST', path: '/api/agent/keys', headers: { 'content-type': 'application/json' }, body: '[1]' })
  await note('bad type', { method: 'POST', path: '/api/agent/keys', headers: { 'content-type': 'text/plain' }, body: 'x' })
  await note('bad form', { method: 'POST', path: '/login', headers: { 'origin': address, 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=%zz&password=a' })
  await note('bad utf8 form', { method: 'POST', path: '/login', headers: { 'origin': address, 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=%ff&password=a' })
  await note('many fields', { method: 'POST', path: '/login', headers: { 'origin': address, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1&'.repeat(100) })
  await note('wrong origin', { method: 'POST', path: '/login', headers: { 'origin': 'http://evil.example', 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a&password=a' })
  await note('cookie without origin', { method: 'POST', path: '/login', headers: { 'cookie': person.cookie, 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a&password=a' })
  for (const range of ['bytes=0-9', 'bytes=99999999-', 'bytes=-5']) await note(`range ${range}`, { path: '/api/v1/publications/1/document', headers: { ...bearer, range } })
  writeFileSync(process.env.OUT!, JSON.stringify(record, null, 1))
  await service.stop()
}, 3_600_000)
