import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { RATE_TYPES } from '../../adapters/kit/rate-types.ts'
import type { DateMeaning, Identity, Verification } from '../../adapters/source.ts'

/** A publisher without an adapter, and the reason. */
export interface OmittedSource {
  code: string
  name: string
  country: string
  url: string
  reason: string
}

/** The day on which each source last answered as its adapter expects, by its code. */
export type Seen = Record<string, string>

/** The identity of a source and the formats of its documents. */
export interface Catalogued extends Identity {
  formats: string[]
}

const FIXTURES = new URL('../../fixtures/', import.meta.url)
const SEEN = new URL('../../adapters/seen-live.json', import.meta.url)
const OMITTED = new URL('../../adapters/left-out.json', import.meta.url)

const BEGIN = '<!-- sources: written by npm run sources -->'
const END = '<!-- /sources -->'

// UN M49 codes; CLDR lists their countries.
const CONTINENTS: Array<[name: string, code: string]> = [
  ['Africa', '002'],
  ['Americas', '019'],
  ['Asia', '142'],
  ['Europe', '150'],
  ['Oceania', '009']
]
const INTERNATIONAL = 'Several countries'
const REGIONS = [...CONTINENTS.map(([name]) => name), INTERNATIONAL]

const UNIONS: Record<string, string> = { EU: 'Euro area', XX: INTERNATIONAL } // not countries

const DATED: Record<DateMeaning, string> = { made: 'day made', effective: 'day effective', period: 'period' }
const VERIFIED: Record<Verification, string> = {
  recording: 'recorded answer',
  documentation: 'publisher’s documentation',
  description: 'public description'
}

type Containment = Record<string, { _contains: string[] }>

const CONTAINMENT = (
  createRequire(import.meta.url)('cldr-core/supplemental/territoryContainment.json') as {
    supplemental: { territoryContainment: Containment }
  }
).supplemental.territoryContainment

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The days on which sources were seen live, from the status files of books. */
export async function loadSeen(): Promise<Seen> {
  return JSON.parse(await readFile(SEEN, 'utf8')) as Seen
}

