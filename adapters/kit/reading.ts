import type { Row } from '../source.ts'

/** A document as its publisher sent it, with the request that it answers. */
export interface ReadableDocument {
  source: string
  entry: {
    publication: number
    url: string
    method: 'GET' | 'POST'
    body: string | null
    media_type: string
    charset: string | null
  }
  bytes: Buffer
}

/**
 * A rate that an adapter read from a document: the price of one base in quote, with the number of units, or `gram`, for
 * which it is printed.
 */
export interface ReadRate {
  base: string
  quote: string
  type: string
  date: string
  value: string
  unit: string
}

/** A line of a document or a row of cells, of which the figure is one piece. */
export interface PlaceLine {
  label: string
  pieces: Array<{ text: string; isFigure: boolean }>
}

/** The place of a figure in a document. */
export interface Place {
  /** The number of a line, or the name of a cell. */
  where: string
  /** True for a row of cells that was extracted from a workbook, an archive or a PDF; false for lines of text. */
  isCells: boolean
  /**
   * True if changing this place changed the figure that the adapter reads; false if the place was found only by its
   * digits.
   */
  isProven: boolean
  lines: PlaceLine[]
}

/** An archived document, and the format in which it was read. */
export interface ComparedDocument {
  id: number
  url: string
  mediaType: string
  bytes: number
  format: string
}

/** A label with its old and new place; a place is undefined if the document lacks the label. */
export interface MovedLabel {
  label: string
  before?: string
  after?: string
}

/** A row of the last good document, the place of its figure, and the text at that place in the new document. */
export interface OldPlace extends Pick<Row, 'date' | 'base' | 'quote' | 'type' | 'value'> {
  place?: string
  found?: string
}

/** The differences between an unreadable document and the last good one. */
export interface LayoutChange {
  source: string
  document: ComparedDocument
  /** The error of the unreadable document; undefined if the current adapter reads it. */
  error?: string
  /** The last document that was read and loaded; undefined if no document of the source is loaded. */
  last?: ComparedDocument
  /** The removed, new and moved labels, in this order. */
  changes: MovedLabel[]
  /** The number of labels whose place is unchanged. */
  same: number
  rows: OldPlace[]
}

/** The person who decided on a quarantined row, and the reason. */
export interface Decision {
  by: string
  reason: string
}
