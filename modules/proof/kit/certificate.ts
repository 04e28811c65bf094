import { openJws, signJws, SignatureError, type Jws, type PrivateKey, type PublicKey } from './jws.ts'
import type { CertifiedRate, Statement } from './statement.ts'

const TYPE = 'ratebook-certificate'
const START = Buffer.from('{"payload":"')
// Certificates of earlier versions may have the timestamp of an authority, which is not checked.
const STAMP =
  '(?:"header":\\{"etsiU":\\[\\{"sigTst":\\{"tstTokens":\\[\\{"val":"[A-Za-z0-9+/]{1,100000}={0,2}"\\}\\]\\}\\}\\]\\},)?'
const END = new RegExp(
  `^","signatures":\\[\\{"protected":"([\\w-]{1,1000})",${STAMP}"signature":"([\\w-]{1,1000})"\\}\\]\\}\n$`
)
const MAX_END = 103_000

/** Finds the file of a certificate within a longer text. */
export const ENVELOPE = new RegExp(
  `\\{"payload":"[\\w-]+","signatures":\\[\\{"protected":"[\\w-]+",${STAMP}"signature":"[\\w-]+"\\}\\]\\}\n`
)

/** An entry of the log, its inclusion proof, and the data for reading its document again. */
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

/** The content of a certificate. */
export interface Certificate {
  version: 1
  issuer: string
  issued_at: string
  /** Later changes are omitted. */
  as_of: string
  statement: Statement
  rates: CertifiedRate[]
  entries: CertifiedEntry[]
  /** The signed note of the log that the inclusion proofs lead to. */
  checkpoint: string
  notice: string
  /** Set by a demo, whose documents are samples that no publisher sent. */
  demo?: true
}

/** A signed certificate. */
export function signCertificate(certificate: Certificate, key: PrivateKey): Jws {
  return signJws(Buffer.from(JSON.stringify(certificate)), TYPE, key)
}

/** A signed certificate as a file: a JWS in its general JSON serialization, in its only valid spelling. */
export function certificateFile({ protected: header, payload, signature }: Jws): Buffer {
  return Buffer.from(`${JSON.stringify({ payload, signatures: [{ protected: header, signature }] })}\n`)
}

export interface OpenedCertificate {
  certificate: Certificate
  key: PublicKey
}

/**
 * The certificate in a file. Throws a `SignatureError` unless a trusted key has signed every byte except those of a
 * timestamp.
 */
export function openCertificate(file: Buffer, keys: readonly PublicKey[]): OpenedCertificate {
  const { payload, key } = openJws(parseEnvelope(file), TYPE, keys)
  return { certificate: JSON.parse(payload.toString()) as Certificate, key }
}

// Avoids JSON.parse, which takes half a second for six megabytes of brackets, and a text of the whole file, because
// anyone may send one.
function parseEnvelope(file: Buffer): Jws {
  const end = file.subarray(0, START.length).equals(START) ? file.indexOf('"', START.length) : file.length
  const [, header, signature] = END.exec(file.toString('latin1', end, end + MAX_END)) ?? []
  if (header === undefined) {
    throw new SignatureError(
      'expected a certificate: a JWS in its general JSON serialization, byte for byte as it was issued'
    )
  }
  return { protected: header, payload: file.toString('latin1', START.length, end), signature: signature! }
}
