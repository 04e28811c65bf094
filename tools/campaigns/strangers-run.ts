// Lets a stranger attack a server in every way and says how long others wait meanwhile: npm run strangers -- [kinds] --seconds N --seed N
import { Command } from 'commander'
import { inFolder } from './in-folder.ts'
import { strangerCampaign, type Finding } from './strangers.ts'
import { kinds } from './strangers/kinds.ts'

const MAX_WAIT = 100
const WARM_UP = 20_000
const NAME_WIDTH = 42
const WIDTH = 10

// In milliseconds, but for the memory.
const COLUMNS = ['p50', 'p99', 'worst', 'echo p99', 'echo worst', 'turn', 'MB']

const command = new Command('strangers')
  .description('Attacks a server behind nginx (Debian: nginx-light) from one address in every way that needs no key, and measures how long another address waits for /healthz. Needs Linux. Exits with 1 where that is over 100 ms and the machine is not to blame, and if the server ends or takes more than 2 GB')
  .argument('[kinds...]', 'parts of the names of the kinds to try', [])
  .option('--connections <count>', 'connections of the attacker', Number, 32)
  .option('--seconds <count>', 'how long each kind goes on', Number, 3)
  .option('--tries <count>', 'how often a kind is tried while another address waits too long; the best counts', Number, 3)
  .option('--seed <number>', 'what is sent is chosen by it', Number, 1)
  .option('--days <count>', 'working days of daily rates, 7000 at most', Number, 7000)
  .option('--sources <codes>', 'whose fixtures are loaded beside them, separated by commas', 'cnb,nbp,bnr,boc,snb,riksbank,norges,mnb,cbr,rba,bcb,nbu')
  .parse()
const { connections, seconds, tries, seed, days, sources } = command.opts<{ connections: number, seconds: number, tries: number, seed: number, days: number, sources: string }>()
const chosen = kinds.filter(({ name }) => command.args.length === 0 || command.args.some((part) => name.includes(part)))

await inFolder('strangers', async ({ folder, signal, write, report }) => {
  const options = { kinds: chosen, connections, milliseconds: seconds * 1000, tries, maxWait: MAX_WAIT, warmUp: WARM_UP, seed, days, sources: sources.split(','), signal }
  write(['kind'.padEnd(NAME_WIDTH), ...COLUMNS.map((name) => name.padStart(WIDTH)), '  what came of it'].join(''))
  const { faults } = await strangerCampaign(folder, { ...options, onFinding: (finding) => write(lineOf(finding)) })
  report(faults)
})

function lineOf ({ kind, tally, health, echo, turn, memory }: Finding): string {
  const figures = [health.p50, health.p99, health.worst, echo.p99, echo.worst, turn, memory].map((figure) => figure.toFixed(1).padStart(WIDTH))
  const came = Object.entries(tally).map(([what, count]) => `${what} ${count}`).join(', ')
  return [kind.padEnd(NAME_WIDTH), ...figures, `  ${came}`].join('')
}
