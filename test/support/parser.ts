import { outlineOf } from '../../pipelines/read/outline.ts'
import { readCounted } from '../../adapters/kit/skip.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import type { Parser } from '../../pipelines/read/parser.ts'
import { findPlace } from '../../pipelines/read/place.ts'
import { stagingOf } from '../../pipelines/load/staging.ts'

/** Parses documents in the thread of the test, including documents of adapters that only the test has. */
export const parser: Parser = {
  parse: async (source, publication) => source.parse(publication),
  stage: async (source, publication, today, use) => {
    const { rows, skippedItems } = await readCounted(() => source.parse(publication))
    return use(stagingOf(checkRows(rows, source, today), skippedItems))
  },
  parseFeed: async (feed, publication) => feed.parse(publication),
  findPlace: (source, publication, rate) =>
    findPlace((body) => source.parse({ ...publication, body }), publication, rate),
  outline: outlineOf
}
