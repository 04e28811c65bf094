import type { Command } from 'commander'
import { keyFileOf } from '../../../cli/key-file.ts'
import { readSettings } from '../../../cli/settings.ts'
import { publicSet, SigningKeys, type KeyRing } from '../keys.ts'
import { print, printRows } from '../../../cli/output.ts'

/** Adds the commands for the keys that sign certificates and checkpoints. */
export function addSigningKeyCommands(program: Command): void {
  const command = program.command('signing-key').description('manage the keys that sign certificates and checkpoints')
  command.command('show').description('list the public keys').action(show)
  command
    .command('rotate')
    .description(
      'create a new signing key and destroy the previous private key; the previous public key stays published'
    )
    .action(rotate)
}

async function show(): Promise<void> {
  printRing(await new SigningKeys(keyFileOf(readSettings(process.env))).ring())
}

async function rotate(): Promise<void> {
  printRing(await new SigningKeys(keyFileOf(readSettings(process.env))).rotate())
}

function printRing(ring: KeyRing): void {
  const { origin, keys } = publicSet(ring)
  printRows(keys.map(({ kid, created_at, retired_at = '', note_key }) => ({ kid, created_at, retired_at, note_key })))
  print(`\nlog name: ${origin}`)
}
