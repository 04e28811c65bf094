import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { EventFilter } from '../events/events-query.ts'
import type { FieldsAnswer } from '../formats/answer.ts'

/** An answer that is not made of fields: its bytes as they are sent. */
export interface BytesAnswer {
  kind: 'bytes'
  body: Buffer
  /** What If-None-Match is compared with, without quotes; only an answer 200 to a GET has one. */
  tag?: string
  status?: number
  headers: Record<string, string>
  /** Set-Cookie headers. */
  cookies?: string[]
  /** What it costs a caller with an account, where only the answer tells. */
  units?: number
}

/** An answer that is too big to be held: what it costs is charged before it begins. */
export interface StreamAnswer {
  kind: 'stream'
  stream: Readable
  headers: Record<string, string>
  units: number
}

/** An answer without an end, which costs nothing. */
export interface LiveAnswer {
  kind: 'live'
  headers: Record<string, string>
  /** Begins to write to a response whose headers are set. Throws before it writes anything if there is no room. */
  open: (response: ServerResponse) => void
}

/** What sends events to those who listen. */
export interface EventSource {
  /** Begins to send to a response whose headers are set but not sent. Throws 429 or 503 if there are too many listeners. */
  open: (response: ServerResponse, listening: { network: string, filter: EventFilter, after?: number }) => void
  /** Sends what is new. */
  wake: () => void
}

/** What counts requests, and writes all metrics as text. */
export interface RequestMetrics {
  readonly contentType: string
  observe: (route: string, method: string, status: number, seconds: number) => void
  write: () => Promise<string>
}

/** What a route answers. */
export type Answer = FieldsAnswer | BytesAnswer | StreamAnswer | LiveAnswer

/** An answer that must be of one kind. Throws where it is of another. */
export function ofKind<Kind extends Answer['kind']> (kind: Kind, answer: Answer): Extract<Answer, { kind: Kind }> {
  if (answer.kind !== kind) throw new TypeError(`expected an answer of ${kind}, and got one of ${answer.kind}`)
  return answer as Extract<Answer, { kind: Kind }>
}
