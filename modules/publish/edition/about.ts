import { DISCLAIMER } from '../../../api/contract/texts.ts'
import { jsonOf } from '../../../api/formats/json.ts'
import { absoluteUrl } from '../../../api/rates/bank-query.ts'
import { Rows, type Column } from '../../../api/formats/rows.ts'
import type { SourceEntry } from '../../../api/sources/sources-query.ts'
import { pathOf } from './files.ts'
import { CHECKPOINT, KEYS, TILE } from './log.ts'
import { NEWEST, TABLE, YEAR } from './source.ts'

/** A source with its published years, ascending. */
export interface ListedSource extends SourceEntry {
  years: number[]
}

const SEVERAL = 'XX' // the country code of international publishers

export const BANKS = '/api/open/central-banks'

const KINDS: Array<[name: string, path: string, meaning: string]> = [
  ['newest', pathOf(NEWEST, { bank: '{bank}' }), 'the newest table of a source'],
  ['table', pathOf(TABLE, { bank: '{bank}', date: '{date}' }), 'the table of a date on which the source has one'],
  ['year', pathOf(YEAR, { bank: '{bank}', year: '{year}' }), 'all rates of a year'],
  ['sources', pathOf(BANKS, {}), 'the freshness of each source'],
  ['checkpoint', pathOf(CHECKPOINT, {}), 'the signed size and root of the log of all loads'],
  [
    'tile',
    pathOf(TILE, { level: '{level}', index: '{index}' }),
    'the hashes of the log, and its entries at level `entries`'
  ],
  ['keys', pathOf(KEYS, {}), 'the public keys of the signatures'],
  [
    'manifest',
    'manifest.json',
    'lists the manifests, which have a line for each file: media type, caching, size, SHA-256'
  ]
]

const COLUMNS: Array<Column & { name: keyof ListedSource }> = [
  { name: 'code', kind: 'text' },
  { name: 'name', kind: 'text' },
  { name: 'country', kind: 'text' },
  { name: 'home_ccy', kind: 'text' },
  { name: 'kind', kind: 'text' },
  { name: 'rate_types', kind: 'nested' },
  { name: 'cadence', kind: 'text' },
  { name: 'dated', kind: 'text' },
  { name: 'latest_date', kind: 'date' },
  { name: 'years', kind: 'nested' },
  { name: 'source_url', kind: 'text' },
  { name: 'terms_url', kind: 'text' },
  { name: 'terms', kind: 'text' }
]

/** The index of an edition for programs: its paths and its sources. */
export function indexOf(sources: ListedSource[], origin: string): string {
  const cells = sources.map((source) =>
    COLUMNS.map(({ name }) => (name === 'source_url' ? absoluteUrl(source.source_url, origin) : source[name]))
  )
  const files = Object.fromEntries(KINDS.map(([name, path]) => [name, path]))
  return `${jsonOf({ files, sources: new Rows(COLUMNS, cells), disclaimer: DISCLAIMER }).toString()}\n`
}

/** The index of an edition for people, with the terms of each publisher. */
export function readmeOf(sources: ListedSource[], origin: string): string {
  return `# Official exchange rates

Rates of central banks and other authorities, exactly as published, written as files by ${origin === '' ? 'Ratebook' : `[Ratebook](${origin})`}. Each JSON file has the bytes that
the API of Ratebook sends at the same path, with a rate on each line. Figures have the publisher's own digits: parse them as decimals if the last digit matters.

| file | contents |
|---|---|
${KINDS.map(([, path, meaning]) => `| \`${path}\` | ${meaning} |`).join('\n')}

\`index.json\` lists the sources and their years for programs. The files take no parameters: look for a pair in its table.

## Terms

The figures belong to their publishers. Read the terms of a publisher before you pass its figures on, and name it as the source.

| source | publisher | country | years | terms |
|---|---|---|---|---|
${sources.map((it) => `| \`${it.code}\` | [${cell(it.name)}](${absoluteUrl(it.source_url, origin)}) | ${it.country === SEVERAL ? '' : it.country} | ${yearsOf(it)} | ${termsOf(it)} |`).join('\n')}
`
}

function yearsOf({ years }: ListedSource): string {
  return [...new Set([years.at(0), years.at(-1)])].join(' to ')
}

function termsOf({ terms, terms_url: url }: ListedSource): string {
  return [cell(terms ?? ''), url === null ? '' : `[terms](${url})`].filter((it) => it !== '').join(' ')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

/** Makes git keep all bytes, and treat tiles as binary. */
export const ATTRIBUTES = `* -text
*.csv whitespace=cr-at-eol
/log/tile/** binary
`
