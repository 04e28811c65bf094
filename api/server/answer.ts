import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { EventFilter } from '../events/events-query.ts'
import type { FieldsAnswer } from '../formats/answer.ts'

/** An answer without fields: the bytes to send. */
export interface BytesAnswer {
  kind: 'bytes'
  body: Buffer
  /** The ETag without quotes; only a 200 answer to a GET has one. */
  tag?: string
  status?: number
  headers: Record<string, string>
  /** Set-Cookie headers. */
  cookies?: string[]
  /** The cost to a caller with an account, if it depends on the answer. */
  units?: number
}

/** An answer too large for memory. It is charged before it begins. */
export interface StreamAnswer {
  kind: 'stream'
  stream: Readable
  headers: Record<string, string>
  units: number
}

/** An endless answer. It is free. */
export interface LiveAnswer {
  kind: 'live'
  headers: Record<string, string>
  /** Begins to write to a response whose headers are set. Throws before it writes anything if there is no room. */
  open: (response: ServerResponse) => void
}

/** Sends events to connected listeners. */
export interface EventSource {
  /** Begins to send to a response whose headers are set but not sent. Throws 429 or 503 if there are too many listeners. */
  open: (response: ServerResponse, listening: { network: string, filter: EventFilter, after?: number }) => void
  /** Sends new events. */
  wake: () => void
}

/** Counts requests and renders all metrics as text. */
export interface RequestMetrics {
  readonly contentType: string
  observe: (route: string, method: string, status: number, seconds: number) => void
  write: () => Promise<string>
}

/** An answer of a route. */
export type Answer = FieldsAnswer | BytesAnswer | StreamAnswer | LiveAnswer

/** Narrows an answer to one kind. Throws for another kind. */
export function ofKind<Kind extends Answer['kind']> (kind: Kind, answer: Answer): Extract<Answer, { kind: Kind }> {
  if (answer.kind !== kind) throw new TypeError(`expected an answer of ${kind}, and got one of ${answer.kind}`)
  return answer as Extract<Answer, { kind: Kind }>
}
