import type { Publication, Row } from '../../adapters/source.ts'
import { openDocument, type Editable } from './editable.ts'
import { codesIn, datesIn, unitsIn, valuesIn, type DateToken, type Token } from './tokens.ts'

/** A true publication, opened for editing, with its rows. */
export interface Specimen {
  publication: Publication
  rows: Row[]
  document: Editable
  values: Token[]
  units: Token[]
  codes: Token[]
  dates: DateToken[]
  /** Documents of the same source that answered other requests. */
  others: Publication[]
}

/** Opens a publication whose rows are known, so that it can be damaged again and again. */
export async function specimenOf (publication: Publication, rows: Row[], others: Publication[]): Promise<Specimen> {
  const document = await openDocument(publication)
  const dates = datesIn(document.text, rows)
  const isFree = (token: Token) => dates.every((date) => token.end <= date.start || token.start >= date.end)
  const values = valuesIn(document.text, rows).filter(isFree)
  return { publication, rows, document, values, units: unitsIn(document.text, rows), codes: codesIn(document.text, rows), dates, others }
}
