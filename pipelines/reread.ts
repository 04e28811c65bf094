import type { Publication, Source } from '../adapters/source.ts'
import type { ReadableDocument, ReadRate } from '../proof/verify.ts'
import { perOneUnit } from './normalize.ts'
import type { Parser } from './parser.ts'
import { COMPOSITE } from './sources.ts'

/** Reads a certified document with the adapter of today, within the limits of the parser. Undefined where its source is not known. Throws what the adapter throws. */
export function rereader (parser: Parser, sources: Source[]): (document: ReadableDocument) => Promise<ReadRate[] | undefined> {
  return async (document) => {
    if (document.source === COMPOSITE.code) return readComposite(document.bytes)
    const source = sources.find(({ code }) => code === document.source)
    const rows = source && await parser.parse(source, publicationOf(document))
    return rows?.map(({ base, quote, type, date, value, unit = 1 }) => ({ base, quote, type, date, value: perOneUnit(value, unit), unit: String(unit) }))
  }
}

/** The publication of a certified document, without its headers. */
export function publicationOf ({ source, entry: { url, method, body, media_type: mediaType, charset }, bytes }: ReadableDocument): Publication {
  return { source, request: { method, url, headers: {}, ...(body !== null && { body }) }, mediaType, charset: charset ?? undefined, headers: {}, body: bytes }
}

/** The rates in a document of the composite. */
export function readComposite (bytes: Buffer): ReadRate[] {
  const { date, base, rates } = JSON.parse(bytes.toString()) as { date: string, base: string, rates: Array<{ quote: string, value: string | null }> }
  return rates.flatMap(({ quote, value }) => value === null ? [] : [{ base, quote, type: 'composite', date, value, unit: '1' }])
}
