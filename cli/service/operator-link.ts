import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operatorLink } from '../../api/accounts/operator-link.ts'
import { readOrCreateSecret } from '../../api/accounts/secret.ts'
import { print } from '../output.ts'
import type { Runtime } from '../runtime.ts'

/**
 * Prints the link with which the first operator registers, and writes it to a file of the data folder that only its
 * owner can read. Once the installation has an operator, prints nothing and removes the file.
 */
export async function announceOperatorLink({ requestDatabase, settings }: Runtime, address: string): Promise<void> {
  const { DATA_DIR, PUBLIC_URL, SESSION_SECRET } = settings
  const file = join(DATA_DIR, 'operator-link')
  const [row] = await requestDatabase.read<{ has: boolean }>('select has_operator() as has')
  if (row!.has) return rm(file, { force: true })
  const link = operatorLink(PUBLIC_URL ?? address, SESSION_SECRET ?? (await readOrCreateSecret(DATA_DIR)))
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
  await writeFile(file, `${link}\n`, { mode: 0o600 })
  print(`This service has no operator yet. Register as its operator at ${link}`)
}
