import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { loadSources } from '../../../adapters/registry.ts'
import { listChanges } from '../certificates-query.ts'
import { rereader } from '../../../pipelines/read/reread.ts'
import { readSettings } from '../../../cli/settings.ts'
import type { Certificate } from '../kit/certificate.ts'
import type { PublicKey } from '../kit/jws.ts'
import { readPublicSet, SigningKeys } from '../keys.ts'
import { isGood, verdictOf, verifyFile } from '../kit/verify.ts'
import { examples } from '../../../cli/arguments.ts'
import { print } from '../../../cli/output.ts'
import { createParser, runOnDatabase } from '../../../cli/runtime.ts'
import { keyFileOf } from '../../../cli/key-file.ts'

/** Adds the command that checks certificates. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('verify a certificate offline: its signature, log entries, derivation and documents')
    .argument('<file>', 'JSON, PDF or ZIP file of a certificate')
    .option('--keys <file>', 'trusted keys, from /.well-known/jwks.json (default: the keys of this installation)')
    .option('--document <file...>', 'publishers’ documents that the certificate file lacks')
    .option('--changes', 'also list later changes of the rates, from the database of this installation')
    .addHelpText('after', examples('verify certificate.zip --keys keys.json'))
    .action(verify)
}

interface Options {
  keys?: string
  document?: string[]
  changes?: boolean
}

async function verify(name: string, { keys, document: documents = [], changes = false }: Options): Promise<void> {
  const settings = readSettings(process.env)
  const parser = createParser(settings)
  const report = await verifyFile(readFileSync(name), {
    keys: await trustedKeys(keys, settings),
    now: new Date(),
    documents: documents.map((file) => readFileSync(file)),
    read: rereader(parser, await loadSources())
  })
  for (const { name, holds, detail } of report.checks)
    print(`${holds === undefined ? '–' : holds ? '✓' : '✗'} ${name}: ${detail}`)
  print(`\nthe certificate is ${verdictOf(report)}`)
  if (!isGood(report)) process.exitCode = 1
  if (changes && report.certificate) await printChanges(report.certificate)
}

async function printChanges({ statement: { bank }, rates, as_of: after }: Certificate): Promise<void> {
  await runOnDatabase(async ({ requestDatabase }) => {
    const found = await listChanges(requestDatabase, { bank: bank.code, rates, after })
    print(found.length === 0 ? `none of its rates has changed since ${after}` : `changed since ${after}:`)
    for (const { base, quote, type, date, value, known_at: known, publication_id: publication } of found) {
      print(
        `${date} ${base} ${quote} ${type}: ${value === null ? 'withdrawn' : `now ${value}`}, known at ${known}, from publication ${publication}`
      )
    }
  })
}

async function trustedKeys(
  file: string | undefined,
  settings: Parameters<typeof keyFileOf>[0]
): Promise<readonly PublicKey[]> {
  if (file !== undefined) return readPublicSet(readFileSync(file, 'utf8'))
  if (!existsSync(keyFileOf(settings).file)) {
    throw new Error(
      'this installation has no keys: expected --keys with the /.well-known/jwks.json of the service that issued ' +
        'the certificate'
    )
  }
  return (await new SigningKeys({ file: keyFileOf(settings).file }).ring()).keys
}
