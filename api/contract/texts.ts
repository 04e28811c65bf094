/** The prose of the answers. */

export const DISCLAIMER = 'Values are as the source published them; a rate marked as derived was calculated from them by Ratebook. ' +
  'For information only and without warranty: consult the source before you rely on a figure.'

export const COMPOSITE_DISCLAIMER = 'Values are a composite that Ratebook calculated of what several sources published; the publications of a date say of which. ' +
  'For information only and without warranty: consult the sources before you rely on a figure.'

export const METHODOLOGY = 'Each bank’s rate is taken from its own newest table that has the pair: as published, else the inverse of the published rate, ' +
  'else a cross over the bank’s home currency within that one table. Rates of different banks or dates are never mixed into one. ' +
  'A bank whose newest such table is older than 30 days is stale and left out of the statistics; ' +
  'the spread is the highest rate less the lowest, in basis points of the median.'

export const NOTE_SEMANTICS = 'The dates are those for which the source has a table, not calendar days. ' +
  'A date that is missing means that the source published no table for it, or that none has been ingested.'
