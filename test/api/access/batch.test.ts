import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Batch } from '../../../api/access/queue.ts'

const nextTurn = () => new Promise((resolve) => { setImmediate(resolve) })

let calls: number[][]
const run = (items: number[]) => {
  calls.push(items)
  return Promise.resolve(items)
}

beforeEach(() => {
  calls = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => { vi.useRealTimers() })

it('runs items added in the same turn as one batch', async () => {
  const batch = new Batch(run)
  expect(await Promise.all([1, 2, 3, 4].map((it) => batch.add(it)))).toEqual([1, 2, 3, 4])
  expect(await batch.add(5)).toBe(5)
  expect(calls).toEqual([[1, 2, 3, 4], [5]])
})

it('waits 2 ms for further items after a large batch if more is expected', async () => {
  const batch = new Batch(run, { expectsMore: () => true })
  await Promise.all([1, 2, 3, 4].map((it) => batch.add(it)))
  const later = [batch.add(5)]
  await nextTurn()
  later.push(batch.add(6))
  await nextTurn()
  expect(calls).toEqual([[1, 2, 3, 4]])
  vi.advanceTimersByTime(2)
  expect(await Promise.all(later)).toEqual([5, 6])
  expect(await batch.add(7)).toBe(7) // after a batch of two, the next one does not wait
  expect(calls).toEqual([[1, 2, 3, 4], [5, 6], [7]])
})
