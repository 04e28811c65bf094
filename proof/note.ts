import { createHash, sign, verify } from 'node:crypto'
import { privateKeyOf, publicKeyOf, SignatureError, type PrivateKey, type PublicKey } from './jws.ts'

/** Signed notes and the checkpoints of a log, by the specifications signed-note and tlog-checkpoint of C2SP. */

const ED25519 = Buffer.from([1])
const SIGNATURE = /^— (\S+) ([A-Za-z0-9+/=]+)$/
const DECIMAL = /^(0|[1-9]\d{0,15})$/

/** The state of a log at a checkpoint. */
export interface Checkpoint {
  /** The name of the log. */
  origin: string
  size: number
  root: Buffer
}

/** The checkpoint of a log, signed under the name of the log. */
export function signCheckpoint ({ origin, size, root }: Checkpoint, key: PrivateKey): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const signature = sign(null, Buffer.from(text), privateKeyOf(key))
  return `${text}\n— ${origin} ${Buffer.concat([keyHash(origin, key), signature]).toString('base64')}\n`
}

/** A checkpoint that one of the keys has signed. Throws a `SignatureError` for any other text. */
export function openCheckpoint (note: string, keys: readonly PublicKey[]): Checkpoint & { key: PublicKey } {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [origin = '', size = '', root = '', ...others] = text.split('\n')
  if (end < 0 || !DECIMAL.test(size) || Buffer.from(root, 'base64').length !== 32 || others.join('') !== '') throw new SignatureError('expected a checkpoint: an origin, a size and a root')
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, encoded = ''] = SIGNATURE.exec(line) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    const key = name === origin && bytes.toString('base64') === encoded ? keys.find((it) => keyHash(origin, it).equals(bytes.subarray(0, 4))) : undefined
    if (key && verify(null, Buffer.from(text), publicKeyOf(key), bytes.subarray(4))) return { origin, size: Number(size), root: Buffer.from(root, 'base64'), key }
  }
  throw new SignatureError('no trusted key has signed the checkpoint')
}

/** A public key as the verifiers of signed notes take it. */
export function noteKey (origin: string, key: PublicKey): string {
  return `${origin}+${keyHash(origin, key).toString('hex')}+${Buffer.concat([ED25519, bytesOf(key)]).toString('base64')}`
}

function keyHash (origin: string, key: PublicKey): Buffer {
  return createHash('sha256').update(`${origin}\n`).update(ED25519).update(bytesOf(key)).digest().subarray(0, 4)
}

function bytesOf ({ x }: PublicKey): Buffer {
  return Buffer.from(x, 'base64url')
}
