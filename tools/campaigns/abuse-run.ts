// Attacks a server without a key and measures how long other callers wait: npm run abuse -- --help
import { Command } from 'commander'
import { print } from '../../cli/output.ts'
import { inFolder } from '../folder.ts'
import { abuseCampaign, type Finding } from './abuse.ts'
import { ATTACKS } from './abuse/attacks.ts'

const MAX_WAIT = 100
const WARM_UP = 20_000
const SOURCES = ['cnb', 'nbp', 'bnr', 'boc', 'snb', 'riksbank', 'norges', 'mnb', 'cbr', 'rba', 'bcb', 'nbu']

const command = new Command('abuse')
  .description(
    'Attacks a server behind nginx (Debian: nginx-light) from one address in every way that needs no key, and ' +
      'measures how long another address waits for /healthz. Needs Linux. Fails if that takes over 100 ms on a machine ' +
      'that is not overloaded, and if the server ends or uses more than 2 GB.'
  )
  .argument('[names...]', 'attacks whose name contains one of these; by default all')
  .option('--connections <count>', 'connections of the attacker', Number, 32)
  .option('--seconds <count>', 'duration of each attack', Number, 3)
  .option('--seed <number>', 'seed of the requests', Number, 1)
  .option('--days <count>', 'working days of daily rates, 7000 at most', Number, 7000)
  .parse()
const { seconds, ...options } = command.opts<{ connections: number; seconds: number; seed: number; days: number }>()
const attacks = ATTACKS.filter(
  ({ name }) => command.args.length === 0 || command.args.some((part) => name.includes(part))
)

await inFolder(async (folder) => {
  for await (const finding of abuseCampaign(folder, {
    ...options,
    attacks,
    sources: SOURCES,
    milliseconds: seconds * 1000,
    maxWait: MAX_WAIT,
    warmUp: WARM_UP
  })) {
    print([lineOf(finding), ...finding.faults.map((fault) => `FAULT ${fault}`)].join('\n'))
    if (finding.faults.length > 0) process.exitCode = 1
  }
})

function lineOf({ attack, tally, p50, p99, worst, ownDelay, serverDelay, memory }: Finding): string {
  const times = Object.entries({ p50, p99, worst, 'event loop': serverDelay, 'own delay': ownDelay }).map(
    ([name, time]) => `${name} ${time.toFixed(1)} ms`
  )
  const answers = Object.entries(tally).map(([status, count]) => `${status}: ${count}`)
  return `${attack}: ${times.join(', ')}, peak ${memory.toFixed(0)} MB; ${answers.join(', ')}`
}
