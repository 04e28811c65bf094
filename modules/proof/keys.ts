import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PrivateKey, PublicKey } from './kit/jws.ts'
import type { ApiSettings } from '../../api/server/options.ts'
import type { KeyFile } from '../../cli/key-file.ts'
import { noteKey } from './kit/note.ts'

declare module '../../api/server/options.ts' {
  interface ApiSettings {
    /** The location of the keys that sign certificates and checkpoints. */
    signingKey: KeyFile
  }
}

const OTHERS_CAN_READ = 0o004

/**
 * The keys of a service and the name of its log. The last one signs; only the public halves of the others are stored.
 */
export interface KeyRing {
  origin: string
  keys: [...PublicKey[], PrivateKey]
}

/** The signing key. */
export function signingKeyOf({ keys }: KeyRing): PrivateKey {
  return keys.at(-1) as PrivateKey
}

/** The keys of a service. Throws if they can't be read or made. */
export function ringOf({
  settings: { signingKey, now }
}: {
  settings: Pick<ApiSettings, 'signingKey' | 'now'>
}): Promise<KeyRing> {
  return new SigningKeys(signingKey, now).ring()
}

/**
 * The signing keys in a file, which processes and machines may share: each of them rereads the file after a rotation.
 */
export class SigningKeys {
  readonly #place: KeyFile
  readonly #now: () => number

  constructor(place: KeyFile, now = Date.now) {
    this.#place = place
    this.#now = now
  }

  /**
   * The keys, created at first use unless the file must exist. Throws if the file is missing, malformed or readable by
   * others.
   */
  async ring(): Promise<KeyRing> {
    await this.#assertPrivate()
    return readRing(this.#place.file)
  }

  /** Creates a new signing key, and deletes the private half of the previous one. */
  async rotate(now = new Date(this.#now())): Promise<KeyRing> {
    const { origin, keys } = await this.ring()
    const retired = keys.map(({ kid, x, created_at, retired_at = now.toISOString() }): PublicKey => ({
      kid,
      x,
      created_at,
      retired_at
    }))
    const ring: KeyRing = { origin, keys: [...retired, newKey(now)] }
    const { file } = this.#place
    await writeFile(`${file}.new`, textOf(ring), { mode: 0o600 })
    await rename(`${file}.new`, file)
    return ring
  }

  async #assertPrivate(): Promise<void> {
    const { file, host } = this.#place
    const found =
      (await statOf(file)) ?? (host === undefined ? undefined : await create(file, host, new Date(this.#now())))
    if (!found) throw new Error(`there is no signing key at ${file}`)
    if ((found.mode & OTHERS_CAN_READ) !== 0) {
      throw new Error(`${file} is readable by other users: make it readable only by its owner (chmod 600)`)
    }
  }
}

/**
 * The public keys as a JWK Set (RFC 7517), with the times between which each signs, and its forms for verifiers of the
 * log and of cosignatures.
 */
export function publicSet({ origin, keys }: KeyRing) {
  return {
    origin,
    keys: keys.map(({ kid, x, created_at, retired_at }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid,
      use: 'sig',
      alg: 'EdDSA',
      created_at,
      ...(retired_at && { retired_at }),
      note_key: noteKey(origin, { x })
    }))
  }
}

/** The keys of a JWK Set that this service published. Throws for anything else. */
export function readPublicSet(text: string): PublicKey[] {
  const { keys } = setIn(text)
  if (!Array.isArray(keys)) throw new Error('the trusted keys are no JWK Set: expected an object with keys')
  return keys
    .filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')
    .map(({ x = '', created_at = '', retired_at }) => ({
      kid: thumbprint(x),
      x,
      created_at,
      retired_at
    }))
}

function setIn(text: string): { keys?: Array<Record<string, string | undefined>> } {
  try {
    return (JSON.parse(text) ?? {}) as ReturnType<typeof setIn>
  } catch {
    return {}
  }
}

async function statOf(file: string) {
  return stat(file).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** If two processes create the file at the same time, the keys of the first one are used. */
async function create(file: string, host: string | null, now: Date) {
  const key = newKey(now)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, textOf({ origin: `${host ?? `ratebook-${key.kid.slice(0, 8)}`}/log`, keys: [key] }), {
    mode: 0o600,
    flag: 'wx'
  }).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  return stat(file)
}

async function readRing(file: string): Promise<KeyRing> {
  const ring = parse(await readFile(file, 'utf8')) as Partial<KeyRing> | undefined
  if (
    typeof ring?.origin !== 'string' ||
    typeof (ring.keys?.at(-1) as Partial<PrivateKey> | undefined)?.d !== 'string'
  ) {
    throw new Error(`${file} is not a file of signing keys`)
  }
  return ring as KeyRing
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function newKey(now: Date): PrivateKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as { x: string; d: string }
  return { kid: thumbprint(x), x, created_at: now.toISOString(), d }
}

function thumbprint(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
}

function textOf(ring: KeyRing): string {
  return `${JSON.stringify(ring, null, 2)}\n`
}
