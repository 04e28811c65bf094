import { VERSION } from '../../../api/contract/version.ts'
import { listChanges, listCurrencies } from './content.ts'
import { COMPOSITE } from '../../../api/rates/bank-query.ts'
import { writeCalendar } from '../../../api/formats/icalendar.ts'
import { CALENDAR, calendarEvents, readCalendar } from '../../../api/sources/calendar-query.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import type { KeyFile } from '../../../cli/key-file.ts'
import type { Route } from '../../../api/server/route.ts'
import type { Database } from '../../../sql/database.ts'
import { mediaTypeOf, readAsset } from '../../pages/assets.ts'
import { sha256Of, type Folder } from '../folder.ts'
import { readStatus } from './status.ts'
import { ATTRIBUTES, BANKS, describeFiles, guideOf, indexOf, readmeOf, type ListedSource } from './about.ts'
import { EditionFiles, HTML, pathOf, SHORT, type Answer, type Known } from './files.ts'
import { Journal } from './journal.ts'
import { publishLog } from './log.ts'
import {
  EDITION_PART,
  listParts,
  LOG_PART,
  PARQUET_PART,
  partOf,
  readManifest,
  writeManifest,
  type EditionManifest,
  type Entry
} from './manifest.ts'
import { ASSETS } from './pages/frame.tsx'
import { sourcePath } from './pages/source-pages.tsx'
import { startPage } from './pages/start-page.tsx'
import { statusBadge, statusPage } from './pages/status-page.tsx'
import { publishParquet } from './parquet.ts'
import { publishSource, yearsIn, type WantedSource } from './source.ts'

/** The options of an edition. Omitted ones keep the values of the last run. */
export interface EditionOptions {
  /** The first year; null for the year before that of each source's newest table. */
  fromYear?: number | null
  /** The codes of excluded sources. */
  without?: string[]
  /** The base of absolute links; null for the service's address. */
  baseUrl?: string | null
}

interface EditionParts {
  database: Database
  endpoints: readonly Route[]
  /** Signs the log; without it the checkpoint has no signature. */
  signingKey?: KeyFile
  /** The name of a log without a signature. */
  logName?: string
  /** The address of the service, if it has one. */
  publicUrl?: string
  /** Answers an endpoint without a request. */
  answer: Answer
  now: number
  onSource?: (code: string) => void
}

interface EditionReport {
  files: number
  bytes: number
  written: number
  removed: number
}

const JSON_TYPE = 'application/json; charset=utf-8'

type Settings = Pick<EditionManifest, 'from_year' | 'without' | 'base_url'>

/**
 * Writes the open data as files below a folder, at the paths and with the bytes of the API. Writes only files that
 * changed since the last run, each before the manifest that names it, and deletes files that only earlier manifests
 * name. The next run continues an interrupted one. Throws if the manifest is that of
 * something else.
 */
export async function publishTo(folder: Folder, parts: EditionParts, options: EditionOptions): Promise<EditionReport> {
  const { database, endpoints, signingKey, logName, publicUrl = '', answer, now, onSource = () => {} } = parts
  const before = await readManifest(folder)
  const settings = settingsOf(options, before)
  if (!before) await writeManifest(folder, { edition: 1, version: VERSION, ...settings, parts: [] })
  const journal = await Journal.open(folder)
  const today = new Date(now).toISOString().slice(0, 10)
  const offline = { database, endpoints, settings: { signingKey }, now, today, origin: settings.base_url ?? publicUrl }
  const files = new EditionFiles({ folder, journal, answer, offline })

  const sources: ListedSource[] = []
  for (const source of await wantedSources(files, settings)) {
    onSource(source.code)
    const entries = await files.writePart(partOf(source.code), (known) => publishSource(files, source, known))
    sources.push({ ...source, years: yearsIn(entries) })
  }
  const codes = sources.map(({ code }) => code)
  const sourceParts = codes.map(partOf)
  for (const part of await listParts(folder))
    if (!sourceParts.some(({ path }) => path === part.path)) {
      await files.dropPart(part)
    }
  // after the tables: the checkpoint covers all of them
  await files.writePart(LOG_PART, (known) => publishLog(files, known, logName))
  await files.writePart(PARQUET_PART, (known) => publishParquet(files, codes, known))
  await files.writePart(EDITION_PART, (known) => publishAbout(files, sources, settings.without, known))
  await writeManifest(folder, {
    edition: 1,
    version: VERSION,
    ...settings,
    parts: [EDITION_PART, LOG_PART, PARQUET_PART, ...sourceParts]
  })
  return { ...files.counts, removed: journal.end() }
}

