import { beforeEach, expect, it } from 'vitest'
import { Batcher } from '../../../api/access/batcher.ts'

let calls: number[][]
const run = (items: number[]) => {
  calls.push(items)
  return Promise.resolve(items)
}

beforeEach(() => {
  calls = []
})

it('runs items added in the same turn as one batch', async () => {
  const batch = new Batcher(run)
  expect(await Promise.all([1, 2, 3, 4].map((it) => batch.add(it)))).toEqual([1, 2, 3, 4])
  expect(await batch.add(5)).toBe(5)
  expect(calls).toEqual([[1, 2, 3, 4], [5]])
})

it('collects the items added while a call runs, and fails only those of a call that fails', async () => {
  const batch = new Batcher((items: number[]) =>
    items.includes(2) ? Promise.reject(new Error('it failed')) : run(items)
  )
  const first = batch.add(1)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  const later = await Promise.allSettled([first, batch.add(2), batch.add(3)])
  expect(later.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await batch.add(4)).toBe(4)
  expect(calls).toEqual([[1], [4]])
})
