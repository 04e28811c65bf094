import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { loadSources } from '../../../adapters/registry.ts'
import { listChanges } from '../certificates-query.ts'
import { rereader } from '../../../pipelines/read/reread.ts'
import { readSettings } from '../../../cli/settings.ts'
import type { Certificate } from '../kit/certificate.ts'
import type { PublicKey } from '../kit/jws.ts'
import { readPublicSet, SigningKeys } from '../keys.ts'
import { isPairFile, verifyFigure } from '../kit/figure.ts'
import { isGood, verdictOf, verifyFile, type Check } from '../kit/verify.ts'
import { dateArgument, examples } from '../../../cli/arguments.ts'
import { print } from '../../../cli/output.ts'
import { createParser, runOnDatabase } from '../../../cli/runtime.ts'
import { keyFileOf } from '../../../cli/key-file.ts'

/** Adds the command that checks certificates. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'verify a certificate, or a figure of a book: its signature, log entries, derivation and documents; without a service'
    )
    .argument(
      '<file>',
      'JSON, PDF or ZIP file of a certificate; or the path or URL of a pair in a book, …/pair/ecb/EUR-USD.csv'
    )
    .option('--date <date>', 'the date of a figure of a book (default: the newest)', dateArgument)
    .option('--type <type>', 'the type of a figure of a book, if its table has several')
    .option(
      '--keys <file>',
      'trusted keys, from /.well-known/jwks.json (default: the keys of this installation, or those of the book)'
    )
    .option('--document <file...>', 'publishers’ documents that the certificate file lacks')
    .option('--changes', 'also list later changes of the rates, from the database of this installation')
    .addHelpText(
      'after',
      examples('verify certificate.zip --keys keys.json', 'verify book/pair/ecb/EUR-USD.csv --date 2026-03-18')
    )
    .action(verify)
}

interface Options {
  keys?: string
  document?: string[]
  changes?: boolean
  date?: string
  type?: string
}

async function verify(
  name: string,
  { keys, document: documents = [], changes = false, date, type }: Options
): Promise<void> {
  const settings = readSettings(process.env)
  const parser = createParser(settings)
  if (isPairFile(name)) {
    const trusted = keys === undefined ? undefined : await trustedKeys(keys, settings)
    const read = rereader(parser, await loadSources())
    const { figure, checks } = await verifyFigure(name, { date, type, keys: trusted, read })
    print(figure)
    printChecks(checks)
    print(`\n${verdictOfFigure(checks)}`)
    if (checks.some(({ holds }) => holds === false)) process.exitCode = 1
    return
  }
  const report = await verifyFile(readFileSync(name), {
    keys: await trustedKeys(keys, settings),
    now: new Date(),
    documents: documents.map((file) => readFileSync(file)),
    read: rereader(parser, await loadSources())
  })
  printChecks(report.checks)
  print(`\nthe certificate is ${verdictOf(report)}`)
  if (!isGood(report)) process.exitCode = 1
  if (changes && report.certificate) await printChanges(report.certificate)
}

const LOG_CHECKS = ['Log entry', 'Signature']

function verdictOfFigure(checks: Check[]): string {
  const failed = checks.filter(({ holds }) => holds === false)
  if (failed.length === 0) return 'the figure is as published'
  const isOfDocument = failed.every(({ name }) => LOG_CHECKS.includes(name))
  return isOfDocument
    ? 'the figure is that of the document, but the log does NOT prove that this document was published'
    : 'the figure is NOT that of the publisher’s document'
}

function printChecks(checks: Check[]): void {
  for (const { name, holds, detail } of checks)
    print(`${holds === undefined ? '–' : holds ? '✓' : '✗'} ${name}: ${detail}`)
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