function settingsOf({ fromYear, without, baseUrl }: EditionOptions, before?: Settings): Settings {
  return {
    from_year: fromYear === undefined ? (before?.from_year ?? null) : fromYear,
    without: without ?? before?.without ?? [],
    base_url: baseUrl === undefined ? (before?.base_url ?? null) : baseUrl
  }
}

/** The sources to publish, by code. */
async function wantedSources(
  { offline: { database, today } }: EditionFiles,
  { from_year: first, without }: Settings
): Promise<WantedSource[]> {
  // read before the tables, so that the next run finds changes made meanwhile
  const changes = await listChanges(database)
  const wanted = (await listSources(database, today)).filter(
    ({ code, latest_date: latest }) => latest !== null && !without.includes(code)
  )
  return wanted.map((source) => {
    // Whole years, so that the first day of a file does not move every day. They include all days that pages show
    // without a key.
    const from = first ?? Number(source.latest_date!.slice(0, 4)) - 1
    return { ...source, from, changed: changes.get(source.code) ?? '' }
  })
}

async function publishAbout(
  files: EditionFiles,
  sources: ListedSource[],
  without: string[],
  known: Known
): Promise<Entry[]> {
  const { origin, database, today, endpoints, now } = files.offline
  const text = (path: string, contentType: string, content: string | Buffer) =>
    files.putFile({ path, content, contentType, cacheControl: SHORT }, known)
  const calendar = (await readCalendar(database, { now })).filter(({ code }) => !without.includes(code))
  const status = await readStatus(database, { today, without, calendar })
  const currencies = await listCurrencies(database)
  const shown = sources
    .filter(({ code }) => code !== COMPOSITE)
    .map((source) => ({ ...source, currencies: currencies.get(source.code) ?? [] }))
  const host = origin === '' ? 'ratebook' : new URL(origin).hostname
  const addressOf = (code: string) => (origin === '' ? undefined : `${origin}/${sourcePath(code)}`)
  const assets: Entry[] = []
  for (const name of ASSETS) assets.push(await text(`assets/${name}`, mediaTypeOf(name), readAsset(name)))
  return [
    ...assets,
    await text('index.html', HTML, startPage(shown, without)),
    await text('status.html', HTML, statusPage(status)),
    await text('status.json', JSON_TYPE, `${JSON.stringify(status, null, 2)}\n`),
    await text(
      'calendar.ics',
      'text/calendar; charset=utf-8',
      writeCalendar(calendarEvents(calendar, addressOf), { ...CALENDAR, host, today })
    ),
    await text('status.svg', 'image/svg+xml', statusBadge(status)),
    await publishBanks(files, known),
    await text('index.json', JSON_TYPE, indexOf(sources, origin)),
    await text('openapi.json', JSON_TYPE, describeFiles(endpoints, origin)),
    await text('llms.txt', 'text/plain; charset=utf-8', guideOf(sources)),
    await text('README.md', 'text/markdown; charset=utf-8', readmeOf(sources, origin)),
    await text('.gitattributes', 'text/plain; charset=utf-8', ATTRIBUTES)
  ]
}

/**
 * The freshness of each source. The answer contains the time of its check, so it is written only if something else
 * changed.
 */
async function publishBanks(files: EditionFiles, known: Known): Promise<Entry> {
  const before = known.get(pathOf(BANKS, {}))
  const earlier = before?.state === undefined ? undefined : await files.answered(BANKS, {}, Date.parse(before.state))
  if (earlier && sha256Of(earlier.content) === before!.sha256) {
    return files.putFile({ ...earlier, state: before!.state }, known)
  }
  return files.putFile({ ...(await files.answered(BANKS)), state: new Date(files.offline.now).toISOString() }, known)
}
