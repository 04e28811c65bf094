import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../../pipelines/care/audit.ts'
import { requestCosignature, type Witness, type Witnessing } from '../../../pipelines/messages/witnesses.ts'
import { certificateFile, openCertificate, signCertificate } from '../../../proof/certificate.ts'
import { publicSet, readPublicSet, signingKeyOf, SigningKeys } from '../../../proof/keys.ts'
import { cosign, cosignatureOf, readCheckpoint, readVerifier, signCheckpoint, type Verifier } from '../../../proof/note.ts'
import { isGood, verifyFile } from '../../../proof/verify.ts'
import { seedRows } from '../../support/database.ts'
import { parser } from '../../support/parser.ts'
import { identity, startService, type Service } from '../../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-witness-'))
const keysOf = (name: string) => new SigningKeys({ file: join(folder, `${name}.json`), host: `${name}.test` })
const [logKeys, witnessKeys, strangerKeys] = [keysOf('log'), keysOf('witness'), keysOf('stranger')]
const dispatcher = new Agent()
const logger = pino({ level: 'silent' })

let log: Service
let peer: Service
let witness: Witness
let asking: Witnessing

const load = (service: Service, day: number) => seedRows(service.database, 'alpha', [{ date: `2026-11-${day}`, base: 'EUR', quote: 'USD', type: 'reference', value: `1.16${day}` }], `publication ${day}`)
const verifierOf = async (keys: SigningKeys, of: 'log' | 'witness'): Promise<Verifier> => {
  const [key] = publicSet(await keys.ring()).keys
  return readVerifier(of === 'log' ? key!.note_key : key!.witness_key, of)
}

beforeAll(async () => {
  const signingKey = (name: string) => ({ file: join(folder, `${name}.json`), host: `${name}.test` })
  log = await startService([identity('alpha', 'EUR')], {}, { settings: { signingKey: signingKey('log') } })
  peer = await startService([], {}, { settings: { signingKey: signingKey('witness'), witnessFor: [await verifierOf(logKeys, 'log')] } })
  witness = { verifier: await verifierOf(witnessKeys, 'witness'), url: peer.address }
  asking = { database: log.database, logger, dispatcher, signingKeys: logKeys }
  for (const day of [10, 11, 12]) await load(log, day)
})

afterAll(async () => {
  await dispatcher.close()
  await log?.stop()
  await peer?.stop()
  rmSync(folder, { recursive: true })
})

