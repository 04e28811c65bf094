/** An archived document and the format as which it was read. */
export interface ComparedDocument {
  id: number
  url: string
  mediaType: string
  bytes: number
  format: string
}

/** The differences between an unreadable document and the last good one. */
export interface LayoutChange {
  source: string
  document: ComparedDocument
  /** The error that it caused; undefined if the current adapter reads it. */
  error?: string
  last?: ComparedDocument
  /** Labels with their former and present places. */
  changes: Array<{ label: string; before?: string; after?: string }>
  /** The number of labels with an unchanged place. */
  same: number
  /** Rows of the last good document, the places of their figures, and the texts now at these places. */
  rows: Array<{
    date: string
    base: string
    quote: string
    type: string
    value: string
    place?: string
    found?: string
  }>
}
