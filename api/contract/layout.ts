/** An archived document and what it was read as. */
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
  /** Labels and the places where they stood and stand. */
  changes: Array<{ label: string, before?: string, after?: string }>
  /** The number of labels that stand where they stood. */
  same: number
  /** Rows of the last good document, where their figures stood, and what stands there now. */
  rows: Array<{ date: string, base: string, quote: string, type: string, value: string, place?: string, found?: string }>
}
