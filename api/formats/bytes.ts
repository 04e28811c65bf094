import { hash } from 'node:crypto'

/** Finished bytes as an answer, with a hash of them as the tag of its ETag. */
export function taggedBytes (content: string | Buffer, headers: Record<string, string>) {
  const body = Buffer.from(content)
  return { kind: 'bytes' as const, body, tag: tagOf(body), headers }
}

/** The tag of some bytes: the first 162 bits of their hash. */
export function tagOf (body: Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 27)
}
