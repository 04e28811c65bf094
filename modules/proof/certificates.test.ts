import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { generalVerify, createRemoteJWKSet, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { perOneUnit } from '../../pipelines/load/normalize.ts'
import { rereader } from '../../pipelines/read/reread.ts'
import { certificateFile, signCertificate } from './kit/certificate.ts'
import { asPrinted } from './kit/decimal.ts'
import { readPublicSet, signingKeyOf, SigningKeys } from './keys.ts'
import type { PublicKey } from './kit/jws.ts'
import { transliterated } from './kit/transliterate.ts'
import { openSlip } from './kit/slip.ts'
import { isGood, verdictOf, verifyFile, type Report } from './kit/verify.ts'
import { runHere, type Ended } from '../../test/cli/run.ts'
import { seedRows } from '../../test/support/database.ts'
import { parser } from '../../test/support/parser.ts'
import { startFilledService, type FilledService } from '../../test/support/filled.ts'
import { identity, startService } from '../../test/support/service.ts'
import { withTool } from '../../test/support/tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-certificates-'))
const read = rereader(parser, await loadSources())
let service: FilledService
let keys: PublicKey[]

beforeAll(async () => {
  service = await startFilledService()
  keys = readPublicSet(await (await fetch(`${service.address}/.well-known/jwks.json`)).text())
})

afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true })
})

async function ask(query: string): Promise<Response> {
  return fetch(`${service.address}/api/v1/certificates?${query}`, {
    headers: { authorization: `Bearer ${service.key}` }
  })
}

