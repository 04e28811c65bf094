// The benchmarks: npm run bench [-- requests history load sizes] [--rows 1,10,30]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { benchHistory } from './history.ts'
import { benchLoad } from './load.ts'
import { benchRequests } from './requests.ts'
import { benchSizes } from './sizes.ts'

const SUBJECTS: Record<string, (folder: string, millions: number[]) => Promise<void>> = {
  requests: benchRequests,
  history: benchHistory,
  load: benchLoad,
  sizes: benchSizes
}

function subjects (name: string, others: string[] = []): string[] {
  if (!Object.hasOwn(SUBJECTS, name)) throw new InvalidArgumentError(`expected ${Object.keys(SUBJECTS).join(', ')}`)
  return [...others, name]
}

function millions (text: string): number[] {
  const sizes = text.split(',').map(Number)
  if (!sizes.every((size) => size > 0)) throw new InvalidArgumentError('expected millions of rows, such as 1,10,30')
  return sizes
}

const program = new Command('bench')
  .description('Measures Ratebook beside what it is compared with, in a temporary folder')
  .argument('[subjects...]', Object.keys(SUBJECTS).join(', '), subjects)
  .option('--rows <millions>', 'sizes at which answers are timed', millions, [1, 10, 30])
  .parse()

const chosen = (program.processedArgs[0] as string[] | undefined) ?? Object.keys(SUBJECTS)
const folder = mkdtempSync(join(tmpdir(), 'ratebook-bench-'))
try {
  for (const name of chosen) await SUBJECTS[name]!(folder, program.opts<{ rows: number[] }>().rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
