import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { loadSources } from '../../adapters/registry.ts'
import { listChanges } from '../../api/proof/certificates-query.ts'
import { rereader } from '../../pipelines/read/reread.ts'
import { readSettings } from '../settings.ts'
import type { Certificate } from '../../proof/certificate.ts'
import type { PublicKey } from '../../proof/jws.ts'
import { readPublicSet, SigningKeys } from '../../proof/keys.ts'
import { readVerifier } from '../../proof/note.ts'
import { isGood, verifyFile } from '../../proof/verify.ts'
import { print } from '../output.ts'
import { createParser, runOnDatabase } from '../runtime.ts'
import { keyFileOf } from '../signing-key.ts'

/** Adds the command that checks certificates. */
export function addVerifyCommand (program: Command): void {
  program.command('verify').description('check a certificate (JSON, PDF or ZIP) offline: signature, log, derivation, documents, and the figures in them').argument('<file>')
    .option('--keys <file>', 'the trusted keys, from /.well-known/jwks.json; the default is those of this installation')
    .option('--document <file...>', 'publisher’s documents that the file does not contain')
    .option('--witness <key...>', 'verifier keys of witnesses that must have countersigned the log')
    .option('--timestamp-ca <file>', 'PEM file with the certificates of authorities, of which one must have stamped the certificate with a time')
    .option('--changes', 'also list what this installation has learnt of the rates since').action(verify)
}

interface Options {
  keys?: string
  document?: string[]
  witness?: string[]
  timestampCa?: string
  changes?: boolean
}

async function verify (name: string, { keys, document: documents = [], witness: witnesses = [], timestampCa, changes = false }: Options): Promise<void> {
  const settings = readSettings(process.env)
  const parser = createParser(settings)
  const report = await verifyFile(readFileSync(name), {
    keys: await trustedKeys(keys, settings),
    now: new Date(),
    authorities: timestampCa === undefined ? undefined : readFileSync(timestampCa, 'utf8'),
    witnesses: witnesses.map((key) => readVerifier(key, 'witness')),
    documents: documents.map((file) => readFileSync(file)),
    read: rereader(parser, await loadSources())
  })
  for (const { name, holds, detail } of report.checks) print(`${holds === undefined ? '–' : holds ? '✓' : '✗'} ${name}: ${detail}`)
  print(`\nthe certificate is ${isGood(report) ? 'valid' : 'not valid'}`)
  if (!isGood(report)) process.exitCode = 1
  if (changes && report.certificate) await printChanges(report.certificate)
}

async function printChanges ({ statement: { bank }, rates, as_of: after }: Certificate): Promise<void> {
  await runOnDatabase(async ({ requestDatabase }) => {
    const found = await listChanges(requestDatabase, { bank: bank.code, rates, after })
    print(found.length === 0 ? `no rate behind it has changed since ${after}` : `changed since ${after}:`)
    for (const { base, quote, type, date, value, known_at: known, publication_id: publication } of found) {
      print(`${date} ${base} ${quote} ${type}: ${value === null ? 'withdrawn' : `now ${value}`}, known at ${known}, from publication ${publication}`)
    }
  })
}

async function trustedKeys (file: string | undefined, settings: Parameters<typeof keyFileOf>[0]): Promise<readonly PublicKey[]> {
  if (file !== undefined) return readPublicSet(readFileSync(file, 'utf8'))
  if (!existsSync(keyFileOf(settings).file)) throw new Error('this installation has no keys: pass those of the service that issued the certificate, its /.well-known/jwks.json, with --keys')
  return (await new SigningKeys({ file: keyFileOf(settings).file }).ring()).keys
}
