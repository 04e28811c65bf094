import { Writable } from 'node:stream'
import type { Client } from 'undici'

/** Requests a path and reads its answer to the end. */
export async function drain(http: Client, path: string, key: string): Promise<void> {
  await http.stream({ path, method: 'GET', headers: { authorization: `Bearer ${key}` } }, ({ statusCode }) => {
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
    return sink()
  })
}

/** Discards everything that is written to it. */
export function sink(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
