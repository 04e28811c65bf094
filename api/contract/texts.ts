/** The prose of the answers. */

export const DISCLAIMER = 'Values are as the source published them. Rates marked as derived were calculated from them by Ratebook. ' +
  'For information only, without warranty: check with the source before you rely on a figure.'

export const COMPOSITE_DISCLAIMER = 'Values are composites that Ratebook calculated from the rates of several sources; the publications of each date list them. ' +
  'For information only, without warranty: check with the sources before you rely on a figure.'

export const METHODOLOGY = 'Each rate comes from the bank’s newest table that has the pair: as published, else the inverse of the published rate, ' +
  'else a cross over the bank’s home currency within that table. Rates of different banks or dates are never combined. ' +
  'A bank whose newest table with the pair is more than 30 days old is stale and excluded from the statistics. ' +
  'The spread is the highest rate minus the lowest, in basis points of the median.'

export const NOTE_SEMANTICS = 'The dates on which the source has a table, not all calendar days. ' +
  'A missing date means that the source published no table for it, or that the table has not been ingested.'
