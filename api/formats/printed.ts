import { Decimal } from './decimal.ts'

/**
 * A figure as its publisher printed it, which differs from the value of one unit. `Value` is text, or a number with all
 * its digits.
 */
export interface PrintedFields<Value = string> {
  printed: { value: Value, unit: number | 'gram' }
  /** Given if more than the decimal point moved. */
  note?: string
}

/** The fields of a printed figure and its unit, such as `705.8364 gram`; none for a figure of one unit. */
export function printedFields (text: string | null): Partial<PrintedFields> {
  if (text === null) return {}
  const [value, unit] = text.split(' ') as [string, string]
  const printed = { value, unit: unit === 'gram' ? 'gram' as const : Number(unit) }
  if (unit === 'gram') {
    return {
      printed, note: 'The publisher prints the price of a gram; the value is that of a troy ounce of 31.1034768 g.'
    }
  }
  if (/^10*$/.test(unit)) return { printed }
  return { printed, note: `The publisher prints the price of ${unit} units; the value is that of one.` }
}

/** The same fields with a number. */
export function printedNumbers (text: string | null): Partial<PrintedFields<Decimal>> {
  const { printed, ...note } = printedFields(text)
  return printed ? { printed: { ...printed, value: new Decimal(printed.value) }, ...note } : {}
}
