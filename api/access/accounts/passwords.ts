import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  N: number
  r: number
  p: number
}

// One of the settings of equal strength that OWASP's Password Storage Cheat Sheet gives: 32 MiB, three times.
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** What is stored of a password: scrypt's costs, salt and key (RFC 7914). It is calculated in a thread of its own. */
export async function hashPassword (password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, KEY_BYTES, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** True where the password is the one that a hash was made of. */
export async function verifyPassword ({ hash, password }: { hash: string, password: string }): Promise<boolean> {
  const [, N, r, p, salt, stored] = hash.split('$') as [string, string, string, string, string, string]
  const expected = Buffer.from(stored, 'base64url')
  const key = await derive(password, Buffer.from(salt, 'base64url'), expected.length, { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(key, expected)
}

// The same characters can be typed in several ways, which NFKC makes one.
function derive (password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem }, (error, key) => error ? reject(error) : resolve(key))
  })
}
