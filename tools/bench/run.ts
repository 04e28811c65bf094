// npm run bench [-- <names…>] [options]: see --help.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, InvalidArgumentError } from 'commander'
import type { BenchOptions } from './options.ts'

type Benchmark = (options: BenchOptions) => Promise<void>

// Each is imported when it runs: help and a wrong name need not load the service.
const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  cached: async () => (await import('./answers.ts')).benchCached,
  uncached: async () => (await import('./answers.ts')).benchUncached,
  processes: async () => (await import('./processes.ts')).benchProcesses,
  applicable: async () => (await import('./applicable.ts')).benchApplicable,
  history: async () => (await import('./history.ts')).benchHistory,
  load: async () => (await import('./load.ts')).benchLoad,
  sizes: async () => (await import('./sizes.ts')).benchSizes
}
const NAMES = Object.keys(BENCHMARKS)

function positive (text: string): number {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('expected a number above 0')
  return Number(text)
}

const program = new Command('bench')
  .description('Measures Ratebook against the plainest thing that does the same, and prints the ratios.')
  .addArgument(new Argument('[names...]', 'which benchmarks to run; all if none is named').choices(NAMES))
  .option('--rounds <count>', 'rounds of each measurement', positive)
  .option('--seconds <count>', 'seconds of load in a round', positive, 2)
  .option('--connections <count>', 'connections that send requests', positive, 32)
  .option('--days <count>', 'working days of daily rates', positive, 6900)
  .option('--processes <count>', 'processes of the API in "processes"', positive, 4)
  .option('--banks <count>', 'banks in each database of "sizes"', positive, 100)
  .option('--rows <millions>', 'database sizes of "sizes", separated by commas', (text) => text.split(',').map(positive), [1, 10])
  .option('--server <url>', 'PostgreSQL server to use instead of an embedded one; the role must be allowed to create databases')
  .parse()

const names = program.args.length > 0 ? program.args : NAMES
const folder = mkdtempSync(join(tmpdir(), 'ratebook-bench-'))
try {
  for (const name of names) {
    const bench = await BENCHMARKS[name]!()
    await bench({ folder, ...program.opts<Omit<BenchOptions, 'folder'>>() })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
