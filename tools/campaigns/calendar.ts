// Predicts the publication days of the last two years from the years before: npm run calendar -- --help
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { addDays, daysBetween } from '../../adapters/kit/dates.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Publication, Source } from '../../adapters/source.ts'
import { formatTable, print } from '../../cli/output.ts'
import { findRecordings } from '../../pipelines/fetch/replay.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import { withDatabases } from '../bench/databases.ts'
import { inFolder } from '../folder.ts'

const YEAR = 365
const BEFORE = 2 * YEAR // the shortest history to learn from, in days
// days; a recording with a longer gap is incomplete
const MAX_GAP = { daily: 20, weekly: 20, monthly: 70, quarterly: 200, yearly: 800 }

/** Publishers' answers beside the checkout, which are not part of the project. */
const DOCUMENTS = new URL('../../../shared/', import.meta.url).pathname

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const { only } = new Command('calendar')
  .description('Predicts the publication days of the last two years of each source from the years before.')
  .option('--only <sources>', 'sources, separated by commas; by default all', (codes) => codes.split(','))
  .parse()
  .opts<{ only?: string[] }>()

/** The recorded answers of a source with their requests, and documents of other archives without. */
async function documentsOf(
  code: string
): Promise<Array<Pick<Publication, 'request' | 'mediaType'> & { file: string }>> {
  const recordings = await Promise.all(
    ['recordings', 'demo-data'].map((name) => findRecordings(join(DOCUMENTS, name), code))
  )
  const recorded = recordings.flat().flatMap(({ folder, interactions }) =>
    interactions.map(({ request, response: { bodyFile, headers } }) => ({
      request: { headers: {}, ...request },
      mediaType: String(headers['content-type'] ?? ''),
      file: join(folder, bodyFile)
    }))
  )
  const folder = join(DOCUMENTS, 'foreign', code)
  const others = existsSync(folder) ? await readdir(folder) : []
  const request = { method: 'GET' as const, url: 'https://example.org/', headers: {} }
  return [
    ...recorded,
    ...others.map((name) => ({
      request,
      mediaType: name.endsWith('.html') ? 'text/html' : '',
      file: join(folder, name)
    }))
  ]
}

/** The dates of all documents that the adapter can read, whatever days the requests were for. */
async function datesOf(source: Source): Promise<string[]> {
  const dates = new Set<string>()
  for (const { file, ...document } of await documentsOf(source.code)) {
    try {
      const body = new Uint8Array(await readFile(file))
      for (const { date } of await source.parse({ source: source.code, headers: {}, body, ...document }))
        dates.add(date)
    } catch {
      continue // an index page, or a layout that its publisher has replaced
    }
  }
  return [...dates].sort()
}

/** The newest part without a hole that is long enough, or else the longest. */
function wholePart(dates: string[], { cadence }: Source): string[] {
  const starts = [0, ...dates.keys()].filter(
    (at) => at === 0 || daysBetween(dates[at - 1]!, dates[at]!) > MAX_GAP[cadence]
  )
  const parts = starts.map((start, at) => dates.slice(start, starts[at + 1]))
  const length = (part: string[]) => (part.length === 0 ? 0 : daysBetween(part[0]!, part.at(-1)!))
  return (
    parts.findLast((part) => length(part) >= BEFORE + YEAR) ??
    parts.reduce((best, part) => (length(part) > length(best) ? part : best), [])
  )
}

const pasts: Array<{ source: Source; dates: string[]; years: number }> = []
const tooShort: string[] = []
const without: string[] = []
for (const source of await loadSources()) {
  if (only && !only.includes(source.code)) continue
  const all = await datesOf(source)
  const dates = wholePart(all, source)
  const days = dates.length === 0 ? 0 : daysBetween(dates[0]!, dates.at(-1)!)
  const years = Math.min(2, Math.floor((days - BEFORE) / YEAR))
  if (years > 0) pasts.push({ source, dates, years })
  else (all.length === 0 ? without : tooShort).push(source.code)
}

await inFolder((folder) =>
  withDatabases({ folder }, async ({ create }) => {
    const database = await create('calendar')
    await registerSources(
      database,
      pasts.map(({ source }) => source)
    )

    /** The days on which a table was expected in the year after one, by the tables up to that day. */
    async function predict(code: string, before: string[], cut: string): Promise<string[]> {
      await database.write('insert into tables (source, date) select $1, unnest($2::date[]) on conflict do nothing', [
        code,
        before
      ])
      await database.write(
        `insert into coverage values ($1, $2, $3)
         on conflict (source) do update set (days, latest_date) = (excluded.days, excluded.latest_date)`,
        [code, before.length, before.at(-1)]
      )
      const found = await database.write<{ date: string }>(
        'select unnest(expected) as date from expected_dates($1, $2, array[$3])',
        [addDays(cut, 1), addDays(cut, YEAR), code]
      )
      return found.map(({ date }) => date).filter((date) => date > before.at(-1)! && date <= addDays(cut, YEAR))
    }

    const rows = []
    let [right, either] = [0, 0]
    for (const { source, dates, years } of pasts) {
      const last = dates.at(-1)!
      const expected: string[] = []
      for (let ago = years; ago > 0; ago--) {
        const cut = addDays(last, -YEAR * ago)
        expected.push(
          ...(await predict(
            source.code,
            dates.filter((date) => date <= cut),
            cut
          ))
        )
      }
      const after = dates.filter((date) => date > addDays(last, -YEAR * years))
      const came = new Set(after)
      const hits = expected.filter((day) => came.has(day)).length
      const union = new Set([...expected, ...after]).size
      right += hits
      either += union
      rows.push({
        source: source.code,
        first: dates[0],
        last,
        before: dates.length - after.length,
        after: after.length,
        none: expected.length - hits,
        unexpected: after.length - hits,
        right: percent(hits / union)
      })
    }
    print(formatTable(rows.sort((one, other) => parseFloat(one.right) - parseFloat(other.right))))
    print(`${pasts.length} sources: ${percent(right / either)} of the days on which a table was expected or came`)
    print(`too short a past, ${tooShort.length} sources: ${tooShort.join(', ')}`)
    print(`no documents, ${without.length} sources: ${without.join(', ')}`)
  })
)
