import type { FieldPlace } from './headings.ts'

// Languages as in the headings. A currency may follow, as in `Summe EUR`.
const TOTAL =
  /^(?:grand |sub-?)?(?:totals?|sum|suma|summe|gesamt|gesamtsumme|gesamtbetrag|zwischensumme|razem|ogó[lł]em|łącznie|total général|sous-total|somme|subtotal|totale|subtotale|somma|soma|total geral|total general|celkem|součet|σ|∑)(?:\s+[a-z]{3})?\s*[:.]?$/iu

/** True for a row that is not a question: an empty one, or one with a total instead of a date. */
export function isTotal(places: FieldPlace[], cells: string[]): boolean {
  const placeOf = (name: FieldPlace['field']) => places.find(({ field }) => field === name)?.at
  const date = cells[placeOf('date') ?? -1]?.trim()
  if (date === undefined || (date !== '' && !TOTAL.test(date))) return false
  const amountAt = placeOf('amount')
  return (
    cells.every((cell, at) => at === amountAt || cell.trim() === '') || cells.some((cell) => TOTAL.test(cell.trim()))
  )
}
