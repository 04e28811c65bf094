// Damages real publications and reports the wrong values that a load would store: npm run faults -- --help
import { Command } from 'commander'
import { formatTable, print } from '../../cli/output.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import type { Database } from '../../sql/database.ts'
import { withDatabases } from '../bench/databases.ts'
import { inFolder } from '../folder.ts'
import { campaign, isKnowable, keepTruth, specimensOf, type Ending, type Finding } from './campaign.ts'
import { KINDS } from './damage.ts'
import { damageTables, type Case } from './tables-campaign.ts'
import { figuresOf, type Named } from './named.ts'
import { TABLE_KINDS } from './tables.ts'
import { asDaily, loadReference, referencePublications } from './truth.ts'

const ENDINGS: Ending[] = ['layout error', 'quarantined', 'harmless', 'partly', 'silent', 'crash']
const EXAMPLES = 40 // the number of wrong publications to print
const percent = (count: number, of: number) => `${((100 * count) / Math.max(of, 1)).toFixed(1)} %`
const sum = (numbers: number[]) => numbers.reduce((total, it) => total + it, 0)
const GROUPS: Record<string, (kind: string) => boolean> = {
  'corrections and wrong dates': (kind) => /^correction|^dated|^history/.test(kind),
  'held out': (kind) => TABLE_KINDS[kind]!.isHeldOut === true,
  all: () => true
}
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const { seeds, first, fixtures, daily, only, arrivals, tables, kinds } = new Command('faults')
  .description('Loads the true rows of all sources, then damaged publications over them, and reports their outcomes.')
  .option('--seeds <count>', 'damaged publications of each source and kind', Number, 3)
  .option('--first <seed>', 'first seed, which also selects the publications', Number, 1)
  .option('--fixtures', 'leave the recordings out')
  .option('--daily <count>', 'load this many of the newest tables of each source one by one', Number, 0)
  .option('--arrivals', 'load each damaged publication as the first of its source')
  .option('--tables <count>', 'damage the rows of this many random tables in each way instead', Number, 0)
  .option('--kinds <start>', 'only the ways whose names start so, with --tables', '')
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
    kinds: string
  }>()

