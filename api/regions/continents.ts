import continents from './continents.json' with { type: 'json' } // by: npm run regions

const OTHERS = 'Unions and treaties'

/** The continents in the order in which they are shown; the last is for codes of unions and treaties. */
export const CONTINENTS = ['Europe', 'Americas', 'Asia', 'Africa', 'Oceania', OTHERS]

const byCountry = new Map(Object.entries(continents))

/** The continent of a country (ISO 3166-1), or of the country of a state (ISO 3166-2). */
export function continentOf (place: string): string {
  return byCountry.get(place.split('-')[0]!) ?? OTHERS
}
