import type { Parser } from '../pipelines/parser.ts'

/** Reads documents in the thread of the test, by whatever adapter the test made up. */
export const parser: Parser = {
  parse: async (source, publication) => source.parse(publication),
  parseFeed: async (feed, publication) => feed.parse(publication)
}
