import { join } from 'node:path'
import type { Command } from 'commander'
import { readSettings, type Settings } from './settings.ts'
import { publicSet, SigningKeys, type KeyFile, type KeyRing } from '../proof/keys.ts'
import { print, printRows } from './output.ts'

/** Adds the commands for the keys that sign certificates and checkpoints. */
export function addSigningKeyCommands (program: Command): void {
  const command = program.command('signing-key').description('manage the keys that sign certificates and checkpoints')
  command.command('show').description('list the public keys').action(show)
  command.command('rotate').description('create a new signing key and destroy the previous private key; the previous public key stays published').action(rotate)
}

/** The location of the signing keys: the configured file, which must exist, or a file in the data folder, created on first use. */
export function keyFileOf ({ SIGNING_KEY_FILE: file, DATA_DIR: folder, PUBLIC_URL: url }: Settings): KeyFile {
  return file === undefined ? { file: join(folder, 'signing-key.json'), host: url === undefined ? null : new URL(url).host } : { file }
}

async function show (): Promise<void> {
  printRing(await new SigningKeys(keyFileOf(readSettings(process.env))).ring())
}

async function rotate (): Promise<void> {
  printRing(await new SigningKeys(keyFileOf(readSettings(process.env))).rotate())
}

function printRing (ring: KeyRing): void {
  const { origin, keys } = publicSet(ring)
  printRows(keys.map(({ kid, created_at, retired_at = '', note_key }) => ({ kid, created_at, retired_at, note_key })))
  print(`\nlog name: ${origin}`)
}
