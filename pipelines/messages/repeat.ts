import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats work, with a pause before each repetition, until it is stopped. The work must not throw. */
export function repeat(pause: number, work: () => Promise<void>): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) await work()
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return done
    }
  }
}
