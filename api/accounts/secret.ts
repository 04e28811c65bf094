import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'session-secret'

/** The file of a data folder with the session secret. */
export function secretFileIn(folder: string): string {
  return join(folder, FILE)
}

/**
 * The default secret for session cookies. It is created once in a file of the data folder that only its owner can read.
 */
export async function readOrCreateSecret(folder: string): Promise<string> {
  const file = secretFileIn(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}
