/** Runs work in its turn. */
type Limit = <Result> (work: () => Promise<Result>) => Promise<Result>

/** Limits the number of concurrent jobs. Further jobs wait in order of arrival. */
export function limitTo (concurrency: number): Limit {
  const waiting: Array<() => void> = []
  let running = 0
  return async (work) => {
    if (running < concurrency) running++
    else await new Promise<void>((resolve) => waiting.push(resolve)) // a finished job passes its place on
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
