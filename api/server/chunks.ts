import type { IncomingMessage, ServerResponse } from 'node:http'
import { turns } from '../access/turns.ts'
import { HttpError } from '../contract/errors.ts'
import { Message } from './message.ts'

const MAX_DROPPED = 8 * 1024 * 1024 // more than any endpoint takes

/**
 * The chunks of a request's body, of at most `limit` bytes. Chunks that arrive after the request take turns of the event loop, as requests do, and while one waits the
 * connection is read one chunk ahead at most. Throws 413 for a body that is larger, and 400 for one that breaks off or consists of tiny chunks.
 */
export async function * chunksOf (request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  const { socket, complete: hasArrived } = request
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  let size = 0
  for await (const chunk of receivedFrom(request)) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    if (request instanceof Message && request.isFlood) throw unreadable('the chunks of the body are too small')
    if (!hasArrived) await turns.next(socket.remoteAddress ?? '')
    yield chunk
  }
}

async function * receivedFrom (request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield * request.iterator({ destroyOnReturn: false }) // the answer still has to be sent
  } catch {
    throw unreadable('the body could not be read')
  }
}

/** Throws 400 if the connection is broken on which a body came. */
export function assertConnected ({ socket }: IncomingMessage): void {
  if (socket.destroyed) throw unreadable('the connection broke off before the body was read')
}

function tooLarge (limit: number): HttpError {
  return new HttpError('body_too_large', `the body is larger than ${limit} bytes`, { Connection: 'close' })
}

function unreadable (message: string): HttpError {
  return new HttpError('invalid_body', message, { Connection: 'close' })
}

/**
 * Receives what is left of a body when the request is answered, so that the connection can be used again, and closes the connection if that is too much. Node
 * itself would receive all of it, however long, and without turns.
 */
export function dropRest (request: IncomingMessage, response: ServerResponse): void {
  response.once('prefinish', () => { if (!request.complete) void drop(request) })
}

async function drop (request: IncomingMessage): Promise<void> {
  const chunks = chunksOf(request, MAX_DROPPED)
  try {
    while (!(await chunks.next()).done);
  } catch {
    request.socket.destroySoon()
  }
}
