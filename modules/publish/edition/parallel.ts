const CONCURRENCY = 4

/**
 * Works on a few items at a time, and returns the results in the order of the items. After a failure, starts no further
 * work, waits for the work in progress, and throws.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function runNext(): Promise<void> {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!).catch((error: unknown) => {
        next = items.length
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, runNext))
  const failed = ended.find((it) => it.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
