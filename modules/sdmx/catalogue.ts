import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import type { Database } from '../../sql/database.ts'
import { codeOfSource, EXR, EXR_ALL, flowOf, type Flow, type Item } from './model.ts'

export interface Source {
  source: string
  name: string
  source_url: string
  kind: string
  bases: string[]
  quotes: string[]
  types: string[]
  first_date: string
  last_date: string
}

/** The stored data, as far as structures show it. */
export interface Catalogue {
  sources: Source[]
  flows: Flow[]
}

const CATALOGUE =
  'select source, name, source_url, kind, bases, quotes, types, first_date, last_date from sdmx_catalogue()'

/** The sources with rates, and their flows. */
export async function readCatalogue(database: Database): Promise<Catalogue> {
  const sources = await database.read<Source>(CATALOGUE)
  const isEcb = sources.some(({ source }) => source === EXR.source)
  return { sources, flows: [...(isEcb ? [EXR] : []), EXR_ALL, ...sources.map(flowOf)] }
}

/** The sources of a flow. */
export function sourcesOf({ source }: Flow, { sources }: Catalogue): Source[] {
  return source === undefined ? sources : sources.filter((it) => it.source === source)
}

/** The currencies of some sources as codes. */
export function currenciesOf(sources: Source[]): Item[] {
  return [...new Set(sources.flatMap(({ bases, quotes }) => [...bases, ...quotes]))]
    .sort()
    .map((id) => ({ id, name: nameOfCurrency(id) }))
}

/** The name of a currency, or its code. */
export function nameOfCurrency(code: string): string {
  return CURRENCIES[code] ?? code
}

/** The rate types of some sources as codes of EXR_TYPE. */
export function typesOf(sources: Source[]): Item[] {
  return [...new Set(sources.flatMap(({ types }) => types))]
    .sort()
    .map((type) => ({ id: type.toUpperCase(), name: nameOfType(type) }))
}

export function nameOfType(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** The sources as codes of SOURCE. */
export function sourceItems(sources: Source[]): Item[] {
  return sources.map(({ source, name }) => ({ id: codeOfSource(source), name }))
}
