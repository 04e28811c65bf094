import { signed } from '../../pages/kit/figures.ts'

const WIDTH = 100
const HEIGHT = 24

/** Values over time as a small line without a scale. It needs at least three. */
export function Sparkline({ values, width = 84 }: { values: string[]; width?: number }) {
  if (values.length < 3) return null
  const numbers = values.map(Number)
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)]
  const y = (value: number) =>
    highest === lowest ? HEIGHT / 2 : 2 + (HEIGHT - 4) * (1 - (value - lowest) / (highest - lowest))
  const points = numbers
    .map((value, index) => `${((index / (numbers.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ')
  return (
    <svg
      class="sparkline"
      width={width}
      height="22"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

/** The change from the second-last value to the last, in percent. Undefined for fewer than two. */
export function changeOf(values: string[]): string | undefined {
  if (values.length < 2) return undefined
  return `${signed((Number(values.at(-1)) / Number(values.at(-2)) - 1) * 100, 2)} %`
}
