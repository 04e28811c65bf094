import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedQueue } from '../../../api/access/bounded-queue.ts'
import { KeyedQueue } from '../../../api/access/keyed-queue.ts'
import { Turns } from '../../../api/access/turns.ts'
import { busyTurn, mostPerTurn } from '../../support/turns.ts'

/** Work that ends when it is told to. */
function heldWork () {
  let end!: (error?: Error) => void
  const ended = new Promise<void>((resolve, reject) => { end = (error) => error ? reject(error) : resolve() })
  return { work: () => ended, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs some work, queues some, and refuses the rest with 503 and Retry-After', async () => {
  const queue = new BoundedQueue({ concurrency: 2, maxWaiting: 3, what: 'tests' })
  const held = Array.from({ length: 7 }, heldWork)
  const started: number[] = []
  const outcomes = held.map(({ work }, at) => queue.run(() => {
    started.push(at)
    return work()
  }).then(() => 'done', (error) => error as unknown))
  await settled()
  expect(started).toEqual([0, 1])
  for (const at of [5, 6]) expect(await outcomes[at]).toMatchObject({ status: 503, message: expect.stringContaining('too many tests'), headers: { 'Retry-After': '5' } })
  held[1]!.end(new Error('it failed'))
  await outcomes[1]
  await settled()
  expect(started).toEqual([0, 1, 2])
  for (const { end } of held) end()
  expect(await Promise.all(outcomes.slice(0, 5))).toEqual(['done', expect.objectContaining({ message: 'it failed' }), 'done', 'done', 'done'])
})

it('lets no work wait longer than the maximum', async () => {
  const queue = new BoundedQueue({ concurrency: 1, maxWaiting: 2, maxWaitMs: 20, what: 'tests' })
  const { work, end } = heldWork()
  const held = queue.run(work)
  await Promise.all([1, 2].map(() => expect(queue.run(async () => {})).rejects.toMatchObject({ status: 503 })))
  end()
  await held
  expect(await queue.run(async () => 'done')).toBe('done')
})

it('never exceeds its concurrency, and frees all its slots in the end', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 30 }), async (concurrency, works) => {
    let isIdle = false
    const queue = new BoundedQueue({ concurrency, maxWaiting: 100, what: 'tests' }, () => { isIdle = true })
    let running = 0
    let most = 0
    await Promise.allSettled(works.map(([turns, fails]) => queue.run(async () => {
      most = Math.max(most, ++running)
      for (let turn = 0; turn < turns; turn++) await settled()
      running--
      if (fails) throw new Error('it failed')
    })))
    expect(most).toBe(Math.min(concurrency, works.length))
    expect(isIdle).toBe(works.length > 0)
    const held = Array.from({ length: concurrency + 1 }, heldWork)
    let started = 0
    const runs = held.map(({ work }) => queue.run(() => {
      started++
      return work()
    }))
    await settled()
    expect(started).toBe(concurrency)
    for (const { end } of held) end()
    await Promise.all(runs)
  }), { numRuns: 50 })
})

it('lets other work of the process run between queued work', async () => {
  const queue = new BoundedQueue({ concurrency: 2, maxWaiting: 100, what: 'tests' })
  let done = 0
  const works = Array.from({ length: 50 }, () => queue.run(async () => { done++ }))
  expect(await mostPerTurn(() => done, () => done === 50)).toBeLessThanOrEqual(4)
  await Promise.all(works)
})

it('begins long work in turns of the event loop, though there is room for more at a time', async () => {
  const queue = new BoundedQueue({ concurrency: 8, maxWaiting: 100, what: 'tests' })
  const held = Array.from({ length: 8 }, heldWork)
  let begun = 0
  const works = [...held.map(({ work }) => queue.run(work)), ...held.map(() => queue.run(async () => {
    begun++
    busyTurn()
  }))]
  for (const { end } of held) end()
  expect(await mostPerTurn(() => begun, () => begun === 8)).toBe(1)
  await Promise.all(works)
})

it('has room for each key', async () => {
  const queue = new KeyedQueue({ concurrency: 2, maxWaiting: 1, what: 'tests' })
  const [one, other] = [heldWork(), heldWork()]
  const ones = Array.from({ length: 4 }, () => queue.run('one', one.work).then(() => 'done', (error) => error as unknown))
  const others = [1, 2].map(() => queue.run('other', other.work).then(() => 'done'))
  other.end()
  expect(await Promise.all(others)).toEqual(['done', 'done'])
  expect(await ones[3]).toMatchObject({ status: 503 })
  one.end()
  expect(await Promise.all(ones.slice(0, 3))).toEqual(['done', 'done', 'done'])
  expect(await queue.run('one', async () => 'again')).toBe('again')
})

describe('turns of the event loop', () => {
  it('are shared between clients: who comes with one request waits for one of each other client', async () => {
    const turns = new Turns()
    const begun: string[] = []
    const begin = (client: string, name: string) => turns.begin(client, () => {
      begun.push(name)
      busyTurn()
    })
    for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name)
    begin('b', 'b1')
    begin('c', 'c1')
    expect(begun.length).toBeLessThanOrEqual(1) // the others come in later turns
    await expect.poll(() => begun).toHaveLength(6)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  it('go to the client that has used the least time', async () => {
    const turns = new Turns()
    const begun: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'a4']) {
      turns.begin('a', () => {
        begun.push(name)
        busyTurn()
      })
    }
    for (const name of ['b1', 'b2', 'b3', 'b4', 'b5', 'b6']) turns.begin('b', () => begun.push(name))
    await expect.poll(() => begun).toHaveLength(10)
    expect(begun.indexOf('b6')).toBeLessThan(begun.indexOf('a4'))
  })

  it('end between two long pieces of work, so that what comes meanwhile is seen', async () => {
    const turns = new Turns()
    let begun = 0
    for (let count = 0; count < 5; count++) {
      turns.begin('a', () => {
        begun++
        busyTurn()
      })
    }
    expect(await mostPerTurn(() => begun, () => begun === 5)).toBe(1)
  })
})
