import { createHash } from 'node:crypto'
import { openJws, parseCompact, signJws, SignatureError, type PrivateKey, type PublicKey } from './jws.ts'

/**
 * A seal at the end of a file signs every byte before it. Programs without support for seals still read the file. The
 * seal is a JWS with a detached payload, the SHA-256 of those bytes (RFC 7515, appendix F).
 */
const TYPE = 'ratebook-seal'
const MARK = 'ratebook-seal '

const EXAMPLE: PrivateKey = {
  kid: 'x'.repeat(43),
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  created_at: ''
}

/** The fixed size of a seal with its mark, in bytes. */
export const SEAL_LENGTH = seal(Buffer.alloc(0), EXAMPLE).length

/** The seal of some bytes, with its mark. */
export function seal(bytes: Buffer, key: PrivateKey): Buffer {
  const { protected: header, signature } = signJws(digestOf(bytes), TYPE, key)
  return Buffer.from(`${MARK}${header}..${signature}`)
}

/**
 * The sealed bytes. Throws a `SignatureError` unless the file ends with a seal of a trusted key over all bytes before
 * it.
 */
export function openSealed(file: Buffer, keys: readonly PublicKey[]): { bytes: Buffer; key: PublicKey } {
  const start = file.length - SEAL_LENGTH
  const end = file.subarray(Math.max(start, 0)).toString('latin1')
  if (!end.startsWith(MARK)) throw new SignatureError('the file does not end with a seal')
  const { payload, ...parts } = parseCompact(end.slice(MARK.length))
  if (payload !== '') throw new SignatureError('the seal has a payload of its own')
  const bytes = file.subarray(0, start)
  const { key } = openJws({ ...parts, payload: digestOf(bytes).toString('base64url') }, TYPE, keys)
  return { bytes, key }
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
