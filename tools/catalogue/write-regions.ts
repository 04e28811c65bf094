// npm run regions: writes api/regions/tenders.json and api/regions/continents.json from CLDR (cldr-core), whose version
// stands in package.json.
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

interface Containment {
  supplemental: { territoryContainment: Record<string, { _contains: string[] } | undefined> }
}

interface Tenders {
  supplemental: { currencyData: { region: Record<string, Array<Record<string, object>>> } }
}

// codes of UN M49
const CONTINENTS = { '002': 'Africa', '019': 'Americas', '142': 'Asia', '150': 'Europe', '009': 'Oceania' }
const FOLDER = new URL('../../api/regions/', import.meta.url)

const read = createRequire(import.meta.url)
const { territoryContainment: containment } = (read('cldr-core/supplemental/territoryContainment.json') as Containment)
  .supplemental
const { region } = (read('cldr-core/supplemental/currencyData.json') as Tenders).supplemental.currencyData

const countriesIn = (code: string): string[] => containment[code]?._contains.flatMap(countriesIn) ?? [code]

const continents = Object.entries(CONTINENTS).flatMap(([code, name]) =>
  countriesIn(code).map((country) => [country, name] as const)
)
const tenders = Object.entries(region).map(([code, its]) => [code, its.flatMap((it) => Object.entries(it))] as const)
await write('continents.json', continents)
await write('tenders.json', tenders)

/** Writes an object with a line for each entry. */
async function write(name: string, entries: ReadonlyArray<readonly [string, unknown]>): Promise<void> {
  const lines = entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  await writeFile(new URL(name, FOLDER), `{\n${lines.join(',\n')}\n}\n`)
}
