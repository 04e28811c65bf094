import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** The location of the keys that sign statements of the service. */
export interface KeyFile {
  file: string
  /** The host by which the log is named when the file is created. Undefined if the file must exist. */
  host?: string | null
}

/**
 * The location of the signing keys: the configured file, which must exist, or a file in the data folder, created on
 * first use.
 */
export function keyFileOf({ SIGNING_KEY_FILE: file, DATA_DIR: folder, PUBLIC_URL: url }: Settings): KeyFile {
  return file === undefined
    ? { file: join(folder, 'signing-key.json'), host: url === undefined ? null : new URL(url).host }
    : { file }
}
