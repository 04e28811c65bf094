import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { NODE_FLAGS } from '../support/node-flags.ts'

const RUN = fileURLToPath(new URL('../../tools/bench/run.ts', import.meta.url))
const NAMES = ['cached', 'uncached', 'applicable', 'history', 'archive', 'neighbours', 'load', 'sizes']
/** Benchmarks that are short enough for a test; `npm run campaigns` runs all. */
const SHORTEST = ['uncached', 'load']
const TINY = ['--rounds', '1', '--seconds', '0.1', '--connections', '4', '--days', '100']

// A line of each benchmark has the measured figure, the reference and their ratio.
const RATE = String.raw`\d+/s +\d+/s +\d+\.\d\d`
const TIME = String.raw`[\d.]+ ms +[\d.]+ ms +\d+\.\d\d`
const PRINTED = [
  ...['table', 'pair', 'dated pair', 'a year of a pair'].map((what) => `^${what} +${RATE}`),
  `^first load +${TIME}`
]

async function bench(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const {
    stdout,
    stderr,
    code = 0
  } = (await promisify(execFile)(process.execPath, [...NODE_FLAGS, '--import', 'tsx', RUN, ...args], {
    env: { ...process.env, VITEST: '' }
  }).catch((error: { code: number; stdout: string; stderr: string }) => error)) as {
    code?: number
    stdout: string
    stderr: string
  }
  return { code, stdout, stderr }
}

it('lists the benchmarks with --help', async () => {
  const { code, stdout } = await bench('--help')
  expect(code).toBe(0)
  for (const name of NAMES) expect(stdout).toContain(`"${name}"`)
})

it('refuses an unknown name', async () => {
  const { code, stdout, stderr } = await bench('latency')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`Allowed choices are ${NAMES.join(', ')}`)
})

it('prints the figures of each benchmark', async () => {
  const { code, stdout, stderr } = await bench(...SHORTEST, ...TINY, '--server', inject('server'))
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  for (const line of PRINTED) expect(stdout).toMatch(new RegExp(line, 'm'))
})
