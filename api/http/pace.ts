import type { ServerResponse } from 'node:http'

/** How fast an answer must be taken, as bytes in an interval. */
export interface Pace {
  bytes: number
  milliseconds: number
}

const PACE: Pace = { bytes: 512 * 1024, milliseconds: 30_000 }

/**
 * Breaks a response off whose reader takes too little of what is there for it: a long answer holds a connection of the database. Returns the
 * function that ends the supervision.
 */
export function superviseReader (response: ServerResponse, { bytes, milliseconds }: Pace = PACE): () => void {
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
