// npm run bench [-- <names…>] [options]: see --help.
import { Argument, Command, InvalidArgumentError } from 'commander'
import { inFolder } from '../folder.ts'
import type { BenchOptions } from './databases.ts'

type Benchmark = (options: BenchOptions) => Promise<void>

// Imported on demand, so that --help doesn't load the service.
const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  cached: async () => (await import('./answers.ts')).benchCached,
  uncached: async () => (await import('./answers.ts')).benchUncached,
  applicable: async () => (await import('./applicable.ts')).benchApplicable,
  history: async () => (await import('./history.ts')).benchHistory,
  archive: async () => (await import('./archive.ts')).benchArchive,
  neighbours: async () => (await import('./neighbours.ts')).benchNeighbours,
  load: async () => (await import('./load.ts')).benchLoad,
  sizes: async () => (await import('./sizes.ts')).benchSizes
}
const NAMES = Object.keys(BENCHMARKS)

function positive(text: string): number {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('expected a number above 0')
  return Number(text)
}

const program = new Command('bench')
  .description(
    'Measures Ratebook against the simplest code that does the same work, and prints the ratios and their aims.'
  )
  .addArgument(new Argument('[names...]', 'benchmarks to run; by default all').choices(NAMES))
  .option('--rounds <count>', 'rounds of each measurement', positive)
  .option('--seconds <count>', 'seconds of load in a round', positive, 2)
  .option('--connections <count>', 'concurrent connections', positive, 32)
  .option('--days <count>', 'working days of daily rates', positive, 6900)
  .option(
    '--rows <millions>',
    'database sizes of "sizes", separated by commas',
    (text) => text.split(',').map(positive),
    [1, 10]
  )
  .option(
    '--server <url>',
    'PostgreSQL server to use instead of an embedded one; the role must be allowed to create databases'
  )
  .parse()

await inFolder(async (folder) => {
  for (const name of program.args.length > 0 ? program.args : NAMES) {
    const bench = await BENCHMARKS[name]!()
    await bench({ folder, ...program.opts<Omit<BenchOptions, 'folder'>>() })
  }
})
