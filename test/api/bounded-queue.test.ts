import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BoundedQueue } from '../../api/access/bounded-queue.ts'

/** Work that ends when it is told to. */
function heldWork () {
  let end!: (error?: Error) => void
  const ended = new Promise<void>((resolve, reject) => { end = (error) => error ? reject(error) : resolve() })
  return { work: () => ended, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs some at a time, lets some wait, and refuses the rest with 503 and when to come again', async () => {
  const queue = new BoundedQueue({ concurrency: 2, maxWaiting: 3, what: 'tests' })
  const held = Array.from({ length: 7 }, heldWork)
  const started: number[] = []
  const outcomes = held.map(({ work }, at) => queue.run(() => {
    started.push(at)
    return work()
  }).then(() => 'done', (error) => error as unknown))
  await settled()
  expect(started).toEqual([0, 1])
  for (const at of [5, 6]) expect(await outcomes[at]).toMatchObject({ status: 503, message: expect.stringContaining('tests are too busy'), headers: { 'Retry-After': '5' } })
  held[1]!.end(new Error('it failed'))
  await settled()
  expect(started).toEqual([0, 1, 2])
  for (const { end } of held) end()
  expect(await Promise.all(outcomes.slice(0, 5))).toEqual(['done', expect.objectContaining({ message: 'it failed' }), 'done', 'done', 'done'])
})

it('lets nobody wait longer than it may', async () => {
  const queue = new BoundedQueue({ concurrency: 1, maxWaiting: 2, maxWaitMs: 20, what: 'tests' })
  const release = await queue.enter()
  await Promise.all([1, 2].map(() => expect(queue.enter()).rejects.toMatchObject({ status: 503 })))
  const waiting = queue.enter()
  release()
  expect(await waiting).toBeTypeOf('function')
})

it('never runs more than it may, and has all its room again at the end', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 30 }), async (concurrency, works) => {
    const queue = new BoundedQueue({ concurrency, maxWaiting: 100, what: 'tests' })
    let running = 0
    let most = 0
    await Promise.allSettled(works.map(([turns, fails]) => queue.run(async () => {
      most = Math.max(most, ++running)
      for (let turn = 0; turn < turns; turn++) await settled()
      running--
      if (fails) throw new Error('it failed')
    })))
    expect(most).toBe(Math.min(concurrency, works.length))
    const releases = await Promise.all(Array.from({ length: concurrency }, () => queue.enter()))
    for (const release of releases) {
      release()
      release() // gives back no more than it had
    }
    await Promise.all(Array.from({ length: concurrency }, () => queue.enter()))
    let isIn = false
    void queue.enter().then(() => { isIn = true })
    await settled()
    expect(isIn).toBe(false)
  }), { numRuns: 50 })
})
