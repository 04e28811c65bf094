import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { loadSources } from '../adapters/registry.ts'
import { ThreadParser } from '../pipelines/parser.ts'
import { rereader } from '../pipelines/reread.ts'
import { readSettings } from '../pipelines/settings.ts'
import type { PublicKey } from '../proof/jws.ts'
import { readPublicSet, SigningKeys } from '../proof/keys.ts'
import { isGood, verifyFile } from '../proof/verify.ts'
import { print } from './output.ts'
import { keyFileOf } from './signing-key.ts'

/** Adds the command that checks certificates. */
export function addVerifyCommand (program: Command): void {
  program.command('verify').description('check a certificate (JSON, PDF or ZIP) offline: signature, log, derivation, documents, and the figures in them').argument('<file>')
    .option('--keys <file>', 'the trusted keys, from /.well-known/jwks.json; the default is those of this installation')
    .option('--document <file...>', 'publisher’s documents that the file does not contain').action(verify)
}

async function verify (name: string, { keys, document: documents = [] }: { keys?: string, document?: string[] }): Promise<void> {
  const settings = readSettings(process.env)
  const parser = new ThreadParser({ timeout: settings.PARSE_TIMEOUT, memory: settings.PARSE_MEMORY })
  const report = await verifyFile(readFileSync(name), {
    keys: await trustedKeys(keys, settings),
    now: new Date(),
    documents: documents.map((file) => readFileSync(file)),
    read: rereader(parser, await loadSources())
  })
  for (const { name, holds, detail } of report.checks) print(`${holds === undefined ? '–' : holds ? '✓' : '✗'} ${name}: ${detail}`)
  if (isGood(report)) return print('\nthe certificate is valid')
  print('\nthe certificate is not valid')
  process.exitCode = 1
}

async function trustedKeys (file: string | undefined, settings: Parameters<typeof keyFileOf>[0]): Promise<readonly PublicKey[]> {
  if (file !== undefined) return readPublicSet(readFileSync(file, 'utf8'))
  return (await new SigningKeys({ file: keyFileOf(settings).file }).ring()).keys
}
