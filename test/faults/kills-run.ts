// Kills processes and the database under load and says what was lost or doubled: npm run kills -- --rounds N --seed N
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { killCampaign } from './kills.ts'

const { rounds, seed, clients, sources } = new Command('kills')
  .description('Kills processes and the database at random moments under clients with quotas, and compares charges and rows with what they must be')
  .option('--rounds <count>', 'how often to kill something', Number, 200)
  .option('--seed <number>', 'what and when is chosen by it', Number, 1)
  .option('--clients <count>', 'how many ask at the same time', Number, 64)
  .option('--sources <codes>', 'whose fixtures are loaded meanwhile, separated by commas', 'all')
  .parse()
  .opts<{ rounds: number, seed: number, clients: number, sources: string }>()

const folder = mkdtempSync(join(tmpdir(), 'ratebook-kills-'))
const write = (line: string) => process.stdout.write(`${line}\n`)
try {
  const onRound = (round: number, target: string, answered: number) => write(`${round}: ${target} killed after ${answered} answers`)
  const { faults, kills, answered, refused, uncertain } = await killCampaign(folder, { rounds, seed, clients, sources: sources === 'all' ? ['--all'] : sources.split(','), onRound })
  write(`${JSON.stringify(kills)}: ${answered} answered, ${refused} refused, ${uncertain} without an answer`)
  for (const fault of faults) write(`FAULT ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
