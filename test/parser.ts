import { outlineOf } from '../pipelines/outline.ts'
import type { Parser } from '../pipelines/parser.ts'
import { findPlace } from '../pipelines/place.ts'

/** Reads documents in the thread of the test, by whatever adapter the test made up. */
export const parser: Parser = {
  parse: async (source, publication) => source.parse(publication),
  parseFeed: async (feed, publication) => feed.parse(publication),
  findPlace: (source, publication, rate) => findPlace((body) => source.parse({ ...publication, body }), publication, rate),
  outline: outlineOf
}
