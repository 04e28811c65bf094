import { createHash, sign, verify } from 'node:crypto'
import { privateKeyOf, publicKeyOf, SignatureError, type PrivateKey, type PublicKey } from './jws.ts'

/** Signed notes and the checkpoints of a log, by the specifications signed-note and tlog-checkpoint of C2SP. */

const ED25519 = 1
const SIGNATURE = /^— (\S+) ([A-Za-z0-9+/]+=*)$/
const VERIFIER = /^([^\s+]+)\+[0-9a-f]{8}\+([A-Za-z0-9+/]{44})$/
const DECIMAL = /^(0|[1-9]\d{0,15})$/

type Key = Pick<PublicKey, 'x'>

/** The state of a log at a checkpoint. */
export interface Checkpoint {
  /** The name of the log. */
  origin: string
  size: number
  root: Buffer
}

/** The checkpoint of a log, signed under the name of the log. */
export function signCheckpoint(checkpoint: Checkpoint, key: PrivateKey): string {
  const text = textOf(checkpoint)
  const signature = sign(null, Buffer.from(text), privateKeyOf(key))
  return `${text}\n${lineOf(checkpoint.origin, Buffer.concat([keyHash(checkpoint.origin, key, ED25519), signature]))}`
}

/** A checkpoint whose signatures are not checked. Throws a `SignatureError` for any other text. */
export function readCheckpoint(note: string): Checkpoint {
  const end = note.lastIndexOf('\n\n')
  const [origin = '', size = '', root = '', ...others] = note.slice(0, end + 1).split('\n')
  const checkpoint = { origin, size: Number(size), root: Buffer.from(root, 'base64') }
  const isWhole =
    end >= 0 && origin !== '' && DECIMAL.test(size) && checkpoint.root.length === 32 && others.join('') === ''
  if (!isWhole || note.slice(0, end + 1) !== textOf(checkpoint)) {
    throw new SignatureError('expected a checkpoint: an origin, a size and a root')
  }
  return checkpoint
}

/**
 * A checkpoint that one of the keys has signed under the name of the log. Throws a `SignatureError` for any other text.
 */
export function openCheckpoint<Known extends Key>(note: string, keys: readonly Known[]): Checkpoint & { key: Known } {
  const checkpoint = readCheckpoint(note)
  for (const key of keys) {
    const signature = signatureOf(note, checkpoint.origin, keyHash(checkpoint.origin, key, ED25519))
    if (signature && verify(null, Buffer.from(textOf(checkpoint)), publicKeyOf(key), signature.bytes)) {
      return { ...checkpoint, key }
    }
  }
  throw new SignatureError('no trusted key has signed the checkpoint')
}

/** The lines of a note's signatures, each with the name of its key. */
export function signaturesOf(note: string): Array<{ line: string; name: string }> {
  return note
    .slice(note.lastIndexOf('\n\n') + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name] = SIGNATURE.exec(line) ?? []
      return name === undefined ? [] : [{ line: `${line}\n`, name }]
    })
}

/** A public key in the form that verifiers of signed notes accept. */
export function noteKey(origin: string, key: Key): string {
  return verifierKey(origin, key, ED25519)
}

/** The key of a log, as `noteKey` writes it. Throws a `SignatureError` for any other text. */
export function readNoteKey(text: string): Key {
  const [, name = '', material = ''] = VERIFIER.exec(text) ?? []
  const key = { x: Buffer.from(material, 'base64').subarray(1).toString('base64url') }
  if (text === noteKey(name, key)) return key
  throw new SignatureError(
    'expected the verifier key of a log: its name, the hash of the key and an Ed25519 key, with + between them'
  )
}

/** The text of a checkpoint, which is signed. */
export function textOf({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

function lineOf(name: string, bytes: Buffer): string {
  return `— ${name} ${bytes.toString('base64')}\n`
}

/**
 * The line of a key's signature in a note, and the signature without the hash of the key. Undefined if the note has no
 * such line.
 */
function signatureOf(note: string, name: string, hash: Buffer): { line: string; bytes: Buffer } | undefined {
  for (const { line, name: signer } of signaturesOf(note)) {
    const encoded = line.slice(line.lastIndexOf(' ') + 1, -1)
    const bytes = Buffer.from(encoded, 'base64')
    if (signer === name && bytes.toString('base64') === encoded && bytes.subarray(0, 4).equals(hash)) {
      return { line, bytes: bytes.subarray(4) }
    }
  }
}

function verifierKey(name: string, key: Key, type: number): string {
  return `${name}+${keyHash(name, key, type).toString('hex')}+${Buffer.concat([Buffer.from([type]), bytesOf(key)]).toString('base64')}`
}

function keyHash(name: string, key: Key, type: number): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([type]))
    .update(bytesOf(key))
    .digest()
    .subarray(0, 4)
}

function bytesOf({ x }: Key): Buffer {
  return Buffer.from(x, 'base64url')
}
