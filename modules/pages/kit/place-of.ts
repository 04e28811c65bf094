import type { Place, ReadableDocument, ReadRate } from '../../../adapters/kit/reading.ts'
import type { Context } from '../../../api/server/route.ts'
import { findDocument } from '../../../api/documents/publications-query.ts'

/** The place of a rate in its document. Undefined if the current adapter does not read that rate in it. */
export async function placeOf(
  { source, entry }: Omit<ReadableDocument, 'bytes'>,
  rate: ReadRate,
  { database, operations, logger }: Context
): Promise<Place | undefined> {
  const found = await findDocument(database, String(entry.publication))
  return (
    found &&
    operations.findPlace({ source, entry, bytes: found.bytes }, rate).catch((error: unknown) => {
      logger.warn(
        { err: error, source, publication: entry.publication },
        'the current adapter cannot read a loaded document'
      )
      return undefined
    })
  )
}
