import { createRequire } from 'node:module'

interface Data {
  supplemental: { territoryContainment: Record<string, { _contains: string[] } | undefined> }
}

const CONTAINMENT = (createRequire(import.meta.url)('cldr-core/supplemental/territoryContainment.json') as Data).supplemental.territoryContainment
const NAMES: Record<string, string> = { '002': 'Africa', '019': 'Americas', '142': 'Asia', '150': 'Europe', '009': 'Oceania' } // codes of UN M49
const OTHERS = 'Unions and treaties'

/** The continents in the order in which they are shown; the last is for codes of unions and treaties. */
export const CONTINENTS = ['Europe', 'Americas', 'Asia', 'Africa', 'Oceania', OTHERS]

const byCountry = new Map(Object.entries(NAMES).flatMap(([code, name]) => countriesIn(code).map((country) => [country, name] as const)))

function countriesIn (code: string): string[] {
  return CONTAINMENT[code]?._contains.flatMap(countriesIn) ?? [code]
}

/** The continent of a country (ISO 3166-1), or of the country of a state (ISO 3166-2). */
export function continentOf (place: string): string {
  return byCountry.get(place.split('-')[0]!) ?? OTHERS
}
