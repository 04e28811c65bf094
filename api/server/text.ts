import { createHash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import type { Answer } from '../formats/answer.ts'

const MAX_HELD = 256 * 1024 // characters
const TIMEOUT_MS = 600_000

interface TextOptions {
  headers: Record<string, string>
  units: number
  /** The text that the ETag of a short answer depends on, if not all of it does. */
  tagOf?: (text: string) => string
  /** False if a short answer has no ETag. */
  hasTag?: boolean
}

/**
 * Answers with a text that is written while it is sent: whole and with an ETag if it is short, otherwise as a stream.
 * An error before the first 256 kB is still an error of the request.
 */
export async function answerText(
  texts: AsyncIterable<string> | Iterable<string>,
  { headers, units, tagOf = (text) => text, hasTag = true }: TextOptions
): Promise<Answer> {
  const rest = asyncOf(texts)
  const held: string[] = []
  for (let length = 0; length <= MAX_HELD;) {
    const { done, value } = await rest.next()
    if (done) {
      const text = held.join('')
      return {
        body: Buffer.from(text),
        ...(hasTag && { tag: createHash('sha256').update(tagOf(text)).digest('base64url').slice(0, 22) }),
        headers,
        units
      }
    }
    held.push(value)
    length += value.length
  }
  async function* all() {
    yield* held
    yield* rest
  }
  const stream = addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), Readable.from(all(), { objectMode: false }))
  return { body: stream, headers, units }
}

async function* asyncOf(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string, void> {
  yield* texts
}