async function add (body: string): Promise<{ status: number, type: string | null, text: string }> {
  const answer = await fetch(`${peer.address}/add-checkpoint`, { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

async function head (): Promise<string> {
  return (await log.ask('/log/checkpoint')).text
}

async function certificate (): Promise<Buffer> {
  return (await log.ask('/api/v1/certificates?bank=alpha&source=EUR&target=USD&date=2026-11-12', { plan: 'business' })).bytes
}

async function verify (file: Buffer, witnesses: Verifier[]) {
  const report = await verifyFile(file, { keys: readPublicSet((await log.ask('/.well-known/jwks.json')).text), now: new Date(), witnesses })
  return { isGood: isGood(report), witness: report.checks.find(({ name }) => name.startsWith('Witness')) }
}

describe('a witness', () => {
  it('refuses invalid requests with the statuses of the protocol', async () => {
    const note = await head()
    const [ring, stranger] = [await logKeys.ring(), signingKeyOf(await strangerKeys.ring())]
    const { root } = readCheckpoint(note)
    expect((await add(`old 0\n\n${signCheckpoint({ origin: 'unknown.test/log', size: 3, root }, signingKeyOf(ring))}`)).status).toBe(404)
    expect((await add(`old 0\n\n${signCheckpoint({ origin: ring.origin, size: 3, root }, stranger)}`)).status).toBe(403)
    expect((await add(`old 4\n\n${note}`)).status).toBe(400)
    expect((await add(`old 0\n${note}`)).status).toBe(400)
    expect((await add(`old 0\n\n${note.slice(0, -10)}`)).status).toBe(403)
    expect((await add(`old 0\n${root.toString('base64')}\n\n${note}`)).status).toBe(422)
    expect(await add(`old 2\n\n${note}`)).toEqual({ status: 409, type: 'text/x.tlog.size', text: '0\n' })
    expect((await add('x'.repeat(200_000))).status).toBe(413)
  })

  it('countersigns a growing log, which serves the cosignature in its checkpoint and certificates', async () => {
    await requestCosignature(witness, asking)
    await load(log, 13)
    await requestCosignature(witness, asking)
    const note = await head()
    expect(readCheckpoint(note).size).toBe(4)
    expect(Math.abs(Date.now() - cosignatureOf(note, witness.verifier)!.at.getTime())).toBeLessThan(60_000)
    await load(log, 14) // the certified rate is in the countersigned log, and the certificate has the checkpoint of this log
    expect(await verify(await certificate(), [witness.verifier])).toMatchObject({ isGood: true, witness: { name: 'Witness witness.test/log', holds: true } })
    expect(await verify(await certificate(), [])).toMatchObject({ isGood: true, witness: { name: 'Witness witness.test/log', detail: expect.stringContaining('not checked') } })
  })

  it('a witness is sent a second request with its own size if the log lost the cosignature', async () => {
    await log.database.write('delete from cosignatures')
    await requestCosignature(witness, asking)
    expect(cosignatureOf(await head(), witness.verifier)).toBeDefined()
  })

  it('countersigns one of two concurrent states', async () => {
    await load(log, 15)
    const note = await head()
    const [{ proof }] = await log.database.read<{ proof: Buffer[] }>('select log_consistency(5, 6) as proof') as [{ proof: Buffer[] }]
    const body = `old 5\n${proof.map((node) => `${node.toString('base64')}\n`).join('')}\n${note}`
    const statuses = (await Promise.all([add(body), add(body)])).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409])
    expect(await add(body)).toMatchObject({ status: 409, text: '6\n' })
  })

  it('a forged cosignature, or one of another state or key, is invalid', async () => {
    const ring = await logKeys.ring()
    const { certificate: content } = openCertificate(await certificate(), ring.keys)
    const state = readCheckpoint(content.checkpoint)
    const own = signCheckpoint(state, signingKeyOf(ring))
    const stranger = signingKeyOf(await strangerKeys.ring())
    const name = witness.verifier.name
    const [given, foreign] = [cosignatureOf(content.checkpoint, witness.verifier)!.line, cosign(state, { name, key: stranger, now: Date.now() })].map((line) => Buffer.from(line.split(' ')[2]!, 'base64'))
    const lines = [
      '', foreign, Buffer.concat([given!.subarray(0, 4), foreign!.subarray(4)]), given!.subarray(0, -1),
      Buffer.from(cosign({ ...state, size: state.size - 1 }, { name, key: signingKeyOf(await witnessKeys.ring()), now: Date.now() }).split(' ')[2]!, 'base64')
    ].map((bytes) => typeof bytes === 'string' ? bytes : `— ${name} ${bytes!.toString('base64')}\n`)
    for (const line of lines) {
      const file = certificateFile(signCertificate({ ...content, checkpoint: own + line }, signingKeyOf(ring)))
      expect(await verify(file, [witness.verifier]), line).toMatchObject({ isGood: false, witness: { holds: false } })
    }
  })

  it('detects a rewritten history, as do the service, the audit and the verification', async () => {
    await requestCosignature(witness, asking)
    const replace = async (...statements: string[]) => log.database.transaction(async (client) => {
      for (const statement of ['alter table log_entries disable trigger user', 'alter table log_nodes disable trigger user', ...statements, 'set constraints all immediate',
        'alter table log_entries enable trigger user', 'alter table log_nodes enable trigger user']) await client.query(statement)
    })
    await replace('create temporary table kept on commit drop as select * from log_entries', 'delete from log_nodes', 'delete from log_entries',
      'insert into log_entries (source, publication_id, known_at, entry) select source, publication_id, known_at, replace(entry, \'publication 10\', \'publication X\') from kept order by id',
      'select append_leaf(id, entry) from (select id, entry from log_entries order by id) it')
    await expect(requestCosignature(witness, asking)).rejects.toThrow('it has countersigned another history of the log, and answers 409')
    await load(log, 16)
    await expect(requestCosignature(witness, asking)).rejects.toThrow('it has countersigned another history of the log, and answers 422')
    expect(peer.log.join('')).toContain('a log has signed two histories')
    const { faults } = await auditLog({ database: log.database, parser, sources: [] })
    expect(faults.map(({ fault }) => fault)).toContain('the log does not start with the checkpoint of 6 entries that witness.test/log signed: its history was rewritten')
    expect(await verify(await certificate(), [witness.verifier])).toMatchObject({ isGood: false })

    await replace('delete from log_nodes', 'delete from log_entries')
    await expect(requestCosignature(witness, asking)).rejects.toThrow('which has 0: entries were removed')
  })
})
