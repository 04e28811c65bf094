import { createHash, X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, SignedData, TimeStampResp, TSTInfo, type SignedDataVerifyResult } from 'pkijs'
import { SignatureError } from './jws.ts'

/** Time stamps of signatures by an authority (RFC 3161). */

// A request of version 1 for the stamp of a SHA-256, that requests the authority's certificate; the hash goes between these bytes.
const REQUEST = [Buffer.from('30390201013031300d060960864801650304020105000420', 'hex'), Buffer.from('0101ff', 'hex')] as const

const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const COMMON_NAME = '2.5.4.3'
const GRANTED = [0, 1]
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The request for a time stamp of a signature. */
export function stampRequest (signature: string): Buffer {
  return Buffer.concat([REQUEST[0], digestOf(signature), REQUEST[1]])
}

/** The time stamp in the answer of an authority. Throws a `SignatureError` if there is none. */
export function readStampResponse (response: Buffer): Buffer {
  return asSignatureError(() => {
    const { status, timeStampToken: stamp } = TimeStampResp.fromBER(new Uint8Array(response))
    if (!GRANTED.includes(status.status) || !stamp) throw new SignatureError(`the authority refuses with the status ${status.status}`)
    return Buffer.from(stamp.toSchema().toBER())
  })
}

/**
 * The time in the stamp of a signature, and the name of the authority. Throws a `SignatureError` unless a chain of certificates, valid at that time, leads
 * to one of the trusted ones (PEM) from that of the signer, which is for time stamps.
 */
export async function openStamp (stamp: Buffer, signature: string, trusted: string): Promise<{ at: Date, by: string }> {
  const signed = asSignatureError(() => new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(stamp)).content }))
  const info = asSignatureError(() => TSTInfo.fromBER(new Uint8Array(signed.encapContentInfo.eContent!.valueBlock.valueHexView)))
  const { hashAlgorithm: { algorithmId: algorithm }, hashedMessage: hash } = info.messageImprint
  const isOfSignature = signed.encapContentInfo.eContentType === TST_INFO && algorithm === SHA256 && digestOf(signature).equals(hash.valueBlock.valueHexView)
  if (!isOfSignature) throw new SignatureError('the time stamp is that of another signature')
  const signer = await findSigner(signed, signature, trusted)
  const purposes = (signer.extensions?.find(({ extnID: id }) => id === EXTENDED_KEY_USAGE)?.parsedValue as { keyPurposes?: string[] } | undefined)?.keyPurposes ?? []
  if (!purposes.includes(TIME_STAMPING)) throw new SignatureError('the certificate of the time stamp is not for time stamps')
  const name = signer.subject.typesAndValues.find(({ type }) => type === COMMON_NAME)?.value.valueBlock.value
  return { at: info.genTime, by: String(name ?? 'the authority') }
}

async function findSigner (signed: SignedData, signature: string, trusted: string): Promise<Certificate> {
  const trustedCerts = (trusted.match(PEM) ?? []).map((pem) => Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw)))
  const verified: Promise<SignedDataVerifyResult> = signed.verify({ signer: 0, data: new Uint8Array(Buffer.from(signature)).buffer, trustedCerts, checkChain: true, extendedMode: true })
  const { signatureVerified: isSigned, signerCertificateVerified: isTrusted, signerCertificate: signer, message } = await verified.catch((error: SignedDataVerifyResult) => error)
  if (!isSigned || !isTrusted || !signer) throw new SignatureError(`the time stamp is not valid: ${message}`)
  return signer
}

/** Runs a DER reader and turns its errors, which are of many kinds, into a `SignatureError`. */
function asSignatureError<Result> (read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof SignatureError ? error : new SignatureError('the time stamp is malformed', { cause: error })
  }
}

function digestOf (signature: string): Buffer {
  return createHash('sha256').update(signature).digest()
}
