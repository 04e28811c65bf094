import { setTimeout as sleep } from 'node:timers/promises'

const STEP = 500

/** The outcome of work, held back to the next full half second: how long the work itself took can't be told from outside. */
export async function inSteps<Result> (work: () => Promise<Result>, isHeldBack: (result: Result) => boolean = () => true): Promise<Result> {
  const start = performance.now()
  const wait = () => sleep(STEP - (performance.now() - start) % STEP)
  try {
    const result = await work()
    if (isHeldBack(result)) await wait()
    return result
  } catch (error) {
    await wait()
    throw error
  }
}
