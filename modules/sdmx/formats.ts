import { HttpError } from '../../api/contract/errors.ts'
import type { Api } from './references.ts'

/** The formats of answers, by their media types and by the values of `format`. */

export type DataFormat =
  | 'generic'
  | 'generic-series'
  | 'specific'
  | 'specific-series'
  | 'specific-3'
  | 'json-wd'
  | 'json-1'
  | 'json-2'
  | 'csv'
  | 'csv-1'
  | 'csv-2'
export type StructureFormat = 'xml-2' | 'xml-3' | 'json-1' | 'json-2'
export type SchemaFormat = 'xsd-2' | 'xsd-3'

interface Known<Format> {
  format: Format
  /** The media type of the answer. */
  type: string
  /** Other names under which it is requested. */
  others?: readonly string[]
  /** The value of `format`. */
  name?: string
}

const SDMX = 'application/vnd.sdmx.'

const DATA: ReadonlyArray<Known<DataFormat>> = [
  {
    format: 'generic',
    type: `${SDMX}genericdata+xml;version=2.1`,
    others: [`${SDMX}genericdata+xml`, 'application/xml', 'text/xml'],
    name: 'genericdata'
  },
  {
    format: 'generic-series',
    type: `${SDMX}generictimeseriesdata+xml;version=2.1`,
    others: [`${SDMX}generictimeseriesdata+xml`],
    name: 'generictimeseriesdata'
  },
  {
    format: 'specific',
    type: `${SDMX}structurespecificdata+xml;version=2.1`,
    others: [`${SDMX}structurespecificdata+xml`],
    name: 'structurespecificdata'
  },
  {
    format: 'specific-series',
    type: `${SDMX}structurespecifictimeseriesdata+xml;version=2.1`,
    others: [`${SDMX}structurespecifictimeseriesdata+xml`],
    name: 'structurespecifictimeseriesdata'
  },
  { format: 'specific-3', type: `${SDMX}data+xml;version=3.0.0`, others: [`${SDMX}data+xml`] },
  {
    format: 'json-wd',
    type: `${SDMX}data+json;version=1.0.0-wd`,
    others: [`${SDMX}data+json`, `${SDMX}data+json;version=1.0.0-cts`, 'application/json', 'text/json'],
    name: 'jsondata'
  },
  { format: 'json-1', type: `${SDMX}data+json;version=1.0.0` },
  { format: 'json-2', type: `${SDMX}data+json;version=2.0.0` },
  { format: 'csv', type: 'text/csv', name: 'csvdata' },
  { format: 'csv-1', type: `${SDMX}data+csv;version=1.0.0`, others: [`${SDMX}data+csv`] },
  { format: 'csv-2', type: `${SDMX}data+csv;version=2.0.0` }
]

// The meaning of the same name in 3.0, if it differs.
const DATA_3: ReadonlyArray<Known<DataFormat>> = [
  {
    format: 'json-2',
    type: `${SDMX}data+json;version=2.0.0`,
    others: [`${SDMX}data+json`, 'application/json', 'text/json'],
    name: 'jsondata'
  },
  {
    format: 'specific-3',
    type: `${SDMX}data+xml;version=3.0.0`,
    others: [`${SDMX}data+xml`, 'application/xml', 'text/xml'],
    name: 'structurespecificdata'
  },
  { format: 'csv-2', type: `${SDMX}data+csv;version=2.0.0`, others: [`${SDMX}data+csv`, 'text/csv'], name: 'csvdata' },
  ...DATA
]

