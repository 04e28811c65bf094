import { setTimeout as sleep } from 'node:timers/promises'

/** The interval, in milliseconds, at whose multiples an answer may be sent. */
export const STEP = 500

/**
 * Runs work and returns or throws its outcome at the next full interval, so that the time of an answer does not reveal
 * what the work did. With `failuresOnly` a result is returned immediately.
 */
export async function inConstantTime<Result>(
  work: () => Promise<Result>,
  { step = STEP, failuresOnly = false } = {}
): Promise<Result> {
  const start = performance.now()
  const wait = () => sleep(step - ((performance.now() - start) % step))
  try {
    const result = await work()
    if (!failuresOnly) await wait()
    return result
  } catch (error) {
    await wait()
    throw error
  }
}
