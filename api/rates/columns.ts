import { beside, validity } from '../contract/fields.ts'
import { columnsOf } from '../formats/columns.ts'
import type { Column } from '../formats/rows.ts'

/** The columns of a rate's validity, which only some sources print. */
export const VALIDITY = columnsOf(validity)

/** The columns of a printed figure, which only rates of more than one unit have. */
export const PRINTED = columnsOf({ printed: beside.printed, note: beside.note })

/** The columns of a file. Those of a validity and of a printed figure are included only if a rate has one. */
export function filledColumns(
  columns: Column[],
  { hasValidity, hasPrinted }: { hasValidity: boolean; hasPrinted: boolean }
): Column[] {
  const missing = [...(hasValidity ? [] : VALIDITY), ...(hasPrinted ? [] : PRINTED)].map(({ name }) => name)
  return columns.filter(({ name }) => !missing.includes(name))
}
