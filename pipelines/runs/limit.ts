/** Runs work when it is its turn. */
export type Limit = <Result> (work: () => Promise<Result>) => Promise<Result>

/** A limit of so much work at a time. What comes later waits, in the order in which it came. */
export function limitTo (concurrency: number): Limit {
  const waiting: Array<() => void> = []
  let running = 0
  return async (work) => {
    if (running < concurrency) running++
    else await new Promise<void>((resolve) => waiting.push(resolve)) // whoever ends passes its place on
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
