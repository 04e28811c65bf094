import { setTimeout as sleep } from 'node:timers/promises'

const STEP = 500

/**
 * Runs work and returns or throws its outcome at the next full half second, so that the time of an answer does not tell what the work did.
 * With `failuresOnly` a result returns immediately.
 */
export async function inConstantTime<Result> (work: () => Promise<Result>, { failuresOnly = false } = {}): Promise<Result> {
  const start = performance.now()
  const wait = () => sleep(STEP - (performance.now() - start) % STEP)
  try {
    const result = await work()
    if (!failuresOnly) await wait()
    return result
  } catch (error) {
    await wait()
    throw error
  }
}
