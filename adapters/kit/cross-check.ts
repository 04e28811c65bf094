// Figures that a document prints a second time: the same figure for one unit, the inverse, or the ratio of two others.

const HOURS = 0.01 // of a rate, which moves between two observations
const NOISE = 1e-9 // of a number that was converted to binary and back

/**
 * Describes the contradiction between a figure and its copy for one unit; undefined if they agree or the document has
 * no copy.
 */
export function againstCopy(value: string, copy: string | undefined, unit = 1): string | undefined {
  if (copy === undefined || Math.abs(Number(value) / unit / Number(copy) - 1) < NOISE) return undefined
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

/**
 * Describes the contradiction between a figure and the ratio of two others, times a factor; undefined if they agree
 * within the digits of these, or within a share, because publishers observe the figures at different hours. It
 * shows a wrong unit or direction.
 */
export function againstRatio(
  value: string,
  upper: string,
  lower: string,
  factor = 1,
  share = HOURS
): string | undefined {
  const [one, other] = [Number(upper), Number(lower)]
  const digits = stepOf(upper) / one + stepOf(lower) / other
  const distance = Math.abs(Math.log((Number(value) * other) / (factor * one)))
  if (!Number.isFinite(distance) || distance <= Math.max(digits, share)) return undefined // no number contradicts nothing
  return `the document's other rates give ${((factor * one) / other).toPrecision(6)}`
}

/** The value of a decimal's last digit. */
function stepOf(decimal: string): number {
  return 10 ** -(decimal.split('.')[1] ?? '').length
}
