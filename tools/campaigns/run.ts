// Damages true publications in every way and says which wrong values a load would have stored: npm run faults -- --seeds N
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { formatTable } from '../../cli/output.ts'
import { registerSources } from '../../pipelines/runs/sources.ts'
import type { Database } from '../../sql/database.ts'
import { withDatabases } from '../bench/databases.ts'
import { campaign, isKnowable, keepTruth, specimensOf, type Ending, type Finding } from './campaign.ts'
import { asDaily } from './daily.ts'
import { loadTrue, truePublications } from './truth.ts'

const ENDINGS: Ending[] = ['layout error', 'quarantined', 'harmless', 'partly', 'silent', 'crash']

const { seeds, first, examples, fixtures, daily, only, arrivals } = new Command('faults')
  .description('Loads the true rows of all sources, then damaged publications over them, and says how each ended')
  .option('--seeds <count>', 'how many publications of each source to damage in each way', Number, 3)
  .option('--first <seed>', 'the first seed, which also chooses the publications', Number, 1)
  .option('--examples <count>', 'how many wrong ones to show', Number, 40)
  .option('--fixtures', 'leave the recordings out')
  .option('--daily <count>', 'load the newest tables of each source one by one, as they came in', Number, 0)
  .option('--arrivals', 'load each damaged publication as the first of its source, of which nothing is known')
  .option('--only <sources>', 'these sources alone', (codes) => codes.split(','))
  .parse()
  .opts<{ seeds: number, first: number, examples: number, fixtures?: boolean, daily: number, only?: string[], arrivals?: boolean }>()

const folder = mkdtempSync(join(tmpdir(), 'ratebook-faults-'))
try {
  await withDatabases({ folder }, async ({ create }) => {
    const database = await create('faults')
    const truth = await truePublications({ recordings: !fixtures, only })
    await registerSources(database, [...new Set(truth.map(({ source }) => source))])
    for (const it of daily > 0 ? asDaily(truth, daily) : truth) await loadTrue(database, it)
    await writeFalseAlarms(database, truth.reduce((sum, { rows }) => sum + rows.length, 0))
    await keepTruth(database)
    const findings: Finding[] = []
    const started = Date.now()
    const range = Array.from({ length: seeds }, (_, index) => first + index)
    for await (const finding of campaign(database, await specimensOf(truth, first), range, { isArrival: arrivals })) findings.push(finding)
    write(findings, Date.now() - started)
  }, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function writeFalseAlarms (database: Database, rows: number): Promise<void> {
  const alarms = await database.write<{ source: string, fault: string, rows: number, reason: string }>(`
    select source, coalesce(fault, 'row') as fault, count(*)::int as rows, min(date || ' ' || base || '/' || quote || ' ' || type || ' ' || value || ': ' || reason) as reason
    from quarantine group by 1, 2 order by 3 desc`)
  process.stdout.write(`${formatTable(alarms)}\n${alarms.reduce((sum, it) => sum + it.rows, 0)} of ${rows} true rows were put aside\n\n`)
}

function write (findings: Finding[], milliseconds: number): void {
  const wrong = findings.filter((it) => it.wrong.length > 0)
  const rows = [...new Set(findings.map(({ kind }) => kind)), 'all'].map((kind) => {
    const own = kind === 'all' ? findings : findings.filter((it) => it.kind === kind)
    const counts = ENDINGS.map((ending) => [ending, own.filter((it) => it.ending === ending).length])
    return { kind, 'tried': own.length, ...Object.fromEntries(counts), 'wrong and knowable': own.filter((it) => it.wrong.length > 0 && isKnowable(it)).length }
  })
  process.stdout.write(`${formatTable(rows)}\n\n`)
  for (const it of [...wrong.filter(isKnowable), ...wrong.filter((finding) => !isKnowable(finding))].slice(0, examples)) process.stdout.write(`${lineOf(it)}\n`)
  process.stdout.write(`\n${findings.length} damaged publications in ${(milliseconds / 1000).toFixed(0)} s: ${wrong.length} stored a wrong value ` +
    `(${(100 * wrong.length / findings.length).toFixed(1)} %), ${wrong.filter(isKnowable).length} of them knowable\n`)
}

function lineOf ({ kind, source, seed, ending, reason, wrong }: Finding): string {
  const { date, base, quote, type, value, truth } = wrong[0]!
  return `${source}, ${kind} (seed ${seed}): ${ending}, ${wrong.length} wrong: ${date} ${base}/${quote} ${type} ${value}, true is ${truth ?? 'nothing'}${reason ? `; put aside: ${reason}` : ''}`
}