/** Adds the last successes in the status file of a book. Throws for any other file. */
export async function addSeen(status: string, sources: Identity[]): Promise<void> {
  const { sources: states } = JSON.parse(status) as { sources?: Array<{ code: string; last_success: string | null }> }
  if (!Array.isArray(states)) throw new Error('expected the status.json of a book: an object with sources')
  const seen = await loadSeen()
  for (const { code, last_success: success } of states) {
    const day = success?.slice(0, 10) ?? ''
    if (sources.some((source) => source.code === code) && day > (seen[code] ?? '')) seen[code] = day
  }
  const sorted = Object.entries(seen).sort(([one], [other]) => (one < other ? -1 : 1))
  await writeFile(SEEN, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** The publishers without an adapter, sorted by code. */
export async function loadOmitted(): Promise<OmittedSource[]> {
  return JSON.parse(await readFile(OMITTED, 'utf8')) as OmittedSource[]
}

/** Adds the formats of the documents: each format has a `changed` file among the fixtures of the source. */
export async function withFormats(sources: Identity[], fixtures = FIXTURES): Promise<Catalogued[]> {
  return Promise.all(
    sources.map(async (source) => {
      const files = await readdir(new URL(`${source.code}/`, fixtures), { recursive: true })
      const formats = files.filter((file) => /(^|\/)changed[-.]/.test(file)).map((file) => extname(file).slice(1))
      return { ...source, formats: [...new Set(formats)].sort() }
    })
  )
}

/**
 * The text of docs/sources.md: the sources by region, the rate types, the credentials, and the publishers without an
 * adapter.
 */
export function sourcesPage(sources: Catalogued[], omitted: OmittedSource[], seen: Seen): string {
  return `# Sources

After reading this page you know the publishers that Ratebook reads, the meaning of their dates, and the terms of use of their figures.

Generated from the adapters by \`npm run sources\`; do not edit.

${summaryOf(sources)}

- *Types*: the [rate types](#rate-types) of the source. A pair uses the first one that has it.
- *From*: the first day that a backfill fetches, and the last day of a closed series.
- *Date*: the meaning of a rate's date: the day on which the rate was made, the first day on which it is effective, or the period that it covers.
- *Out*: the time at which the newest table is normally published, in the publisher's time zone.
- *Verified*: the evidence for the adapter: a recorded answer of the publisher, the publisher's documentation, or a public description of the format. *Seen live* is the day on which the publisher last answered as expected, in the status file of a book.

${byRegion(sources)
  .map(([region, of]) => `## ${region}\n\n${tableOf(of, seen)}${remarksOf(of)}`)
  .join('\n\n')}

## Rate types

${markdownTable(
  ['Type', 'Meaning'],
  Object.entries(RATE_TYPES).map(([type, meaning]) => [`\`${type}\``, meaning])
)}

## Credentials

Set these environment variables to use the sources. An optional credential gives access to a second route to the same figures.

${markdownTable(['Variable', 'Source', 'Issued at'], sources.flatMap(credentialsOf).sort())}

## Left out

${markdownTable(
  ['Publisher', 'Country', 'Reason'],
  omitted.map(({ name, country, url, reason }) => [`[${name}](${url})`, countryOf(country), reason])
)}
`
}

/** Replaces the summary of the sources between the two markers of the README. Throws if a marker is missing. */
export function withSummary(readme: string, sources: Identity[]): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`the README must have ${BEGIN} and then ${END}`)
  const regions = byRegion(sources).map(([region, of]) => [
    region,
    String(of.length),
    of
      .map(({ code }) => `\`${code}\``)
      .sort()
      .join(', ')
  ])
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${summaryOf(sources)}\n\n${markdownTable(['Region', 'Sources', 'Codes'], regions)}\n\n${readme.slice(end)}`
}

function summaryOf(sources: Identity[]): string {
  const recorded = sources.filter(({ verified }) => verified === 'recording')
  return `${sources.length} sources, ${recorded.length} of them verified against a recorded answer of the publisher.`
}

function byRegion<Of extends Identity>(sources: Of[]): Array<[region: string, sources: Of[]]> {
  const sorted = [...sources].sort(
    (one, other) =>
      countryOf(one.country).localeCompare(countryOf(other.country), 'en') || (one.code < other.code ? -1 : 1)
  )
  return REGIONS.map((region): [string, Of[]] => [
    region,
    sorted.filter(({ country }) => regionOf(country) === region)
  ]).filter(([, of]) => of.length > 0)
}

function regionOf(country: string): string {
  if (country === 'EU') return 'Europe'
  const [name = INTERNATIONAL] = CONTINENTS.find(([, continent]) => contains(continent, country)) ?? []
  return name
}

function contains(region: string, country: string): boolean {
  return region === country || (CONTAINMENT[region]?._contains ?? []).some((part) => contains(part, country))
}

function countryOf(country: string): string {
  return UNIONS[country] ?? countryNames.of(country)!
}

function tableOf(sources: Catalogued[], seen: Seen): string {
  return markdownTable(
    ['Code', 'Publisher', 'Country', 'Currency', 'Types', 'Format', 'Cadence', 'From', 'Date', 'Out', 'Verified'],
    sources.map((source) => [
      `\`${source.code}\``,
      `[${source.name}](${source.sourceUrl})`,
      countryOf(source.country),
      source.homeCurrency,
      source.rateTypes.join(', '),
      source.formats.join(', '),
      source.cadence,
      source.ended === undefined ? source.historyFrom : `${source.historyFrom} to ${source.ended}`,
      DATED[source.dated],
      source.publishes ?? '',
      VERIFIED[source.verified] + (seen[source.code] ? `; seen live on ${seen[source.code]}` : '')
    ])
  )
}

function remarksOf(sources: Identity[]): string {
  const remarks = sources
    .map((source) => [`\`${source.code}\`:`, source.notes, termsOf(source)].filter((part) => part !== undefined))
    .filter((parts) => parts.length > 1)
  return remarks.length === 0 ? '' : `\n\n${remarks.map((parts) => `- ${parts.join(' ')}`).join('\n')}`
}

function credentialsOf({ code, credentials = [] }: Identity): string[][] {
  return credentials.map(({ name, where, optional }) => [
    `\`${name}\``,
    `\`${code}\`${optional ? ', optional' : ''}`,
    where
  ])
}

function termsOf({ terms, termsUrl }: Identity): string | undefined {
  if (termsUrl === undefined) return terms === undefined ? undefined : `Terms: ${terms}`
  return `[Terms](${termsUrl})${terms === undefined ? '.' : `: ${terms}`}`
}

function markdownTable(headings: string[], rows: string[][]): string {
  return [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}
