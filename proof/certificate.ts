import { openJws, signJws, SignatureError, type Jws, type PrivateKey, type PublicKey } from './jws.ts'
import type { CertifiedRate, Statement } from './statement.ts'

const TYPE = 'ratebook-certificate'
const START = Buffer.from('{"payload":"')
const END = /^","signatures":\[\{"protected":"([\w-]{1,1000})","signature":"([\w-]{1,1000})"\}\]\}\n$/
const MAX_END = 2100

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

/** The content of a certificate. */
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
  const jws = parseEnvelope(file)
  const { payload, key } = openJws(jws, TYPE, keys)
  return { certificate: JSON.parse(payload.toString()) as Certificate, key }
}

function bytesOf ({ protected: header, payload, signature }: Jws): Buffer {
  return Buffer.from(`${JSON.stringify({ payload, signatures: [{ protected: header, signature }] })}\n`)
}

// Not JSON.parse, which takes half a second for six megabytes of brackets, nor a text of the whole file: anybody may send one.
function parseEnvelope (file: Buffer): Jws {
  const end = file.subarray(0, START.length).equals(START) ? file.indexOf('"', START.length) : file.length
  const [, header, signature] = END.exec(file.toString('latin1', end, end + MAX_END)) ?? []
  if (header === undefined) throw new SignatureError('expected a certificate: a JWS in its general JSON serialization, byte for byte as it was issued')
  return { protected: header, payload: file.toString('latin1', START.length, end), signature: signature! }
}
