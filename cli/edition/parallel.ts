const CONCURRENCY = 4

/** The results of some work on each item, a few at a time, in the order of the items. After a failure no more is begun, and it is thrown when the rest has ended. */
export async function inParallel<Item, Result> (items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function takeOn (): Promise<void> {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!).catch((error: unknown) => {
        next = items.length
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, takeOn))
  const failed = ended.find((it) => it.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
