import type { Answer } from '../../api/formats/answer.ts'
import { answerText, streamText } from '../../api/server/text.ts'
import type { Head } from './messages/message.ts'

interface Options {
  head: Head
  type: string
  units: number
}

/** Answers with a message. Its ETag ignores the time when the message was prepared. */
export function answerMessage(
  text: string | AsyncIterable<string>,
  { head: { id, prepared }, type, units }: Options
): Answer {
  const options = {
    headers: { 'Content-Type': type, Vary: 'Accept', 'X-Request-Cost': String(units) },
    units,
    tagOf: (whole: string) => whole.replaceAll(prepared, '').replaceAll(id, '')
  }
  return typeof text === 'string' ? answerText(text, options) : streamText(text, options)
}
