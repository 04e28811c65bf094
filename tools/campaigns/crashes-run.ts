// Kills processes and the database under load, and reports lost or duplicated rows and charges: npm run crashes -- --help
import { join } from 'node:path'
import { Command } from 'commander'
import { inFolder } from '../folder.ts'
import { loadOnce } from './crashes-outcome.ts'
import { crashCampaign } from './crashes.ts'

const { rounds, act, seed, clients, sources } = new Command('crashes')
  .description(
    'Kills processes and the database at random moments while clients with quotas send requests, and compares the ' +
      'charges, the rows and the log with their expected state. Fails if they differ.'
  )
  .option('--rounds <count>', 'number of kills', Number, 200)
  .option(
    '--act <count>',
    'kills before each comparison, after which it continues with an empty database and the next seed',
    Number,
    40
  )
  .option('--seed <number>', 'first seed of the targets and times', Number, 1)
  .option('--clients <count>', 'concurrent clients', Number, 64)
  .option(
    '--sources <codes>',
    'sources whose fixtures are loaded meanwhile, separated by commas; by default all',
    (codes) => codes.split(','),
    ['--all']
  )
  .parse()
  .opts<{ rounds: number; act: number; seed: number; clients: number; sources: string[] }>()

const print = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
await inFolder(async (folder) => {
  const expected = await loadOnce(join(folder, 'clean'), sources)
  for (let done = 0, number = seed; done < rounds; done += act, number++) {
    const onKill = (round: number, target: string) => print(`${done + round}: ${target} killed`)
    const { faults, kills, ...counts } = await crashCampaign(join(folder, `seed-${number}`), {
      rounds: Math.min(act, rounds - done),
      seed: number,
      clients,
      sources,
      expected,
      onKill
    })
    print(`seed ${number}: ${JSON.stringify({ ...kills, ...counts })}`)
    for (const fault of faults) print(`FAULT ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
})