await inFolder((folder) =>
  withDatabases(
    { folder },
    async ({ create }) => {
      const database = await create('faults')
      const truth = await referencePublications({ recordings: !fixtures, only })
      await registerSources(database, [...new Set(truth.map(({ source }) => source))])
      const alarms: Named[] = []
      const single = { documents: 0, rows: 0, waiting: 0, doubted: 0, 'had a next table': 0, 'wait on': 0 }
      const documents = daily > 0 ? asDaily(truth, daily) : truth
      const last = new Map(documents.map((it) => [it.source, it]))
      const replaced: object[] = []
      for (const it of documents) {
        const { named } = await loadReference(database, it, { onItsDay: daily > 0 })
        if (!it.isDaily) continue
        const keptBack = rowsOf(named.filter(({ verdict }) => verdict !== 'doubt'))
        alarms.push(...named)
        single.documents += 1
        single.rows += it.rows.length
        single.waiting += keptBack.size
        single.doubted += rowsOf(named).size - keptBack.size
        if (keptBack.size > 0 && last.get(it.source) !== it) {
          single['had a next table'] += keptBack.size
          replaced.push({ source: it.source.code, date: it.rows[0]!.date })
        }
      }
      await printFalseAlarms(database)
      if (daily > 0) {
        single['wait on'] = await waitingOf(database, replaced)
        print(`one by one: ${JSON.stringify(single)}\n`)
      }
      await keepTruth(database)
      if (tables > 0) {
        const sources = [...new Set(truth.map(({ source }) => source))]
        const cases: Case[] = []
        const chosen = Object.keys(TABLE_KINDS).filter((it) => it.startsWith(kinds))
        for await (const it of damageTables(database, sources, { seed: first, count: tables, kinds: chosen }))
          cases.push(it)
        printCases(cases)
        const rules = await database.read<{ name: string; verdict: string }>('select name, verdict from check_rules()')
        const documents = cases.filter(({ fates }) => fates.some(({ knowable }) => knowable.length > 0))
        return print(
          formatTable(
            figuresOf(
              rules,
              single.rows,
              alarms,
              documents.map(({ named }) => named)
            )
          )
        )
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

function rowsOf(named: Named[]): Set<string> {
  return new Set(named.map(({ date, base, quote, type }) => `${date} ${base} ${quote} ${type}`))
}

/** The number of rows of some tables that still wait, after the next tables. */
async function waitingOf(database: Database, tables: object[]): Promise<number> {
  const [found] = await database.write<{ rows: number }>(
    "select count(*)::int as rows from quarantine join jsonb_to_recordset($1) it (source text, date text) using (source, date) where status = 'pending' and is_doubtful(fault)",
    [JSON.stringify(tables)]
  )
  return found!.rows
}

/** The true rows that are kept back, each with its reason; those without a rate by source. */
async function printFalseAlarms(database: Database): Promise<void> {
  const [{ rows } = { rows: 0 }] = await database.write<{ rows: number }>('select count(*)::int as rows from rates')
  const alarms = await database.write<{ source: string; fault: string; row: string; reason: string }>(`
    select source, fault, date || ' ' || base || '/' || quote || ' ' || type || ' ' || value as row, reason
    from quarantine where status = 'pending' and fault <> 'row' order by source, fault, date, base, quote, type`)
  const [{ unreadable } = { unreadable: 0 }] = await database.write<{ unreadable: number }>(
    "select count(*)::int as unreadable from quarantine where fault = 'row'"
  )
  print(
    `${formatTable(alarms)}\n${alarms.length} true rows are kept back beside ${rows} that are served; ${unreadable} are no rates\n`
  )
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

/**
 * The share of the damaged rows that are served, by kind: all, those that something contradicts, those of other banks
 * without a doubt. In `documents` each document counts once, by the share of its rows that are served and contradicted.
 * Then the true rows of these documents, and examples of rows that are served and contradicted.
 */
function printCases(cases: Case[]): void {
  const groups = {
    ...Object.fromEntries(Object.keys(TABLE_KINDS).map((it) => [it, (kind: string) => kind === it])),
    ...GROUPS
  }
  print(
    formatTable(
      Object.entries(groups).map(([name, isIn]) => {
        const own = cases.filter(({ kind }) => isIn(kind))
        const fates = own.flatMap((it) => it.fates)
        const served = fates.filter(({ ending }) => ending !== 'kept back')
        const contradicted = (it: Case) =>
          it.fates.filter(({ ending, knowable }) => ending !== 'kept back' && knowable.length > 0).length
        const off = fates.filter(({ knowable }) => knowable.includes('banks'))
        return {
          kind: name,
          cases: own.length,
          rows: fates.length,
          served: percent(served.length, fates.length),
          knowable: percent(sum(own.map(contradicted)), fates.length),
          documents: percent(sum(own.map((it) => contradicted(it) / it.fates.length)), own.length),
          'off banks': off.length,
          'in silence': percent(off.filter(({ ending }) => ending === 'served').length, off.length),
          'true rows': sum(own.map(({ trueRows }) => trueRows)),
          waiting: sum(own.map(({ waiting }) => waiting)),
          doubted: sum(own.map(({ doubted }) => doubted)),
          'held out': TABLE_KINDS[name]?.isHeldOut ? 'yes' : ''
        }
      })
    )
  )
  for (const { kind, source, fates } of cases) {
    const served = fates.filter(({ ending, knowable }) => ending !== 'kept back' && knowable.length > 0)
    const it = served.find(({ ending }) => ending === 'served') ?? served[0]
    if (it) {
      print(
        `${source}, ${kind}: ${served.length} of ${fates.length} served, as ${it.date} ${it.base}/${it.quote} ${it.type} ${it.value}, true: ${it.truth ?? 'none'}; contradicted by ${it.knowable.join(', ')}; ${it.reason ?? 'no doubt'}`
      )
    }
  }
}
