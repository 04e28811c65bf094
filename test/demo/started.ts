import { afterAll, beforeAll } from 'vitest'
import { startDemo, type RunningDemo } from '../support/demo.ts'

/** The demo that the tests of this folder share. It starts before the first of them. */
export let demo: RunningDemo

beforeAll(async () => {
  demo = await startDemo()
})

afterAll(() => demo?.stop())
