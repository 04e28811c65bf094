import type { Publication, Row, Source } from '../../adapters/source.ts'
import type { Place, ReadRate, ReadableDocument } from '../../adapters/kit/reading.ts'
import { perOneUnit } from '../load/normalize.ts'
import type { Parser } from './parser.ts'
import { COMPOSITE } from '../load/sources.ts'

const MAX_SEARCHED = 2 * 1024 * 1024 // bytes

/**
 * Reads the rates of some dates in a certified document with the current adapter, within the limits of the parser.
 * Undefined if the source is unknown. Throws the errors of the adapter.
 */
export function rereader(
  parser: Parser,
  sources: Source[]
): (document: ReadableDocument, dates: string[]) => Promise<ReadRate[] | undefined> {
  return async (document, dates) => {
    if (document.source === COMPOSITE.code) return readComposite(document.bytes)
    const source = sources.find(({ code }) => code === document.source)
    const rows = source && (await parser.parse(source, publicationOf(document), dates))
    return rows?.map(({ base, quote, type, date, value, unit = 1 }) => ({
      base,
      quote,
      type,
      date,
      value: perOneUnit(value, unit),
      unit: String(unit)
    }))
  }
}

/**
 * Finds the place of a figure in its document, within the limits of the parser. Undefined if there is none, or if the
 * document is too large for a search.
 */
export function placeFinder(
  parser: Pick<Parser, 'findPlace'>,
  sources: Source[]
): (document: ReadableDocument, rate: ReadRate) => Promise<Place | undefined> {
  return async (document, rate) => {
    const { source: code, bytes } = document
    if (bytes.length > MAX_SEARCHED) return undefined
    const publication = publicationOf(document)
    if (code === COMPOSITE.code) {
      const { findPlace } = await import('./place.ts') // imported late: it loads every reader of documents
      return findPlace(readCompositeRows, publication, rate)
    }
    const source = sources.find((it) => it.code === code)
    return source && parser.findPlace(source, publication, rate)
  }
}

function readCompositeRows(body: Uint8Array): Row[] {
  return readComposite(Buffer.from(body)).map(({ unit: _unit, ...row }) => row)
}

function publicationOf({
  source,
  entry: { url, method, body, media_type: mediaType, charset },
  bytes
}: ReadableDocument): Publication {
  return {
    source,
    request: { method, url, headers: {}, ...(body !== null && { body }) },
    mediaType,
    charset: charset ?? undefined,
    headers: {},
    body: bytes
  }
}

function readComposite(bytes: Buffer): ReadRate[] {
  const { date, base, rates } = JSON.parse(bytes.toString()) as {
    date: string
    base: string
    rates: Array<{ quote: string; value: string | null }>
  }
  return rates.flatMap(({ quote, value }) =>
    value === null ? [] : [{ base, quote, type: 'composite', date, value, unit: '1' }]
  )
}
