import type { IncomingMessage, ServerResponse } from 'node:http'

/** How fast an answer must be taken, or a body sent, as bytes in an interval. */
export interface Pace {
  bytes: number
  milliseconds: number
}

const READING: Pace = { bytes: 512 * 1024, milliseconds: 30_000 }
const SENDING: Pace = { bytes: 64 * 1024, milliseconds: 10_000 }

/**
 * Breaks a response off whose reader takes too little of what is there for it: a long answer holds a connection of the database. Returns the
 * function that ends the supervision.
 */
export function superviseReader (response: ServerResponse, { bytes, milliseconds }: Pace = READING): () => void {
  const { socket } = response
  const takenBytes = () => socket!.bytesWritten - socket!.writableLength
  let before = takenBytes()
  const timer = setInterval(() => {
    const taken = takenBytes()
    if (response.writableLength > 0 && taken - before < bytes) response.destroy()
    before = taken
  }, milliseconds)
  return () => clearInterval(timer)
}

/**
 * Calls `onLate` once when a request's body arrives too slowly while it is waited for, so that a large one may take the time that it needs. Ends with the
 * request or with its connection: not every request on a connection that breaks off is closed.
 */
export function superviseSender (request: IncomingMessage, onLate: () => void, { bytes, milliseconds }: Pace = SENDING): void {
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    const received = socket.bytesRead
    if (isAwaited(request) && received - before < bytes) {
      clearInterval(timer)
      onLate()
    }
    before = received
  }, milliseconds)
  timer.unref() // the connection keeps the process alive
  request.once('close', () => clearInterval(timer))
}

/** True if more of a body could be read than is there: neither is it full, nor has nobody begun to read. */
function isAwaited ({ readableFlowing, readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableFlowing !== null && readableLength < readableHighWaterMark
}
