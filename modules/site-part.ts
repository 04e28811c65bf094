import type { Database } from '../sql/database.ts'

/** The data that a part of a page may read. */
export interface PageContext {
  database: Database
  now: number
  /** The date of `now` in UTC. */
  today: string
}

/** A page that a search finds. */
export interface FoundPage {
  address: string
  name: string
  /** A value of the search field that leads to it, and the text next to it. */
  suggestion: [value: string, text: string]
}

/** A section of the results of a search. */
export interface FoundPages {
  id: string
  title: string
  pages: FoundPage[]
  /** The page that lists all of them. */
  all: { address: string; text: string }
}

/** A module's additions to the pages of others. */
export interface SitePart {
  /** An advantage of the service, for the top of the home page. */
  point: { address: string; title: string; text: string }
  /** A card of the home page, as a Preact element. `newest` is the date of each source's newest table. */
  card: (newest: ReadonlyMap<string, string | null>, context: PageContext) => Promise<object>
  /** The addresses of its pages, for crawlers. */
  addresses: (context: PageContext) => Promise<string[]>
  /** The beginnings of the addresses that crawlers must omit. */
  hidden: readonly string[]
  /** Its pages that match a search. `has` is true for a text with all words of the search `q`, which may be empty. */
  search: (query: { q: string; has: (text: string) => boolean }, context: PageContext) => Promise<FoundPages[]>
}
