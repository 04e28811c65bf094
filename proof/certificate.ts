import { compactOf, openJws, parseCompact, signJws, SignatureError, type Jws, type PrivateKey, type PublicKey } from './jws.ts'
import type { CertifiedRate, Statement } from './statement.ts'

const TYPE = 'ratebook-certificate'

/** An entry of the log, the proof that the log has it, and what is needed to read its document again. */
export interface CertifiedEntry {
  leaf: number
  entry: string
  /** The nodes of the inclusion proof in base64, from the leaf upwards; null for none. */
  inclusion: string[] | null
  publication: number
  url: string
  method: 'GET' | 'POST'
  body: string | null
  media_type: string
  charset: string | null
  size: number
}

/** What a certificate says. */
export interface Certificate {
  version: 1
  issuer: string
  issued_at: string
  /** Later changes are left out. */
  as_of: string
  statement: Statement
  rates: CertifiedRate[]
  entries: CertifiedEntry[]
  /** The signed note of the log that the inclusion proofs lead to. */
  checkpoint: string
  notice: string
}

/** A certificate as a file: a JWS in its general JSON serialization, in the one spelling that counts. */
export function issueCertificate (certificate: Certificate, key: PrivateKey): Buffer {
  return bytesOf(signJws(Buffer.from(JSON.stringify(certificate)), TYPE, key))
}

/** The certificate in a file. Throws a `SignatureError` unless every byte is as a trusted key has signed it. */
export function openCertificate (file: Buffer, keys: readonly PublicKey[]): { certificate: Certificate, key: PublicKey } {
  const jws = parseEnvelope(file.toString())
  const { payload, key } = openJws(jws, TYPE, keys)
  if (!bytesOf(jws).equals(file)) throw new SignatureError('the file is not byte for byte as it was issued')
  return { certificate: JSON.parse(payload.toString()) as Certificate, key }
}

function bytesOf ({ protected: header, payload, signature }: Jws): Buffer {
  return Buffer.from(`${JSON.stringify({ payload, signatures: [{ protected: header, signature }] })}\n`)
}

function parseEnvelope (text: string): Jws {
  try {
    const { payload, signatures: [{ protected: header, signature }] } = JSON.parse(text) as { payload: string, signatures: [{ protected: string, signature: string }] }
    return parseCompact(compactOf({ protected: header, payload, signature }))
  } catch (error) {
    throw new SignatureError('expected a certificate: a JWS in its general JSON serialization', { cause: error })
  }
}
