import { afterAll, expect, vi } from 'vitest'

/** The state of this process that the next test file would inherit. */
const stateOf = () => ({
  environment: { ...process.env },
  folder: process.cwd(),
  umask: process.umask(),
  clock: vi.isFakeTimers() ? 'fake' : 'real',
  signals: ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name))
})

const before = stateOf()

// It was registered first, so it runs last.
afterAll(() => {
  vi.restoreAllMocks()
  expect(stateOf(), 'the state that this file leaves to the next one of its process').toEqual(before)
})
