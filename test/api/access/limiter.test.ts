import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Limiter } from '../../../api/access/limiter.ts'

/** A task that a test ends. */
function heldWork() {
  let end!: (error?: Error) => void
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  return { work: () => ended, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs tasks up to its concurrency, queues some, and refuses the rest with 503 and Retry-After', async () => {
  const limiter = new Limiter({ concurrency: 2, maxWaiting: 3, maxWaitMs: 60_000, what: 'tests' })
  const held = Array.from({ length: 7 }, heldWork)
  const started: number[] = []
  const outcomes = held.map(({ work }, at) =>
    limiter
      .run(() => {
        started.push(at)
        return work()
      })
      .then(
        () => 'done',
        (error) => error as unknown
      )
  )
  await settled()
  expect(started).toEqual([0, 1])
  for (const at of [5, 6])
    expect(await outcomes[at]).toMatchObject({
      status: 503,
      message: expect.stringContaining('too many tests'),
      headers: { 'Retry-After': '5' }
    })
  held[1]!.end(new Error('it failed'))
  await outcomes[1]
  await settled()
  expect(started).toEqual([0, 1, 2])
  for (const { end } of held) end()
  expect(await Promise.all(outcomes.slice(0, 5))).toEqual([
    'done',
    expect.objectContaining({ message: 'it failed' }),
    'done',
    'done',
    'done'
  ])
})

it('refuses a task that waits longer than the maximum', async () => {
  const limiter = new Limiter({ concurrency: 1, maxWaiting: 2, maxWaitMs: 20, what: 'tests' })
  const { work, end } = heldWork()
  const held = limiter.run(work)
  await Promise.all([1, 2].map(() => expect(limiter.run(async () => {})).rejects.toMatchObject({ status: 503 })))
  end()
  await held
  expect(await limiter.run(async () => 'done')).toBe('done')
})

it('never exceeds its concurrency, and frees all slots at the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 30 }),
      async (concurrency, works) => {
        const limiter = new Limiter({ concurrency, maxWaiting: 100, maxWaitMs: 60_000, what: 'tests' })
        let running = 0
        let most = 0
        await Promise.allSettled(
          works.map(([turns, fails]) =>
            limiter.run(async () => {
              most = Math.max(most, ++running)
              for (let turn = 0; turn < turns; turn++) await settled()
              running--
              if (fails) throw new Error('it failed')
            })
          )
        )
        expect(most).toBe(Math.min(concurrency, works.length))
        const held = Array.from({ length: concurrency + 1 }, heldWork)
        let started = 0
        const runs = held.map(({ work }) =>
          limiter.run(() => {
            started++
            return work()
          })
        )
        await settled()
        expect(started).toBe(concurrency)
        for (const { end } of held) end()
        await Promise.all(runs)
      }
    ),
    { numRuns: 50 }
  )
})

it('applies its limits to each key separately', async () => {
  const limiter = new Limiter({ concurrency: 2, maxWaiting: 1, maxWaitMs: 60_000, what: 'tests' })
  const [one, other] = [heldWork(), heldWork()]
  const ones = Array.from({ length: 4 }, () =>
    limiter.run(one.work, 'one').then(
      () => 'done',
      (error) => error as unknown
    )
  )
  const others = [1, 2].map(() => limiter.run(other.work, 'other').then(() => 'done'))
  other.end()
  expect(await Promise.all(others)).toEqual(['done', 'done'])
  expect(await ones[3]).toMatchObject({ status: 503 })
  one.end()
  expect(await Promise.all(ones.slice(0, 3))).toEqual(['done', 'done', 'done'])
  expect(await limiter.run(async () => 'again', 'one')).toBe('again')
})
