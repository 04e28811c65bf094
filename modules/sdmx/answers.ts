import { createHash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import type { Answer } from '../../api/formats/answer.ts'
import type { Head } from './messages/message.ts'

const MAX_HELD = 256 * 1024 // characters
const TIMEOUT_MS = 600_000

interface Text {
  head: Head
  type: string
  units: number
}

/** Answers with a message: a short one whole, with an ETag that leaves out when it was prepared, a long one as it is written. */
export async function answerText (texts: AsyncIterable<string> | Iterable<string>, { head, type, units }: Text): Promise<Answer> {
  const headers = { 'Content-Type': type, 'Vary': 'Accept', 'X-Request-Cost': String(units) }
  const rest = asyncOf(texts)
  const held: string[] = []
  for (let length = 0; length <= MAX_HELD;) {
    const { done, value } = await rest.next()
    if (done) return whole(held.join(''), { head, headers, units })
    held.push(value)
    length += value.length
  }
  async function * all () {
    yield * held
    yield * rest
  }
  const stream = addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), Readable.from(all(), { objectMode: false }))
  return { body: stream, headers, units }
}

async function * asyncOf (texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string, void> {
  yield * texts
}

function whole (text: string, { head: { id, prepared }, headers, units }: { head: Head, headers: Record<string, string>, units: number }): Answer {
  const tag = createHash('sha256').update(text.replaceAll(prepared, '').replaceAll(id, '')).digest('base64url').slice(0, 22)
  return { body: Buffer.from(text), tag, headers, units }
}
