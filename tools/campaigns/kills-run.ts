// Kills processes and the database under load and says what was lost or doubled: npm run kills -- --rounds N --seed N
import { join } from 'node:path'
import { Command } from 'commander'
import { inFolder } from './in-folder.ts'
import { loadOnce } from './kills-outcome.ts'
import { killCampaign } from './kills.ts'

const { rounds, act, seed, clients, sources } = new Command('kills')
  .description('Kills processes and the database at random moments under clients with quotas, and compares charges, rows and the log with what they must be; Ctrl-C ends the rounds and compares')
  .option('--rounds <count>', 'how often to kill something', Number, 200)
  .option('--act <count>', 'after how many kills to compare, and to begin again with an empty database and the next seed', Number, 40)
  .option('--seed <number>', 'what and when is chosen by it', Number, 1)
  .option('--clients <count>', 'how many ask at the same time', Number, 64)
  .option('--sources <codes>', 'whose fixtures are loaded meanwhile, separated by commas', 'all')
  .parse()
  .opts<{ rounds: number, act: number, seed: number, clients: number, sources: string }>()

const clock = () => `${new Date().toISOString().slice(11, 19)} `
await inFolder('kills', async ({ folder, signal, write, report }) => {
  const codes = sources === 'all' ? ['--all'] : sources.split(',')
  const expected = await loadOnce(join(folder, 'clean'), codes)
  for (let done = 0, number = seed; done < rounds && !signal.aborted; done += act, number++) {
    const options = { rounds: Math.min(act, rounds - done), seed: number, clients, sources: codes, expected, signal }
    const onRound = (round: number, target: string, state: string) => write(`${done + round}: ${target} killed after ${state}`)
    const { faults, kills, ...counts } = await killCampaign(join(folder, `seed-${number}`), { ...options, onRound })
    write(`seed ${number}: ${JSON.stringify({ ...kills, ...counts })}`)
    report(faults)
  }
}, clock)
