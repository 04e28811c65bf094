// Predicts the publication days of the last two years from the years before: npm run calendar -- --help
import { Command } from 'commander'
import { addDays, daysBetween } from '../../adapters/kit/dates.ts'
import { formatTable, print } from '../../cli/output.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import { withDatabases } from '../bench/databases.ts'
import { inFolder } from '../folder.ts'
import { truePublications } from './truth.ts'

const PREDICTED = 730 // days
const BEFORE = 730 // at least, to learn from
const MAX_GAP = { daily: 45, weekly: 45, monthly: 70, quarterly: 200, yearly: 800 } // days; longer ones are holes of the recording

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const { only } = new Command('calendar')
  .description('Predicts the publication days of the last two years of each source from the years before.')
  .option('--only <sources>', 'sources, separated by commas; by default all', (codes) => codes.split(','))
  .parse()
  .opts<{ only?: string[] }>()

const truth = await truePublications({ recordings: true, only })
const days = new Map<string, Set<string>>()
for (const { source, rows } of truth) {
  const known = days.get(source.code) ?? new Set()
  for (const { date } of rows) known.add(date)
  days.set(source.code, known)
}

interface Past {
  code: string
  cadence: string
  before: string[]
  after: string[]
}

/** The days up to two years before the newest, and those after, without earlier days than the last hole. */
function pastOf(source: (typeof truth)[number]['source']): Past | undefined {
  const all = [...days.get(source.code)!].sort()
  const hole = all.findLastIndex((day, at) => at > 0 && daysBetween(all[at - 1]!, day) > MAX_GAP[source.cadence])
  const whole = all.slice(Math.max(hole, 0))
  const [first, last] = [whole[0], whole.at(-1)]
  if (first === undefined || daysBetween(first, last!) < PREDICTED + BEFORE) return undefined
  const cut = addDays(last!, -PREDICTED)
  return {
    code: source.code,
    cadence: source.cadence,
    before: whole.filter((day) => day <= cut),
    after: whole.filter((day) => day > cut)
  }
}

const pasts = [...new Set(truth.map(({ source }) => source))].flatMap((source) => pastOf(source) ?? [])

await inFolder((folder) =>
  withDatabases({ folder }, async ({ create }) => {
    const database = await create('calendar')
    await registerSources(database, [...new Set(truth.map(({ source }) => source))])
    const rows: Array<{
      source: string
      cadence: string
      before: number
      after: number
      none: number
      unexpected: number
      right: string
    }> = []
    let [right, either] = [0, 0]
    for (const { code, cadence, before, after } of pasts) {
      await database.write('insert into tables (source, date) select $1, unnest($2::date[])', [code, before])
      await database.write('insert into coverage values ($1, $2, $3)', [code, before.length, before.at(-1)])
      const window = [addDays(before.at(-1)!, 1), after.at(-1)!, code]
      const expected = (
        await database.write<{ date: string }>('select date from expected_dates($1, $2, $3) where date <= $2', window)
      ).map(({ date }) => date)
      const came = new Set(after)
      const hits = expected.filter((day) => came.has(day)).length
      const union = new Set([...expected, ...after]).size
      right += hits
      either += union
      rows.push({
        source: code,
        cadence,
        before: before.length,
        after: after.length,
        none: expected.length - hits,
        unexpected: after.length - hits,
        right: percent(hits / union)
      })
    }
    print(formatTable(rows.sort((one, other) => parseFloat(one.right) - parseFloat(other.right))))
    print(`${pasts.length} sources: ${percent(right / either)} of the days on which a table was expected or came`)
  })
)
