// Damages true publications and reports the wrong values that a load would store: npm run faults -- --help
import { Command } from 'commander'
import { formatTable, print } from '../../cli/output.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import type { Database } from '../../sql/database.ts'
import { withDatabases } from '../bench/databases.ts'
import { inFolder } from '../folder.ts'
import { campaign, isKnowable, keepTruth, specimensOf, type Ending, type Finding } from './campaign.ts'
import { KINDS } from './damage.ts'
import { damageTables, type Case } from './tables-campaign.ts'
import { TABLE_KINDS } from './tables.ts'
import { asDaily, loadTrue, truePublications } from './truth.ts'

const ENDINGS: Ending[] = ['layout error', 'quarantined', 'harmless', 'partly', 'silent', 'crash']
const EXAMPLES = 40 // wrong publications to print
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const { seeds, first, fixtures, daily, only, arrivals, tables } = new Command('faults')
  .description('Loads the true rows of all sources, then damaged publications over them, and reports their outcomes.')
  .option('--seeds <count>', 'damaged publications of each source and kind', Number, 3)
  .option('--first <seed>', 'first seed, which also selects the publications', Number, 1)
  .option('--fixtures', 'leave the recordings out')
  .option('--daily <count>', 'load this many of the newest tables of each source one by one', Number, 0)
  .option('--arrivals', 'load each damaged publication as the first of its source')
  .option('--tables <count>', 'damage the rows of this many random tables in each way instead', Number, 0)
  .option('--only <sources>', 'sources, separated by commas; by default all', (codes) => codes.split(','))
  .parse()
  .opts<{
    seeds: number
    first: number
    fixtures?: boolean
    daily: number
    only?: string[]
    arrivals?: boolean
    tables: number
  }>()

await inFolder((folder) =>
  withDatabases(
    { folder },
    async ({ create }) => {
      const database = await create('faults')
      const truth = await truePublications({ recordings: !fixtures, only })
      await registerSources(database, [...new Set(truth.map(({ source }) => source))])
      for (const it of daily > 0 ? asDaily(truth, daily) : truth) await loadTrue(database, it, { onItsDay: daily > 0 })
      await printFalseAlarms(database)
      await keepTruth(database)
      if (tables > 0) {
        const sources = [...new Set(truth.map(({ source }) => source))]
        const cases: Case[] = []
        const kinds = Object.keys(TABLE_KINDS)
        for await (const it of damageTables(database, sources, { seed: first, count: tables, kinds })) cases.push(it)
        return printCases(cases)
      }
      const findings: Finding[] = []
      const specimens = await specimensOf(truth, first)
      for await (const finding of campaign(
        database,
        specimens,
        Array.from({ length: seeds }, (_, index) => first + index),
        { isArrival: arrivals }
      ))
        findings.push(finding)
      printFindings(findings)
    },
    SETTINGS
  )
)

async function printFalseAlarms(database: Database): Promise<void> {
  const alarms = await database.write<{ rows: number }>(`
    select source, coalesce(fault, 'row') as fault, count(*)::int as rows, min(date || ' ' || base || '/' || quote || ' ' || type || ' ' || value || ': ' || reason) as reason
    from quarantine group by 1, 2 order by 3 desc`)
  print(`${formatTable(alarms)}\n${alarms.reduce((sum, it) => sum + it.rows, 0)} true rows were quarantined\n`)
}

function printFindings(findings: Finding[]): void {
  print(
    formatTable(
      [...KINDS, 'all'].map((kind) => {
        const own = findings.filter((it) => kind === 'all' || it.kind === kind)
        const counts = ENDINGS.map((ending) => [ending, own.filter((it) => it.ending === ending).length])
        return {
          kind,
          count: own.length,
          ...Object.fromEntries(counts),
          'wrong and knowable': own.filter(isKnowable).length
        }
      })
    )
  )
  const wrong = findings
    .filter((it) => it.wrong.length > 0)
    .sort((one, other) => Number(isKnowable(other)) - Number(isKnowable(one)))
  for (const { source, kind, seed, ending, reason, wrong: rows } of wrong.slice(0, EXAMPLES)) {
    const { date, base, quote, type, value, truth } = rows[0]!
    print(
      `${source}, ${kind} (seed ${seed}): ${ending}, ${rows.length} wrong: ${date} ${base}/${quote} ${type} ${value}, true: ${truth ?? 'none'}${reason ? `; quarantined: ${reason}` : ''}`
    )
  }
  print(
    `\n${findings.length} damaged publications: ${wrong.length} stored a wrong value (${((100 * wrong.length) / findings.length).toFixed(1)} %), ${findings.filter(isKnowable).length} of them knowable`
  )
}

/** The share of the damaged rows that are served, and of those that something contradicts, by kind. */
function printCases(cases: Case[]): void {
  print(
    formatTable(
      [...Object.keys(TABLE_KINDS), 'all'].map((kind) => {
        const own = cases.filter((it) => kind === 'all' || it.kind === kind)
        const fates = own.flatMap((it) => it.fates)
        const served = fates.filter(({ ending }) => ending !== 'kept back')
        const share = (count: number, of: number) => `${((100 * count) / Math.max(of, 1)).toFixed(1)} %`
        return {
          kind,
          cases: own.length,
          rows: fates.length,
          served: share(served.length, fates.length),
          knowable: share(served.filter(({ knowable }) => knowable.length > 0).length, fates.length),
          'held out': TABLE_KINDS[kind]?.isHeldOut ? 'yes' : ''
        }
      })
    )
  )
}
