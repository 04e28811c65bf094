const BETWEEN = /(?<=[.,]\d{1,12}) (?=\d{1,12}[.,])/
const FIGURE = /\d[\d.,'’ \u00a0]*/g

/** The figures in a text, in any notation. */
export function figuresIn(text: string): string[] {
  return (text.match(FIGURE) ?? []).flatMap(splitFigures)
}

/** The decimals in one cell, separated by a blank. */
export function splitFigures(text: string): string[] {
  return text.split(BETWEEN)
}

/** The digits of a figure without zeros at its ends. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+|(?<!0)0+$/g, '')
}
