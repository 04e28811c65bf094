/** Keeps the event loop for as long as work may that began in one of its turns. */
export function busyTurn (): void {
  for (const start = performance.now(); performance.now() - start < 11;);
}

/** The most by which a count rises in one turn of the event loop until all is done. */
export async function mostPerTurn (count: () => number, isDone: () => boolean): Promise<number> {
  let most = 0
  for (let before = count(); !isDone();) {
    await new Promise(setImmediate)
    most = Math.max(most, count() - before)
    before = count()
  }
  return most
}
