import type { Row } from '../source.ts'

// Figures that a document prints a second time: the same figure for one unit, the inverse, or the ratio of two others.

const DOLLAR = 'USD'
const TIMING_TOLERANCE = 0.01 // relative tolerance: rates move between two observations
const BINARY_TOLERANCE = 1e-9 // relative tolerance: a figure that was converted to binary and back

/**
 * Describes the contradiction between a figure and its copy for one unit; undefined if they agree or the document has
 * no copy.
 */
export function againstCopy(value: string, copy: string | undefined, unit = 1): string | undefined {
  if (copy === undefined || Math.abs(Number(value) / unit / Number(copy) - 1) < BINARY_TOLERANCE) return undefined
  return `the document also prints it as ${copy}`
}

/**
 * Describes the contradiction between a figure and its printed inverse; undefined if they agree within the digits of
 * both, or the document has no inverse.
 */
export function againstInverse(value: string, inverse: string | undefined, unit = 1): string | undefined {
  if (inverse === undefined) return undefined
  const [figure, half, step] = [Number(value), stepOf(value) / 2, stepOf(inverse)]
  const [lowest, highest] = [unit / (figure + half) - step, unit / (figure - half) + step]
  return Number(inverse) >= lowest && Number(inverse) <= highest
    ? undefined
    : `the document prints ${inverse} as its inverse`
}

interface InDollars {
  /** The home currency. */
  home: string
  /** The rate types of figures in dollars, each with the type of the figures in home currency beside them. */
  types: Record<string, string>
  /** The tolerance for the difference from the ratio, because publishers observe the figures at different hours. */
  share?: number
  /** The currencies that are not compared. */
  unchecked?: string[]
}

/**
 * The rows of one table, in which each rate against the dollar must be the ratio of two in home currency, within their
 * digits or a share. If most are not, or are off by the same power of ten, the dollar's own figure is contradicted. Else
 * both figures of a currency are, because either may be the misprint; but only the one against the dollar if its inverse
 * or another power of ten fits, which shows a wrong direction or unit.
 */
export function withDollarsCompared(
  rows: Row[],
  { home, types, share = TIMING_TOLERANCE, unchecked = [] }: InDollars
): Row[] {
  const contradictions = new Map<Row, string>()
  for (const [inDollars, inHome] of Object.entries(types)) {
    const own = new Map(
      rows.flatMap((row) => (row.type === inHome && isOf(row, home) ? [[otherOf(row, home), row] as const] : []))
    )
    const dollar = own.get(DOLLAR)
    if (dollar === undefined) continue
    const compared = rows.flatMap((cross) => {
      if (cross.type !== inDollars || !isOf(cross, DOLLAR) || isOf(cross, home)) return []
      const code = otherOf(cross, DOLLAR)
      const other = own.get(code)
      if (other === undefined || unchecked.includes(code)) return []
      const ratio = priceIn(other, home) / priceIn(dollar, home)
      const price = priceIn(cross, DOLLAR)
      const near = Math.max(share, digitsOf(other) + digitsOf(dollar))
      // a figure that is zero or no number contradicts nothing
      const fits = (it: number) => !Number.isFinite(it) || Math.abs(it) <= near
      const distance = Math.log(price / ratio)
      const power = Math.round(distance / Math.LN10)
      const isShifted = fits(distance - power * Math.LN10)
      const isTurned = isShifted || fits(Math.log(price * ratio))
      return [{ cross, other, ratio, price, isApart: !fits(distance), isTurned, shift: isShifted ? power : 0 }]
    })
    const apart = compared.filter(({ isApart }) => isApart)
    const misprints = apart.filter(({ isTurned }) => !isTurned)
    const areMost = ({ length }: unknown[]) => length > 1 && 2 * length > compared.length
    const isDollarShifted = apart.some(({ shift }) => shift !== 0 && areMost(apart.filter((it) => it.shift === shift)))
    if (isDollarShifted || areMost(misprints)) {
      contradictions.set(dollar, "most of the document's rates against the dollar contradict it")
      continue
    }
    for (const { cross, ratio } of apart) contradictions.set(cross, giving(cross, ratio, DOLLAR, 'other rates'))
    for (const { other, price } of misprints) {
      contradictions.set(other, giving(other, price * priceIn(dollar, home), home, 'rates against the dollar'))
    }
  }
  return rows.map((row) => (contradictions.has(row) ? { ...row, contradicted: contradictions.get(row) } : row))
}

const isOf = ({ base, quote }: Row, code: string) => base === code || quote === code
const otherOf = ({ base, quote }: Row, code: string) => (base === code ? quote : base)
const digitsOf = ({ value }: Row) => stepOf(value) / Number(value)

/** The price, in a currency of a row, of one unit of the other. */
function priceIn({ quote, value, unit = 1 }: Row, code: string): number {
  const price = Number(value) / Number(unit)
  return quote === code ? price : 1 / price
}

function giving({ quote, unit = 1 }: Row, price: number, code: string, rates: string): string {
  return `the document's ${rates} give ${((quote === code ? price : 1 / price) * Number(unit)).toPrecision(6)}`
}

/** The value of a decimal's last digit. */
function stepOf(decimal: string): number {
  return 10 ** -(decimal.split('.')[1] ?? '').length
}