const STRUCTURES: ReadonlyArray<Known<StructureFormat>> = [
  {
    format: 'xml-2',
    type: `${SDMX}structure+xml;version=2.1`,
    others: [`${SDMX}structure+xml`, 'application/xml', 'text/xml'],
    name: 'structure'
  },
  {
    format: 'json-1',
    type: `${SDMX}structure+json;version=1.0.0`,
    others: [`${SDMX}structure+json`, 'application/json', 'text/json'],
    name: 'jsonstructure'
  },
  { format: 'xml-3', type: `${SDMX}structure+xml;version=3.0.0` },
  { format: 'json-2', type: `${SDMX}structure+json;version=2.0.0` }
]
const STRUCTURES_3: ReadonlyArray<Known<StructureFormat>> = [
  {
    format: 'json-2',
    type: `${SDMX}structure+json;version=2.0.0`,
    others: [`${SDMX}structure+json`, 'application/json', 'text/json'],
    name: 'jsonstructure'
  },
  {
    format: 'xml-3',
    type: `${SDMX}structure+xml;version=3.0.0`,
    others: [`${SDMX}structure+xml`, 'application/xml', 'text/xml'],
    name: 'structure'
  },
  ...STRUCTURES
]
const SCHEMAS: ReadonlyArray<Known<SchemaFormat>> = [
  {
    format: 'xsd-2',
    type: `${SDMX}schema+xml;version=2.1`,
    others: [`${SDMX}schema+xml`, 'application/xml', 'text/xml'],
    name: 'schema'
  }
]
const SCHEMAS_3: ReadonlyArray<Known<SchemaFormat>> = [
  {
    format: 'xsd-3',
    type: `${SDMX}schema+xml;version=3.0.0`,
    others: [`${SDMX}schema+xml`, 'application/xml', 'text/xml'],
    name: 'schema'
  },
  ...SCHEMAS
]

/** The requested format: `format` takes precedence over the Accept header. */
export interface Wish {
  format?: string
  accept?: string
}

export interface Chosen<Format> {
  format: Format
  /** The Content-Type of the answer, which echoes what was requested. */
  type: string
  /** Further parameters of the media type, such as labels=both. */
  options: ReadonlyMap<string, string>
}

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * The format of data; by default generic XML under 2.1 and JSON under 3.0. Throws 406 if no accepted type is served.
 */
export function dataFormat(api: Api, wish: Wish): Chosen<DataFormat> {
  return choose(api === '2.1' ? DATA : DATA_3, wish)
}

/**
 * The format of structures; by default XML under 2.1 and JSON under 3.0. A type for data in XML or JSON counts as that
 * for structures.
 */
export function structureFormat(api: Api, { format, accept }: Wish): Chosen<StructureFormat> {
  const known = api === '2.1' ? STRUCTURES : STRUCTURES_3
  return choose(known, {
    format,
    accept: accept
      ?.replace(/\.(generic|structurespecific)(timeseries)?data\+xml[^,]*/g, '.structure+xml')
      .replace(/\.(data|schema)\+(xml|json)[^,]*/g, '.structure+$2')
  })
}

/** The format of a schema, which is XML whatever else a client accepts. */
export function schemaFormat(api: Api, { format, accept = '' }: Wish): Chosen<SchemaFormat> {
  return choose(api === '2.1' ? SCHEMAS : SCHEMAS_3, { format, accept: `${accept.slice(0, 500)},*/*;q=0.001` })
}

function choose<Format>(known: ReadonlyArray<Known<Format>>, { format, accept }: Wish): Chosen<Format> {
  const named = format === undefined ? undefined : known.find(({ name }) => name === format)
  if (named) return { format: named.format, type: named.type, options: NONE }
  for (const { type, version, options } of acceptedIn(accept ?? '')) {
    const asked = version === undefined ? type : `${type};version=${version}`
    const found = /^(\*|application)\/\*$/.test(asked)
      ? known[0]
      : known.find((it) => it.type === asked || it.others?.includes(asked))
    if (found) return { format: found.format, type: found.type, options }
  }
  throw new HttpError('not_acceptable', `Accept: expected ${[...new Set(known.map(({ type }) => type))].join(', ')}`)
}

interface Accepted {
  type: string
  version?: string
  options: ReadonlyMap<string, string>
  quality: number
}

const MAX_ACCEPTED = 30

/** The accepted types, preferred ones first. An empty header accepts all. */
function acceptedIn(header: string): Accepted[] {
  const given = header.trim() === '' ? ['*/*'] : header.split(',').slice(0, MAX_ACCEPTED)
  return given
    .map(acceptedOf)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
}

function acceptedOf(text: string): Accepted {
  const [type = '', ...parameters] = text.split(';').map((it) => it.trim())
  const options = new Map(
    parameters
      .map((it) => it.split('=', 2))
      .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')])
  )
  return {
    type: type.toLowerCase(),
    version: options.get('version'),
    options,
    quality: Number(options.get('q') ?? 1) || 0
  }
}
