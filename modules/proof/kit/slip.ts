import { compactOf, openJws, parseCompact, signJws, type PrivateKey, type PublicKey } from './jws.ts'

const TYPE = 'ratebook-slip'

/** The content of the code on a printed certificate: the figure and the hash of its file. */
export interface Slip {
  title: string
  as_of: string
  issued_at: string
  /** The hash of the certificate as JSON, in base64url. */
  sha256: string
}

/** A slip as a JWS that fits into an address. */
export function issueSlip(slip: Slip, key: PrivateKey): string {
  return compactOf(signJws(Buffer.from(JSON.stringify(slip)), TYPE, key))
}

/** The slip in an address. Throws a `SignatureError` for one that no trusted key has signed. */
export function openSlip(text: string, keys: readonly PublicKey[]): Slip {
  return JSON.parse(openJws(parseCompact(text), TYPE, keys).payload.toString()) as Slip
}
