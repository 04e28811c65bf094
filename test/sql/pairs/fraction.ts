const DECIMAL = /^(\d+)(?:\.(\d+))?$/

/** An exact positive ratio of two integers. */
export class Fraction {
  readonly numerator: bigint
  readonly denominator: bigint

  constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator
    this.denominator = denominator
  }

  /** Parses a decimal of PostgreSQL. */
  static of(text: string): Fraction {
    const [, whole, decimals = ''] = DECIMAL.exec(text)!
    return new Fraction(BigInt(whole! + decimals), 10n ** BigInt(decimals.length))
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator)
  }

  inverse(): Fraction {
    return new Fraction(this.denominator, this.numerator)
  }

  /** Whether a decimal equals this ratio, exactly or up to a relative error of 10^-`digits`. */
  is(text: string, digits?: number): boolean {
    const other = Fraction.of(text)
    const [own, its] = [this.numerator * other.denominator, other.numerator * this.denominator]
    if (digits === undefined) return own === its
    return (own > its ? own - its : its - own) * 10n ** BigInt(digits) <= own
  }

  /** The nearest decimal with the given number of places, halves rounded up. */
  rounded(places: number): Fraction {
    const scale = 10n ** BigInt(places)
    return new Fraction((2n * this.numerator * scale + this.denominator) / (2n * this.denominator), scale)
  }
}
