import type { Answer } from '../../api/formats/answer.ts'
import { answerText } from '../../api/server/text.ts'
import type { Head } from './messages/message.ts'

interface Options {
  head: Head
  type: string
  units: number
}

/** Answers with a message, whose ETag leaves out when it was prepared. */
export function answerMessage(
  texts: AsyncIterable<string> | Iterable<string>,
  { head: { id, prepared }, type, units }: Options
): Promise<Answer> {
  const headers = { 'Content-Type': type, Vary: 'Accept', 'X-Request-Cost': String(units) }
  return answerText(texts, { headers, units, tagOf: (text) => text.replaceAll(prepared, '').replaceAll(id, '') })
}
