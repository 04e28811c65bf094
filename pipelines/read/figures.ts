const FIGURE = /\d[\d.,'’ \u00a0]*/g

/** The figures in a text, in any notation. */
export function figuresIn(text: string): string[] {
  return text.match(FIGURE) ?? []
}

/** The digits of a figure without zeros at its ends. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+|(?<!0)0+$/g, '')
}
