import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { publicLookup, siteOf } from '../../../pipelines/fetch/hosts.ts'
import { isPrivate } from '../../../adapters/kit/addresses.ts'
import { Client } from '../../../pipelines/fetch/http.ts'
import { Network, networkFor, type NetworkOptions } from '../../../pipelines/fetch/network.ts'
import { proxyFor } from '../../../pipelines/fetch/proxies.ts'
import { withTool } from '../../support/tools.ts'

const { describe, it } = withTool('openssl')

const folder = mkdtempSync(join(tmpdir(), 'ratebook-certificates-'))
const path = (name: string) => join(folder, name)
const openssl = (...parts: string[]) => execFileSync('openssl', parts, { cwd: folder, stdio: 'pipe' })

const open: Server[] = []
const networks: Network[] = []

async function listen(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

afterEach(async () => {
  await Promise.all(networks.splice(0).map((network) => network.destroy()))
  for (const server of open.splice(0)) server.close().closeAllConnections()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates a key and a certificate `name` with the given extensions, signed by `issuer` or by itself. */
function issue(name: string, extensions: string[], issuer = name): void {
  writeFileSync(path(`${name}.cnf`), ['[it]', ...extensions].join('\n'))
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`
  )
  const signer =
    issuer === name
      ? ['-signkey', `${name}.key`]
      : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-set_serial', '2']
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-days',
    '2',
    '-sha256',
    ...signer,
    '-extfile',
    `${name}.cnf`,
    '-extensions',
    'it',
    '-out',
    `${name}.pem`
  )
  openssl('x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`)
}

const AUTHORITY = ['basicConstraints=critical,CA:true']
const SERVER = ['subjectAltName=IP:127.0.0.1']

const secure = (name: string, options: ServerOptions = {}) =>
  createServer(
    { key: readFileSync(path(`${name}.key`)), cert: readFileSync(path(`${name}.pem`)), ...options },
    (_, response) => response.end('rates')
  )

async function ask(url: string, options: NetworkOptions): Promise<string> {
  const network = new Network({ local: true, roots: [readFileSync(path('root.pem'), 'utf8')], ...options })
  networks.push(network)
  return (await request(url, { dispatcher: network })).body.text()
}

describe('a server that omits a certificate of its chain', () => {
  let issuers: string // the URL of the server with the certificates
  const given: string[] = []

  beforeAll(async () => {
    const server = createPlainServer((request, response) => {
      given.push(request.url!)
      response.end(readFileSync(path(request.url!.slice(1))))
    })
    issuers = `http://127.0.0.1:${await listen(server)}`
    open.pop() // not closed after each test
    afterAll(() => {
      server.close().closeAllConnections()
    })
    const from = (issuer: string) => [`authorityInfoAccess=caIssuers;URI:${issuers}/${issuer}.der`]
    issue('root', AUTHORITY)
    issue('middle', [...AUTHORITY, ...from('root')], 'root')
    issue('server', [...SERVER, ...from('middle')], 'middle')
    issue('silent', SERVER, 'middle')
    issue('stranger', AUTHORITY)
    issue('strange-middle', [...AUTHORITY, ...from('stranger')], 'stranger')
    issue('strange', [...SERVER, ...from('strange-middle')], 'strange-middle')
    issue('lying', [...SERVER, ...from('strange-middle')], 'middle')
    writeFileSync(path('long.der'), Buffer.alloc(100_000))
    issue('endless', [...SERVER, ...from('long')], 'middle')
    issue('other', [...SERVER.map((it) => it.replace('127.0.0.1', '127.0.0.2')), ...from('middle')], 'middle')
  })

  it('is accepted if its certificate leads to a trusted root', async () => {
    const url = `https://127.0.0.1:${await listen(secure('server'))}/`
    await expect(ask(url, {})).rejects.toThrow('unable to verify the first certificate')
    expect(await ask(url, { quirks: ['incomplete_chain'] })).toBe('rates')
    expect(given).toEqual(['/middle.der'])
  })

  it.each([
    ['silent', 'does not name the URL of its issuer'],
    ['strange', 'is self-signed'],
    ['lying', 'did not issue its certificate'],
    ['other', 'does not match certificate'],
    ['endless', 'answered more than 65536 bytes']
  ])('is refused with the certificate “%s”', async (name, message) => {
    const url = `https://127.0.0.1:${await listen(secure(name))}/`
    await expect(ask(url, { quirks: ['incomplete_chain'] })).rejects.toThrow(message)
  })

  it('is also reached through a proxy', async () => {
    const url = `https://127.0.0.1:${await listen(secure('server'))}/`
    const { address, requests } = await proxy()
    expect(await ask(url, { quirks: ['incomplete_chain'], proxyFor: () => address })).toBe('rates')
    expect(requests).toEqual([
      `CONNECT ${new URL(url).host}`,
      `GET ${issuers}/middle.der`,
      `CONNECT ${new URL(url).host}`
    ])
  })

  it('may use an old protocol only if the source declares it', async () => {
    issue('old', SERVER, 'root')
    const url = `https://127.0.0.1:${await listen(secure('old', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))}/`
    await expect(ask(url, {})).rejects.toThrow(/protocol version|unsupported protocol/)
    expect(await ask(url, { quirks: ['old_protocol'] })).toBe('rates')
    const stranger = `https://127.0.0.1:${await listen(secure('strange', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }))}/`
    await expect(ask(stranger, { quirks: ['old_protocol'] })).rejects.toThrow('unable to verify')
  })
})

/** Starts a proxy that records its requests. */
async function proxy(): Promise<{ address: string; requests: string[] }> {
  const requests: string[] = []
  const forward: RequestListener = (incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    void request(incoming.url!).then(async ({ body }) => response.end(Buffer.from(await body.arrayBuffer())))
  }
  const server = createPlainServer(forward).on('connect', (incoming, socket) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const there = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    for (const [end, other] of [
      [there, socket],
      [socket, there]
    ] as const)
      end.on('error', () => other.destroy())
  })
  return { address: `http://127.0.0.1:${await listen(server)}`, requests }
}

describe('the proxy', () => {
  const environment = {
    HTTPS_PROXY: 'http://secure.example:3128',
    http_proxy: 'http://plain.example:3128',
    NO_PROXY: 'bank.example, .gov.xx:8443',
    PROXY_CBX: 'http://own.example:3128'
  }

  it.each([
    ['https://rates.example/', 'ecb', 'http://secure.example:3128'],
    ['http://rates.example/', 'ecb', 'http://plain.example:3128'],
    ['https://www.bank.example/', 'ecb', undefined],
    ['https://otherbank.example/', 'ecb', 'http://secure.example:3128'],
    ['https://www.gov.xx:8443/', 'ecb', undefined],
    ['https://www.gov.xx/', 'ecb', 'http://secure.example:3128'],
    ['https://www.bank.example/', 'cbx', 'http://own.example:3128']
  ])('is for %s of %s: %s', (url, code, expected) => {
    expect(proxyFor(new URL(url), code, environment)).toBe(expected)
  })

  it('is not used if NO_PROXY is * or if none is set', () => {
    expect(proxyFor(new URL('https://rates.example/'), 'ecb', { ...environment, NO_PROXY: '*' })).toBeUndefined()
    expect(proxyFor(new URL('https://rates.example/'), 'ecb', { HTTPS_PROXY: '' })).toBeUndefined()
  })

  it('must be a URL', () => {
    expect(() => proxyFor(new URL('https://rates.example/'), 'cb-x', { PROXY_CB_X: 'secret@proxy' })).toThrow(
      "can't be reached: PROXY_CB_X must be an http or https URL"
    )
  })

  it('receives the request instead of the publisher', async () => {
    const url = `http://127.0.0.1:${await listen(createPlainServer((_, response) => response.end('rates')))}/table?day=1`
    const { address, requests } = await proxy()
    const dispatcher = networkFor({ code: 'test', sourceUrl: url }, { PROXY_TEST: address })
    networks.push(dispatcher)
    const publication = await new Client({ code: 'test' }, { dispatcher, userAgent: 'Ratebook', gap: 0 }).get(url)
    expect(Buffer.from(publication.body).toString()).toBe('rates')
    expect(requests).toEqual([`GET ${url}`])
  })
})

describe('a private network', () => {
  it.each([
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://169.254.169.254/latest',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost:9/'
  ])('is refused: %s', async (url) => {
    const dispatcher = networkFor({ code: 'test', sourceUrl: 'https://bank.example/' }, {})
    networks.push(dispatcher)
    await expect(
      new Client({ code: 'test' }, { dispatcher, userAgent: 'Ratebook', gap: 0 }).get(url)
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('in a private network')
    })
  })

  it('is also refused behind a host name', async () => {
    const addresses = new Promise((resolve, reject) => {
      publicLookup('localhost', {}, (error, address) => (error ? reject(error) : resolve(address)))
    })
    await expect(addresses).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/^leads to localhost \((127\.0\.0\.1|::1)\)/)
    })
  })

  // prettier-ignore
  it.each<[string, boolean]>([
    ['10.1.2.3', true], ['172.31.0.1', true], ['172.32.0.1', false], ['192.168.1.1', true], ['[fe80::1]', true],
    ['[fd00::1]', true], ['[2a00:1450::1]', false], ['8.8.8.8', false], ['bank.example', false], ['localhost', true],
    ['a.localhost', true],
    ...[
    '64:ff9b::808:808', '2002:a00:1::', '2001::1', '::808:808', 'fec0::1', '2001:db8::1', '3fff::1', '::ffff:10.0.0.1'
  ].map((it): [string, boolean] => [`[${it}]`, true]),
    ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '100.64.0.1', '0.0.0.0', '255.255.255.255'].map(
      (it): [string, boolean] =>
        [it, true]
    )
  ])('contains %s: %s', (host, expected) => {
    expect(isPrivate(host)).toBe(expected)
  })
})

it.each([
  ['olinda.bcb.gov.br', 'bcb.gov.br'],
  ['www.BOE.co.uk', 'boe.co.uk'],
  ['www.un.org', 'un.org'],
  ['data-api.ecb.europa.eu', 'europa.eu'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['localhost', 'localhost']
])('reduces %s to the site %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})
