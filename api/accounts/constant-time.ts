import { setTimeout as sleep } from 'node:timers/promises'

/** The interval between the times at which an answer may leave, in milliseconds. */
export const STEP = 500

/**
 * Runs work and returns or throws its outcome at the next full step, so that the time of an answer does not reveal what
 * the work did.
 * With `failuresOnly` a result returns immediately.
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