async function fileOf(query: string): Promise<Buffer> {
  const answer = await ask(query)
  expect(
    answer.status,
    await answer
      .clone()
      .text()
      .then((text) => text.slice(0, 200))
  ).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Runs the command for a file in the folder. */
function runVerify(file: string): Promise<Ended> {
  return runHere(['verify', join(folder, file), '--keys', join(folder, 'keys.json')], {
    PATH: process.env.PATH!,
    HOME: folder,
    DATA_DIR: join(folder, 'none')
  })
}

const verify = (file: Buffer, options = {}): Promise<Report> =>
  verifyFile(file, { keys, now: new Date(), read, ...options })
const faults = ({ checks }: Report) => checks.filter(({ holds }) => holds === false)
const PAIR = 'bank=ecb&source=EUR&target=USD&date=2026-11-21'

describe('a certificate', () => {
  it.each([
    ['a published rate', PAIR],
    ['an inverse', 'bank=ecb&source=USD&target=EUR&date=2026-11-21'],
    ['a cross', 'bank=ecb&source=USD&target=GBP&date=2026-11-21'],
    ['a table', 'bank=ecb&date=2026-11-21'],
    ['a rate for many units', 'bank=bnr&source=HUF&target=RON&date=2026-11-21']
  ])('is valid for %s in every form, including the figures in the document', async (_name, query) => {
    const [json, pdf, zip] = [
      await fileOf(query),
      await fileOf(`${query}&format=pdf`),
      await fileOf(`${query}&format=zip`)
    ]
    for (const file of [json, pdf]) {
      const report = await verify(file)
      expect(faults(report)).toEqual([])
      expect(report.checks.map(({ name, holds }) => [name.replace(/ \d+/, ''), holds])).toEqual([
        ['Signature', true],
        ['Log', true],
        ['Rows', true],
        ['Derivation', true],
        ...report.certificate!.entries.map(() => ['Document', undefined])
      ])
    }
    const report = await verify(zip)
    expect(report.checks.map(({ holds }) => holds)).toEqual(report.checks.map(() => true))
    expect(report.checks.filter(({ name }) => name.startsWith('Figures'))).toHaveLength(
      report.certificate!.entries.length
    )
  })

  it('is valid if it is the first one of an installation', async () => {
    const first = await startService(
      [identity('alpha', 'EUR')],
      { alpha: [{ date: '2026-03-17', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1539' }] },
      { settings: { signingKey: { file: join(folder, 'fresh', 'signing-key.json'), host: null } } }
    )
    const { status, bytes } = await first.ask('/api/v1/certificates?bank=alpha&source=EUR&target=USD&date=2026-03-17', {
      plan: 'business'
    })
    expect(status).toBe(200)
    const {
      checks: [signature]
    } = await verifyFile(bytes, {
      keys: readPublicSet((await first.ask('/.well-known/jwks.json')).text),
      now: new Date()
    })
    expect(signature).toMatchObject({ name: 'Signature', holds: true })
    await first.stop()
  })

  it('is marked in its payload, its PDF and each verification if a demo issued it', async () => {
    const demo = await startService(
      [identity('alpha', 'EUR')],
      { alpha: [{ date: '2026-03-17', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1539' }] },
      {
        settings: {
          signingKey: { file: join(folder, 'demo', 'signing-key.json'), host: null },
          demo: { notice: 'A demo.', key: 'rb_demo', login: { email: 'demo@ratebook.example', password: 'x' } }
        }
      }
    )
    const query = '/api/v1/certificates?bank=alpha&source=EUR&target=USD&date=2026-03-17'
    const [json, pdf] = [
      await demo.ask(query, { plan: 'business' }),
      await demo.ask(`${query}&format=pdf`, { plan: 'business' })
    ]
    const { payload } = JSON.parse(json.text) as { payload: string }
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ demo: true })
    const own = readPublicSet((await demo.ask('/.well-known/jwks.json')).text)
    for (const { bytes } of [json, pdf]) {
      expect(verdictOf(await verifyFile(bytes, { keys: own, now: new Date() }))).toBe('valid, of a demonstration')
    }
    const texts = [...pdf.bytes.toString('latin1').matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join('')
    expect(Buffer.from(texts, 'hex').toString('latin1')).toContain('DEMONSTRATION')
    await demo.stop()
    expect(verdictOf(await verify(await fileOf(PAIR)))).toBe('valid')
  })

  it('is invalid after a change of any byte', async () => {
    const files = [await fileOf(PAIR), await fileOf(`${PAIR}&format=pdf`), await fileOf(`${PAIR}&format=zip`)]
    const change = fc
      .tuple(fc.constantFrom(...files), fc.nat(), fc.integer({ min: 1, max: 255 }))
      .map(([file, at, by]) => {
        const changed = Buffer.from(file)
        changed[at % file.length]! ^= by
        return changed
      })
    await fc.assert(
      fc.asyncProperty(change, async (file) => {
        expect(isGood(await verify(file))).toBe(false)
      }),
      { numRuns: 600 }
    )
    const [json] = files
    for (let at = 0; at < json!.length; at++) {
      const changed = Buffer.from(json!)
      changed[at]! ^= 1
      expect(isGood(await verify(changed)), `byte ${at}`).toBe(false)
    }
    for (const file of files) {
      for (const other of [
        file.subarray(0, -1),
        file.subarray(1),
        Buffer.concat([file, Buffer.from('\n')]),
        Buffer.alloc(0)
      ])
        expect(isGood(await verify(other))).toBe(false)
    }
  })

  withTool('openssl').it('holds for openssl and for another JOSE library', async () => {
    const file = await fileOf(PAIR)
    const {
      payload,
      signatures: [{ protected: header, signature }]
    } = JSON.parse(file.toString())
    const jwks = (await (await fetch(`${service.address}/.well-known/jwks.json`)).json()) as {
      keys: Array<Record<string, string>>
    }
    const opened = await generalVerify(
      { payload, signatures: [{ protected: header, signature }] },
      createRemoteJWKSet(new URL(`${service.address}/.well-known/jwks.json`))
    )
    expect(JSON.parse(Buffer.from(opened.payload).toString())).toMatchObject({
      version: 1,
      statement: { kind: 'pair', bank: { code: 'ecb' } }
    })
    await expect(
      generalVerify(
        { payload: `${payload}A`, signatures: [{ protected: header, signature }] },
        await importJWK(jwks.keys.at(-1)!, 'EdDSA')
      )
    ).rejects.toThrow()

    const path = (name: string) => join(folder, name)
    const spki = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(jwks.keys.at(-1)!.x!, 'base64url')
    ])
    writeFileSync(path('key.pem'), `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----\n`)
    writeFileSync(path('signed'), `${header}.${payload}`)
    writeFileSync(path('signature'), Buffer.from(signature, 'base64url'))
    const openssl = () =>
      execFileSync(
        'openssl',
        [
          'pkeyutl',
          '-verify',
          '-rawin',
          '-pubin',
          '-inkey',
          path('key.pem'),
          '-in',
          path('signed'),
          '-sigfile',
          path('signature')
        ],
        { stdio: 'pipe' }
      ).toString()
    expect(openssl()).toMatch(/Verified Successfully/)
    writeFileSync(path('signed'), `${header}.${payload.slice(0, -2)}AA`)
    expect(openssl).toThrow()
  })

  it('is verified offline by the command, without a database', async () => {
    writeFileSync(join(folder, 'bundle.zip'), await fileOf(`${PAIR}&format=zip`))
    writeFileSync(join(folder, 'keys.json'), await (await fetch(`${service.address}/.well-known/jwks.json`)).text())
    const run = () => runVerify('bundle.zip')
    expect((await run()).stdout).toMatch(
      /^✓ Signature: .*\n✓ Log: .*\n✓ Rows: the entry has the row EUR USD reference .*\n✓ Derivation: .*\n✓ Document \d+: .*\n✓ Figures in document \d+: .*\n\nthe certificate is valid\n$/
    )
    writeFileSync(join(folder, 'bundle.zip'), 'x', { flag: 'a' })
    expect(await run()).toMatchObject({ code: 1 })
  })

  it('is compared with later changes in the database by the command', async () => {
    const dollar = (value: string) => [{ date: '2029-06-01', base: 'EUR', quote: 'USD', type: 'reference', value }]
    await seedRows(service.database, 'ecb', dollar('1.0700'))
    writeFileSync(join(folder, 'old.json'), await fileOf('bank=ecb&source=EUR&target=USD&date=2029-06-01'))
    const run = () =>
      runHere(['verify', join(folder, 'old.json'), '--keys', join(folder, 'keys.json'), '--changes'], {
        DATABASE_URL: service.url,
        DATA_DIR: join(folder, 'none')
      })
    expect((await run()).stdout).toMatch(/the certificate is valid\nnone of its rates has changed since 20/)
    await seedRows(service.database, 'ecb', dollar('1.0701'))
    expect((await run()).stdout).toMatch(
      /the certificate is valid\nchanged since .*\n2029-06-01 EUR USD reference: now 1\.0701, known at /
    )
  })

  it('has a printed code that contains the signed rate', async () => {
    const pdf = await fileOf(`${PAIR}&format=pdf`)
    const [, slip] = /\/verify\?slip=([\w.-]+)/.exec(pdf.toString('latin1'))!
    expect(openSlip(slip!, keys)).toMatchObject({
      title: expect.stringMatching(/^1 EUR = [\d.]+ USD, European Central Bank, /)
    })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  it('stays valid after a key rotation, but not if it was signed outside the lifetime of its key', async () => {
    const ring = new SigningKeys(service.settings.signingKey)
    const before = await fileOf(PAIR)
    const {
      keys: [former]
    } = await ring.rotate()
    const after = await fileOf(PAIR)
    const rotated = readPublicSet(await (await fetch(`${service.address}/.well-known/jwks.json`)).text())
    for (const file of [before, after]) expect(faults(await verify(file, { keys: rotated }))).toEqual([])
    expect(faults(await verify(after))).toMatchObject([
      { detail: expect.stringMatching(/^the key .* is not trusted$/) }
    ])
    const early = rotated.map((key) => (key.kid === former!.kid ? { ...key, retired_at: key.created_at } : key))
    expect(faults(await verify(before, { keys: early }))).toMatchObject([
      { detail: expect.stringMatching(/after its key was retired/) }
    ])
    expect(faults(await verify(after, { keys: rotated, now: new Date('2020-01-01') }))).toMatchObject([
      { detail: expect.stringMatching(/still to come$/) }
    ])
    expect(
      JSON.parse(readFileSync(service.settings.signingKey.file, 'utf8')).keys.map(
        ({ d }: { d?: string }) => d !== undefined
      )
    ).toEqual([...rotated.slice(1).map(() => false), true])
    keys = rotated
  })

  it('contains the rate known at the time of as_of', async () => {
    const first = await verify(await fileOf('bank=ecb&source=EUR&target=USD&date=2030-01-01'))
    await seedRows(service.database, 'ecb', [
      { date: '2029-12-31', base: 'EUR', quote: 'USD', type: 'reference', value: '1.5000' }
    ])
    const [then, now] = [
      await verify(await fileOf(`bank=ecb&source=EUR&target=USD&date=2030-01-01&as_of=${first.certificate!.as_of}`)),
      await verify(await fileOf('bank=ecb&source=EUR&target=USD&date=2030-01-01'))
    ]
    expect(then.certificate!.statement).toEqual(first.certificate!.statement)
    expect(now.certificate!.statement).toMatchObject({ rate: '1.5000', rate_date: '2029-12-31' })
  })

  it('proves that its rates are rows of the log, with the former row of a correction; forged rows fail', async () => {
    const krona = (value: string) =>
      ['DKK', 'SEK', 'NOK'].map((quote, at) => ({
        date: '2031-06-02',
        base: 'EUR',
        quote,
        type: 'reference',
        value: `${7 + at}.4${value}`
      }))
    await seedRows(service.database, 'ecb', krona('000'))
    await seedRows(service.database, 'ecb', krona('001'))
    const { certificate, checks } = await verify(await fileOf('bank=ecb&source=EUR&target=NOK&date=2031-06-02'))
    expect(checks).toContainEqual({
      name: 'Rows',
      holds: true,
      detail: 'the entry has the row EUR NOK reference 2031-06-02 9.4001 1 - -'
    })
    const [rate] = certificate!.rates
    expect(rate!.row).toEqual({
      part: 'changed',
      place: 1,
      former: 'EUR NOK reference 2031-06-02 9.4000 1 - -',
      inclusion: [expect.any(String), expect.any(String)]
    })
    const signing = signingKeyOf(await new SigningKeys(service.settings.signingKey).ring())
    for (const change of [
      { value: '9.6' },
      { row: { ...rate!.row!, place: 0 } },
      { row: { ...rate!.row!, former: null } },
      { row: { ...rate!.row!, part: 'new' as const } },
      { leaf: 0 }
    ]) {
      const forged = certificateFile(signCertificate({ ...certificate!, rates: [{ ...rate!, ...change }] }, signing))
      expect(faults(await verify(forged))).toContainEqual(
        expect.objectContaining({
          name: 'Rows',
          detail: expect.stringMatching(/^the proof that EUR NOK .* is not valid$/)
        })
      )
    }
  })

  it('is valid for a rate from a log entry of version 1, and reports that its row has no proof', async () => {
    const text = readFileSync(new URL('./sql/log_change.sql', import.meta.url), 'utf8')
    await service.database.write(
      text
        .replace('2 as version', '1 as version')
        .replace('lines_root(', 'lines_digest(')
        .replaceAll('max(root) as root', 'max(root) as sha256')
        .replace(/, [^,]* as first_date, .* as last_date/, '')
    )
    await seedRows(service.database, 'ecb', [
      { date: '2027-06-01', base: 'EUR', quote: 'USD', type: 'reference', value: '1.06' }
    ])
    // a table of one rate waits
    await service.database.write(
      "select release_quarantined(array_agg(id), array_agg(rate), 'ada', 'as printed') from quarantine where " +
        "status = 'pending' and date = '2027-06-01'"
    )
    await service.database.write(text)
    const report = await verify(await fileOf('bank=ecb&source=EUR&target=USD&date=2027-06-01'))
    expect(faults(report)).toEqual([])
    expect(report.checks).toContainEqual({ name: 'Rows', detail: expect.stringContaining('1 of 1 cannot be shown') })
    expect(JSON.parse(report.certificate!.entries[0]!.entry)).toMatchObject({
      version: 1,
      new: { rows: 1, sha256: expect.any(String) }
    })
    expect(await service.database.read("select * from log_faults('ecb')")).toEqual([])
  })

  it('fails if the document is another one or lacks the rate', async () => {
    const file = await fileOf(PAIR)
    const { certificate } = await verify(file)
    expect(faults(await verify(file, { findDocument: async () => Buffer.from('another') }))).toMatchObject([
      { detail: 'its SHA-256 is not that in the log' }
    ])
    expect(faults(await verify(await fileOf(`${PAIR}&format=zip`), { read: async () => [] }))).toMatchObject([
      { detail: expect.stringContaining(`does not read EUR USD reference ${certificate!.statement.rate_date}`) }
    ])
  })

  it.each([
    ['bank=nobody&date=2026-11-21', 404],
    ['bank=ecb&date=1900-01-01', 404],
    ['bank=ecb&source=EUR&target=XXX&date=2026-11-21', 404],
    ['bank=ecb&source=EUR&date=2026-11-21', 400],
    ['bank=ecb&date=2026-11-21&type=reference', 400],
    [`${PAIR}&as_of=2999-01-01T00:00:00Z`, 400],
    [`${PAIR}&format=csv`, 400],
    [`${PAIR}&as_of=1999-01-01T00:00:00Z`, 404]
  ])('is refused for %s: %i', async (query, status) => {
    expect((await ask(query)).status).toBe(status)
  })

  it('costs ten units and requires a key', async () => {
    const used = async (answer: Response) => Number((await answer).headers.get('x-monthly-used'))
    const before = await used(await ask(PAIR))
    expect((await used(await ask(PAIR))) - before).toBe(10)
    expect((await fetch(`${service.address}/api/v1/certificates?${PAIR}`)).status).toBe(401)
  })
})

it.each([
  ['Ustawa o podatku od towarów i usług', 'Ustawa o podatku od towarów i uslug'],
  ['sayılı Değer İ', 'sayili Deger I'],
  ['Налоговый кодекс, Щ', 'Nalogovyi kodeks, Shch'],
  ['增值税暂行条例 实施细则, art. 15', '[in Chinese characters], art. 15'],
  ['法人税基本通達, 13の2', '[in Japanese], 13[in Japanese]2'],
  ['소득세법 시행령, 178조', '[in Korean], 178[in Korean]'],
  ['საქართველო', 'sakartvelo'],
  ['ΦΠΑ', 'FPA'],
  ['հարկային', 'harkayin'],
  ['Nghị định', 'Nghi dinh'],
  ['“Änderung” – § 1?', '“Änderung” – § 1?']
])('prints %s as %s in the PDF', (text, printed) => {
  expect(transliterated(text)).toBe(printed)
})

it('reproduces a printed figure from its stored value, for any unit', () => {
  const printed = fc
    .tuple(fc.nat(), fc.integer({ min: 0, max: 8 }))
    .map(([digits, decimals]) =>
      decimals === 0
        ? String(digits)
        : `${Math.floor(digits / 1000)}.${String(digits).padStart(decimals, '0').slice(-decimals)}`
    )
  fc.assert(
    fc.property(
      printed,
      fc.constantFrom<number | 'gram'>(1, 2, 5, 8, 10, 50, 100, 1000, 10000, 'gram'),
      (figure, unit) => {
        expect(asPrinted(perOneUnit(figure, unit), String(unit))).toBe(figure)
      }
    )
  )
})

describe('the verification page', () => {
  const headers = { origin: '' }
  const page = async (text: string) =>
    (await fetch(`${service.address}/verify`, { method: 'POST', headers, body: new URLSearchParams({ text }) })).text()

  async function pageOfFile(file: Buffer, name: string): Promise<string> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(file)]), name)
    return (await fetch(`${service.address}/verify/file`, { method: 'POST', headers, body })).text()
  }

  beforeAll(() => {
    headers.origin = service.address
  })

  it('verifies a file or a text against the archived document, and lists later changes', async () => {
    const file = await fileOf(PAIR)
    for (const text of [
      await page(file.toString()),
      await pageOfFile(file, 'certificate.json'),
      await pageOfFile(await fileOf(`${PAIR}&format=zip`), 'certificate.ZIP')
    ]) {
      for (const part of [
        'The certificate is valid.',
        'its SHA-256 is that in the log',
        'None: its rates are unchanged.'
      ])
        expect(text).toContain(part)
    }
    await seedRows(service.database, 'ecb', [
      { date: '2031-06-02', base: 'EUR', quote: 'USD', type: 'reference', value: '1.5000' }
    ])
    const certified = await fileOf('bank=ecb&source=EUR&target=USD&date=2031-06-02')
    const { certificate } = await verify(certified)
    await seedRows(service.database, 'ecb', [
      { date: certificate!.statement.rate_date, base: 'EUR', quote: 'USD', type: 'reference', value: '1.5001' }
    ])
    await service.database.write(
      "select release_quarantined(array_agg(id), array_agg(rate), 'ada', 'as printed') from quarantine where " +
        "status = 'pending' and date = '2031-06-02'"
    )
    const text = await page(certified.toString())
    for (const part of ['The certificate is valid.', 'These changes came later', '1.5001']) expect(text).toContain(part)
  })

  it('explains the fault of any other input', async () => {
    for (const text of ['', 'nonsense', '{}', (await fileOf(PAIR)).toString().replace('payload":"e', 'payload":"f')])
      expect(await page(text)).toContain('The certificate is not valid.')
    expect(await pageOfFile(Buffer.from('PK\u0003\u0004 and more'), 'certificate.zip')).toContain(
      'The certificate is not valid.'
    )
    expect(await pageOfFile(Buffer.from('{}'), 'certificate.exe')).toContain(
      'expected a name that ends with .json, .pdf, .zip'
    )
    expect(await pageOfFile(Buffer.alloc(0), 'certificate.json')).toContain('expected a file that is not empty')
  })

  it.each([
    ['many fields', 'application/x-www-form-urlencoded', 'a=1&'.repeat(100), 400],
    ['half an escape', 'application/x-www-form-urlencoded', 'text=%E2%8', 400],
    ['a large JSON', 'application/json', JSON.stringify({ text: 'x'.repeat(20_000) }), 413],
    ['a large field', 'application/x-www-form-urlencoded', `text=${'%5B'.repeat(500_000)}`, 200]
  ])('limits the effort for a form: %s', async (_, type, body, status) => {
    expect(
      (
        await fetch(`${service.address}/verify`, {
          method: 'POST',
          headers: { origin: service.address, 'content-type': type },
          body
        })
      ).status
    ).toBe(status)
  })

  it.each([
    [
      'parts',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx\r\n'.repeat(65),
      'expected at most 64 fields'
    ],
    [
      'bytes of headers',
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n${'A: b\r\n'.repeat(1000)}\r\nx\r\n`,
      'expected at most 4096 bytes of headers'
    ],
    [
      'bytes of a name',
      `--b\r\nContent-Disposition: form-data; name="${'%22'.repeat(5000)}"\r\n\r\nx\r\n`,
      'expected at most 4096 bytes of headers'
    ]
  ])('refuses a form with too many %s', async (_, parts, message) => {
    const response = await fetch(`${service.address}/verify/file`, {
      method: 'POST',
      headers: { origin: service.address, 'content-type': 'multipart/form-data; boundary="b"' },
      body: `${parts}--b--\r\n`
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(message)
  })

  it('accepts a printed code only if this service issued it', async () => {
    const pdf = await fileOf(`${PAIR}&format=pdf`)
    const [, slip] = /\/verify\?slip=([\w.-]+)/.exec(pdf.toString('latin1'))!
    expect(await (await fetch(`${service.address}/verify?slip=${slip}`)).text()).toMatch(
      /1 EUR = [\d.]+ USD, European Central Bank/
    )
    expect(await (await fetch(`${service.address}/verify?slip=${slip!.replace('.', '.e')}`)).text()).toContain(
      'This service did not issue this code.'
    )
  })
})
