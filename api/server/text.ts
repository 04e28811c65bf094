import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Answer } from '../formats/answer.ts'

const MAX_HELD = 256 * 1024

interface TextOptions {
  headers: Record<string, string>
  units: number
  /** The text from which the ETag is hashed, if it is only a part of the whole. */
  tagOf?: (text: string) => string
}

/** Answers with a finished text and its ETag. */
export function answerText(text: string, { headers, units, tagOf = (it) => it }: TextOptions): Answer {
  return { body: Buffer.from(text), tag: tagOfText(tagOf(text)), headers, units }
}

/**
 * Answers with a text that is written while it is sent. Nothing is read before the stream begins. A text that ends
 * within 256 kB is sent as a whole, with an ETag.
 */
export function streamText(texts: AsyncIterable<string>, { headers, units, tagOf = (it) => it }: TextOptions): Answer {
  return { body: Readable.from(texts, { objectMode: false }), tagOf, headers, units }
}

/**
 * Reads the beginning of a stream, so that an error in it is still an error of the request. A text that ends within 256
 * kB is returned as a whole.
 */
export async function beginStream<Begun extends Pick<Answer, 'tag' | 'tagOf'> & { body: Buffer | Readable }>(
  answer: Begun,
  stream: Readable
): Promise<Begun> {
  const { tagOf } = answer
  const held: Buffer[] = []
  let size = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (!tagOf || size > MAX_HELD) {
      stream.unshift(Buffer.concat(held))
      return answer
    }
  }
  const body = Buffer.concat(held)
  return { ...answer, body, tag: tagOf && tagOfText(tagOf(body.toString())) }
}

function tagOfText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
