import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { HashQueue } from './hash-queue.ts'

/** The cost parameters of scrypt (RFC 7914). */
export interface Cost {
  N: number
  r: number
  p: number
}

/** Hashes and compares passwords. Both throw 503 if too many hashes wait. */
export interface Passwords {
  /** Hashes a password off the event loop: scrypt's cost parameters, salt and key. */
  hash: (password: string) => Promise<string>
  /** True if the hash is that of the password, at any cost. */
  verify: (pair: { hash: string; password: string }) => Promise<boolean>
}

// One of the equally strong settings in OWASP's Password Storage Cheat Sheet: 32 MiB, three times.
const RECOMMENDED: Cost = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32

// A hash occupies a processor for a quarter of a second, and one of libuv's four threads, which files, names and
// compression also need. One processor is kept free for the event loop.
const CONCURRENCY = Math.max(1, Math.min(2, availableParallelism() - 1))
const queue = new HashQueue(CONCURRENCY)

/** Runs work whose hashes are counted for a client, such as a network. */
export function hashingFor<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
  return queue.on(client, work)
}

/** Passwords whose new hashes have this cost, by default the recommended one. */
export function passwordsOf(cost: Cost = RECOMMENDED): Passwords {
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const key = await derive(password, salt, KEY_BYTES, cost)
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },
    async verify({ hash, password }) {
      const [, N, r, p, salt, stored] = hash.split('$') as [string, string, string, string, string, string]
      const expected = Buffer.from(stored, 'base64url')
      const key = await derive(password, Buffer.from(salt, 'base64url'), expected.length, {
        N: Number(N),
        r: Number(r),
        p: Number(p)
      })
      return timingSafeEqual(key, expected)
    }
  }
}

// NFKC unifies the different encodings of the same characters.
function derive(password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r
  return queue.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem }, (error, key) =>
          error ? reject(error) : resolve(key)
        )
      })
  )
}
