import { expect, it, vi } from 'vitest'
import { onlyIf } from './tools.ts'

it('skips the tests of a missing program and prints the install command, but fails in CI', () => {
  const line = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const own = process.env.CI
  delete process.env.CI
  const { it: skipped } = onlyIf(false, 'pgbouncer', 'apt install pgbouncer')
  process.env.CI = 'true'
  const inCi = () => onlyIf(false, 'pgbouncer', 'apt install pgbouncer')
  try {
    expect(skipped).not.toBe(it)
    expect(line.mock.calls).toEqual([['pgbouncer is missing, its tests are skipped: apt install pgbouncer\n']])
    expect(inCi).toThrow('pgbouncer is missing: apt install pgbouncer')
  } finally {
    line.mockRestore()
    process.env.CI = own
    if (own === undefined) delete process.env.CI
  }
})
