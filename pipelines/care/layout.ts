import type { ComparedDocument, LayoutChange } from '../../adapters/kit/reading.ts'
import type { Publication, Source } from '../../adapters/source.ts'
import { lastLoaded, readPublication } from '../load/archive.ts'
import { atOldPlaces, movesOf } from './moves.ts'
import type { Outline } from '../read/outline.ts'
import type { Parser } from '../read/parser.ts'
import type { Pipeline } from '../runs/run.ts'

const MAX_BYTES = 8 * 1024 * 1024
const MAX_ROWS = 50

/** The newest archived document of a source that could not be read; undefined when all were. */
export async function newestUnread({ database }: Pipeline, source: Source): Promise<number | undefined> {
  const [newest] = await database.write<{ id: number }>('select id from unread_publications($1, 1)', [source.code])
  return newest?.id
}

/**
 * Compares an archived document that could not be read with the last good one: the moved labels, and the text at the
 * places of the last figures.
 * Throws for an unknown document and for one of more than eight megabytes.
 */
export async function compareLayout(pipeline: Pipeline, source: Source, id: number): Promise<LayoutChange> {
  const publication = await readPublication(pipeline.database, id)
  if (publication?.source !== source.code) throw new Error(`there is no document ${id} of ${source.code}`)
  const outline = await boundedOutline(pipeline.parser, id, publication)
  const error = await pipeline.parser.parse(source, publication).then(
    () => undefined,
    ({ message }: Error) => message
  )
  const change = { source: source.code, document: sideOf(id, publication, outline), error }
  const last = await lastLoaded(pipeline.database, publication, id)
  if (!last) return { ...change, changes: [], same: 0, rows: [] }
  const before = await boundedOutline(pipeline.parser, last.id, last.publication)
  const moves = movesOf(before, outline)
  const changes = moves.filter((it) => it.before !== it.after)
  // a changed adapter may no longer read the last good document
  const rows = await pipeline.parser.parse(source, last.publication).catch(() => [])
  return {
    ...change,
    last: sideOf(last.id, last.publication, before),
    changes,
    same: moves.length - changes.length,
    rows: atOldPlaces(rows.slice(0, MAX_ROWS), before, outline)
  }
}

async function boundedOutline(parser: Parser, id: number, publication: Publication): Promise<Outline> {
  if (publication.body.length > MAX_BYTES) {
    throw new Error(`document ${id} has ${publication.body.length} bytes; up to ${MAX_BYTES} are compared`)
  }
  return parser.outline(publication)
}

function sideOf(id: number, { request, mediaType, body }: Publication, { format }: Outline): ComparedDocument {
  return { id, url: request.url, mediaType, bytes: body.length, format }
}
