import { z } from 'zod'
import { DISCLAIMER } from '../../../api/contract/texts.ts'
import { jsonOf } from '../../../api/formats/json.ts'
import { absoluteUrl } from '../../../api/rates/bank-query.ts'
import { Rows, type Column } from '../../../api/formats/rows.ts'
import { schemaOf } from '../../../api/openapi/schema.ts'
import type { Route } from '../../../api/server/route.ts'
import type { SourceEntry } from '../../../api/sources/sources-query.ts'
import { VERSION } from '../../../api/contract/version.ts'
import { pathOf } from './files.ts'
import { manifest } from './manifest.ts'
import { CHECKPOINT, KEYS, TILE } from './log.ts'
import { historyPath } from './pages/source-pages.tsx'
import { NEWEST, TABLE, YEAR } from './source.ts'
import { status } from './status.ts'
import { knownTerms, termsPath } from './terms.ts'

/** A source with its published years, ascending. */
export interface ListedSource extends SourceEntry {
  years: number[]
}

const SEVERAL = 'XX' // the country code of international publishers

export const BANKS = '/api/open/central-banks'

interface Kind {
  name: string
  path: string
  type: string
  meaning: string
  /** The endpoint whose answer it is, or the type of its JSON. */
  content?: string | z.ZodType
}

const JSON_TYPE = 'application/json'
const PARQUET_TYPE = 'application/vnd.apache.parquet'

const KINDS: Kind[] = [
  {
    name: 'newest',
    path: pathOf(NEWEST, { bank: '{bank}' }),
    type: JSON_TYPE,
    meaning: 'the newest table of a source',
    content: NEWEST
  },
  {
    name: 'table',
    path: pathOf(TABLE, { bank: '{bank}', date: '{date}' }),
    type: JSON_TYPE,
    meaning: 'the table of a date on which the source has one',
    content: TABLE
  },
  {
    name: 'year',
    path: pathOf(YEAR, { bank: '{bank}', year: '{year}' }),
    type: 'text/csv',
    meaning: 'all rates of a year'
  },
  { name: 'pair', path: historyPath('{bank}', '{pair}'), type: 'text/csv', meaning: 'all rates of a pair, by date' },
  {
    name: 'terms',
    path: termsPath('{bank}'),
    type: 'text/plain',
    meaning: 'whom to name as the source, and its terms'
  },
  {
    name: 'parquet',
    path: 'parquet/source={bank}/year={year}/rates.parquet',
    type: PARQUET_TYPE,
    meaning: 'all rates of a year, as a partition of one table'
  },
  {
    name: 'newest_parquet',
    path: 'parquet/newest.parquet',
    type: PARQUET_TYPE,
    meaning: 'the newest tables of all sources'
  },
  {
    name: 'sources',
    path: pathOf(BANKS, {}),
    type: JSON_TYPE,
    meaning: 'the freshness of each source',
    content: BANKS
  },
  {
    name: 'index',
    path: 'index.json',
    type: JSON_TYPE,
    meaning: 'the paths of these files, and the sources with their years and terms',
    content: z.object({
      files: z.record(z.string(), z.string()),
      sources: z.array(z.looseObject({ code: z.string(), years: z.array(z.int()), terms: z.string() })),
      disclaimer: z.string()
    })
  },
  {
    name: 'status',
    path: 'status.json',
    type: JSON_TYPE,
    meaning: 'the last success of each source, and why it fails; `status.svg` is its badge',
    content: status
  },
  {
    name: 'checkpoint',
    path: pathOf(CHECKPOINT, {}),
    type: 'text/plain',
    meaning: 'the size and root of the log of all loads, signed if the owner has a key'
  },
  {
    name: 'tile',
    path: pathOf(TILE, { level: '{level}', index: '{index}' }),
    type: 'application/octet-stream',
    meaning: 'the hashes of the log, and its entries at level `entries`'
  },
  {
    name: 'keys',
    path: pathOf(KEYS, {}),
    type: JSON_TYPE,
    meaning: 'the public keys of the signatures',
    content: KEYS
  },
  {
    name: 'manifest',
    path: 'manifest.json',
    type: JSON_TYPE,
    meaning: 'lists the manifests, which have a line for each file: media type, caching, size, SHA-256',
    content: manifest
  }
]

const EXAMPLES: Record<string, string> = { bank: 'ecb', pair: 'EUR-USD', date: '2026-03-18', year: '2026' }

/** The OpenAPI description of the files. */
export function describeFiles(endpoints: readonly Route[], origin: string): string {
  const typeOf = ({ type, content }: Kind): object => {
    if (content === undefined) return { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) }
    return schemaOf(typeof content === 'string' ? endpoints.find(({ path }) => path === content)!.response : content)
  }
  const operationOf = (kind: Kind) => ({
    operationId: kind.name,
    summary: kind.meaning,
    parameters: [...kind.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...(EXAMPLES[parameter!] && { example: EXAMPLES[parameter!] })
    })),
    responses: {
      200: { description: kind.meaning, content: { [kind.type]: { schema: typeOf(kind) } } },
      404: { description: 'there is no such file' }
    }
  })
  const description = {
    openapi: '3.1.1',
    info: { title: 'Official exchange rates as files', version: VERSION, description: DISCLAIMER },
    servers: [{ url: origin === '' ? '.' : origin }],
    paths: Object.fromEntries(KINDS.map((kind) => [`/${kind.path}`, { get: operationOf(kind) }]))
  }
  return `${JSON.stringify(description, null, 2)}\n`
}

/** A summary for language models. */
export function guideOf(sources: ListedSource[]): string {
  return `# Official exchange rates as files

> The rates of ${sources.length} central banks and other authorities, as published. Every file is static: there are no parameters and no keys.

A pair is BASE-QUOTE, such as EUR-USD: the price of one unit of the base in the quote, as the source publishes it. Nothing is inverted or crossed. Name the publisher as the source, and read its terms in pair/{bank}/terms.txt.

${KINDS.map(({ path, meaning }) => `- ${path}: ${meaning}`).join('\n')}

The sources: ${sources.map(({ code, name }) => `${code} (${name})`).join(', ')}.
`
}

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
    COLUMNS.map(({ name }) => {
      if (name === 'terms') return knownTerms(source)
      return name === 'source_url' ? absoluteUrl(source.source_url, origin) : source[name]
    })
  )
  const files = Object.fromEntries(KINDS.map(({ name, path }) => [name, path]))
  return `${jsonOf({ files, sources: new Rows(COLUMNS, cells), disclaimer: DISCLAIMER }).toString()}\n`
}

/** The index of an edition for people, with the terms of each publisher. */
export function readmeOf(sources: ListedSource[], origin: string): string {
  return `# Official exchange rates

Rates of central banks and other authorities, exactly as published, written as files by ${origin === '' ? 'Ratebook' : `[Ratebook](${origin})`}. Each JSON file has the bytes that
the API of Ratebook sends at the same path, with a rate on each line. Figures have the publisher's own digits: parse them as decimals if the last digit matters.

| file | contents |
|---|---|
${KINDS.map(({ path, meaning }) => `| \`${path}\` | ${meaning} |`).join('\n')}

The files take no parameters: look for a pair in its table.

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

function termsOf(source: ListedSource): string {
  const { terms_url: url } = source
  return [cell(knownTerms(source)), url === null ? '' : `[terms](${url})`].filter((it) => it !== '').join(' ')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

/** Makes git keep all bytes, and treat tiles as binary. */
export const ATTRIBUTES = `* -text
*.csv whitespace=cr-at-eol
/log/tile/** binary
`
