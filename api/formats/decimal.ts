/** A number that is written with all its digits. */
export class Decimal {
  readonly text: string

  constructor (text: string) {
    this.text = text
  }

  toString (): string {
    return this.text
  }
}
