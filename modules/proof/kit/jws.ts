import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** A public key with which a signature of this service is checked. */
export interface PublicKey {
  /** The thumbprint of the key (RFC 7638). */
  kid: string
  /** The key in base64url (RFC 8037). */
  x: string
  created_at: string
  /** The time when it stopped signing. */
  retired_at?: string
}

export interface PrivateKey extends PublicKey {
  d: string
}

interface Header {
  alg: 'EdDSA'
  kid: string
  typ: string
}

/** The parts of a JSON Web Signature (RFC 7515), each in base64url. */
export interface Jws {
  protected: string
  payload: string
  signature: string
}

/** An invalid signature or a malformed text. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

export function privateKeyOf({ x, d }: Pick<PrivateKey, 'x' | 'd'>): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
}

export function publicKeyOf({ x }: Pick<PublicKey, 'x'>): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/**
 * Signs bytes with Ed25519 (RFC 8037); `typ` names their kind, so that no signature is valid for another kind of
 * statement.
 */
export function signJws(payload: Uint8Array, typ: string, key: PrivateKey): Jws {
  const header: Header = { alg: 'EdDSA', kid: key.kid, typ }
  const parts = { protected: base64url(JSON.stringify(header)), payload: base64url(payload) }
  return { ...parts, signature: base64url(sign(null, inputOf(parts), privateKeyOf(key))) }
}

/** The payload of a valid signature and its key. Throws a `SignatureError` for an invalid one. */
export function openJws(jws: Jws, typ: string, keys: readonly PublicKey[]): { payload: Buffer; key: PublicKey } {
  const header = headerOf(jws)
  if (header.alg !== 'EdDSA' || header.typ !== typ) {
    throw new SignatureError(`expected a signature of the type ${typ} with EdDSA`)
  }
  const key = keys.find(({ kid }) => kid === header.kid)
  if (!key) throw new SignatureError(`the key ${header.kid} is not trusted`)
  if (!verify(null, inputOf(jws), publicKeyOf(key), bytesOf(jws.signature))) {
    throw new SignatureError('the signature is not valid: the content differs from what was signed')
  }
  return { payload: bytesOf(jws.payload), key }
}

export function compactOf({ protected: header, payload, signature }: Jws): string {
  return `${header}.${payload}.${signature}`
}

/** Splits a compact serialization. Throws a `SignatureError` for a malformed one. */
export function parseCompact(text: string): Jws {
  const [header = '', payload = '', signature = '', ...others] = text.split('.')
  if (others.length > 0 || signature === '') throw new SignatureError('expected a JWS in its compact serialization')
  return { protected: header, payload, signature }
}

function headerOf({ protected: header }: Jws): Partial<Header> {
  try {
    return JSON.parse(bytesOf(header).toString()) as Partial<Header>
  } catch (error) {
    throw new SignatureError('the header of the signature cannot be read', { cause: error })
  }
}

function inputOf({ protected: header, payload }: Pick<Jws, 'protected' | 'payload'>): Buffer {
  return Buffer.from(`${header}.${payload}`)
}

function base64url(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64url')
}

/** The bytes of a base64url text. Refuses non-canonical encodings, which would allow undetected changes. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new SignatureError('expected base64url')
  return bytes
}
