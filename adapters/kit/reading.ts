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
 * A rate that an adapter read out of a document: quote per one base, and for how many units, or `gram`, it is printed.
 */
export interface ReadRate {
  base: string
  quote: string
  type: string
  date: string
  value: string
  unit: string
}

/** A line of a document, or a row of cells. The figure is one of its pieces. */
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
   * True if the adapter read another figure when this place was changed; false if the place was found by its digits
   * alone.
   */
  isProven: boolean
  lines: PlaceLine[]
}
