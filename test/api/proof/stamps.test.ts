import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomInt, X509Certificate } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Certificate, ContentInfo, SignedData } from 'pkijs'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStamper } from '../../../pipelines/messages/stamps.ts'
import { certificateFile, openCertificate } from '../../../proof/certificate.ts'
import type { PublicKey } from '../../../proof/jws.ts'
import { readPublicSet } from '../../../proof/keys.ts'
import { openStamp } from '../../../proof/stamp.ts'
import { isGood, verifyFile } from '../../../proof/verify.ts'
import { startAuthority } from '../../support/authority.ts'
import { identity, startService, type Service } from '../../support/service.ts'
import { withTool } from '../../support/tools.ts'

const STEP = 8 // a run changes every eighth byte, from a random one on: all of them take 20 s

const { describe } = withTool('openssl')
const folder = mkdtempSync(join(tmpdir(), 'ratebook-stamps-'))
const dispatcher = new Agent()
const logged: string[] = []
const logger = pino({}, { write: (line: string) => void logged.push(line) })

let authority: Awaited<ReturnType<typeof startAuthority>>
let service: Service
let keys: PublicKey[]

beforeAll(async () => {
  authority = await startAuthority(join(folder, 'authority'))
  const stamp = createStamper({ url: authority.url, authorities: authority.roots, dispatcher, logger })
  service = await startService([identity('alpha', 'EUR')], { alpha: [{ date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }] }, { stamp })
  keys = readPublicSet((await service.ask('/.well-known/jwks.json')).text)
})

afterAll(async () => {
  await service?.stop()
  await dispatcher.close()
  await authority?.stop()
  rmSync(folder, { recursive: true })
})

async function certificate (form = ''): Promise<Buffer> {
  const { status, bytes } = await service.ask(`/api/v1/certificates?bank=alpha&source=EUR&target=USD&date=2026-11-20${form}`, { plan: 'business' })
  expect(status).toBe(200)
  return bytes
}

async function verify (file: Buffer, authorities?: string) {
  const report = await verifyFile(file, { keys, now: new Date(), authorities })
  return { isGood: isGood(report), stamp: report.checks.find(({ name }) => name === 'Time stamp') }
}

describe('a certificate with a time stamp', () => {
  it.each(['', '&format=pdf', '&format=zip'])('a certificate with a time stamp is valid with the root of the authority, in every form (%s)', async (form) => {
    const file = await certificate(form)
    const { isGood, stamp } = await verify(file, authority.roots)
    expect([isGood, stamp?.holds, stamp?.detail]).toEqual([true, true, expect.stringMatching(/^Authority of the tests stamped the signature at 20/)])
    expect(await verify(file)).toMatchObject({ isGood: true, stamp: { detail: expect.stringContaining('not checked') } })
  })

  it('a certificate with a time stamp is accepted by openssl', async () => {
    const { stamp, signature } = openCertificate(await certificate(), keys)
    writeFileSync(join(authority.folder, 'signature'), signature)
    writeFileSync(join(authority.folder, 'stamp'), stamp!)
    expect(authority.openssl('ts', '-verify', '-data', 'signature', '-in', 'stamp', '-token_in', '-CAfile', 'root.pem').toString()).toContain('OK')
  })

  it('a certificate with a time stamp is invalid with another authority, another signature, or a certificate for another purpose', async () => {
    const [file, other] = [await certificate(), await certificate()]
    const { stamp, signature } = openCertificate(file, keys)
    const stranger = await startAuthority(join(folder, 'stranger'))
    await stranger.stop()
    expect(await verify(file, stranger.roots)).toMatchObject({ isGood: false, stamp: { detail: expect.stringContaining('not valid') } })
    const { payload, signatures: [own] } = JSON.parse(other.toString())
    expect(await verify(certificateFile({ payload, protected: own.protected, signature: own.signature }, stamp), authority.roots)).toMatchObject({ isGood: false, stamp: { detail: 'the time stamp is that of another signature' } })
    expect(await verify(certificateFile({ payload, protected: own.protected, signature: own.signature }), authority.roots)).toMatchObject({ isGood: false, stamp: { detail: 'the certificate has none' } })

    const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(stamp!)).content })
    signed.certificates = [Certificate.fromBER(new Uint8Array(new X509Certificate(readFileSync(join(authority.folder, 'servers.pem'))).raw))]
    const misused = Buffer.from(new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) }).toSchema().toBER())
    await expect(openStamp(misused, signature, authority.roots)).rejects.toThrow('not for time stamps')
  })

  it('yields no other time after a change of any byte', async () => {
    const { stamp, signature } = openCertificate(await certificate(), keys)
    const { at } = await openStamp(stamp!, signature, authority.roots)
    const times = new Set<string>()
    for (let place = randomInt(STEP); place < stamp!.length; place += STEP) {
      const changed = Buffer.from(stamp!)
      changed[place]! ^= 1
      times.add(await openStamp(changed, signature, authority.roots).then((it) => it.at.toISOString(), (error: Error) => error.name))
    }
    expect([...times].sort()).toEqual([at.toISOString(), 'SignatureError'])
  })
})

describe('a failing time-stamping authority', () => {
  it.each([
    ['answers with an error', (_query, response) => void response.writeHead(500).end()],
    ['answers with HTML', (_query, response) => void response.end('<html>')],
    ['closes the connection', (_query, response) => void response.destroy()]
  ] as Array<[string, typeof authority.state.answer]>)('that %s: the certificate is issued without a stamp, and the reason is logged', async (_name, answer) => {
    authority.state.answer = answer
    logged.length = 0
    const stamp = createStamper({ url: authority.url, authorities: authority.roots, dispatcher, logger })
    expect(await stamp('signature')).toBeUndefined()
    const asked = authority.state.queries
    expect([await stamp('another'), authority.state.queries]).toEqual([undefined, asked])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('certificates are issued without one for a minute')
  })

  it('does not prevent certificates', async () => {
    expect(await verify(await certificate(), undefined)).toEqual({ isGood: true, stamp: undefined })
  })
})
