import { promisify } from 'node:util'
import { unzipSync, zip, type AsyncZippable, type AsyncZipOptions } from 'fflate'
import type { PrivateKey, PublicKey } from './jws.ts'
import { openSealed, seal, SEAL_LENGTH } from './seal.ts'

const MODIFIED = '1980-01-01T00:00:00' // the earliest time that ZIP can express
const COMMENT_LENGTH = 2

const zipped = promisify<AsyncZippable, AsyncZipOptions, Uint8Array>(zip)

/** Files as a ZIP archive, whose comment is the seal of everything before it. Long files are packed in threads. */
export async function writeBundle(files: Record<string, Uint8Array>, key: PrivateKey): Promise<Buffer> {
  const archive = Buffer.from(await zipped(files, { mtime: MODIFIED }))
  archive.writeUInt16LE(SEAL_LENGTH, archive.length - COMMENT_LENGTH)
  return Buffer.concat([archive, seal(archive, key)])
}

/**
 * The files of a bundle, or one of them. Throws a `SignatureError` unless a trusted key has sealed every byte. Unpacks
 * nothing before this check.
 */
export function openBundle(file: Buffer, keys: readonly PublicKey[], only?: string): Record<string, Uint8Array> {
  return unzipSync(openSealed(file, keys).bytes, { filter: ({ name }) => only === undefined || name === only })
}
