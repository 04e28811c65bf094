import type { VNode } from 'preact'
import { HttpError } from '../../../api/contract/errors.ts'
import { thinned } from '../../pages/kit/chart/chart-scale.ts'
import { COLOURS, Picture, type ChartProps, type Series } from '../../pages/kit/chart/line-chart.tsx'

const [WIDTH, HEIGHT, PAD, LINE, AXIS] = [960, 420, 24, 20, 60]

// An image cannot use the colours of a page, so it has its own colours for dark mode.
const DARK = `
  .paper { fill: #1b1f1d } text, .tick { fill: #a7aea9 } .title { fill: #e9e8e2 } .grid { stroke: #343a37 }
  .series-0 { stroke: #72cdb7 } .series-1 { stroke: #e3a05c } .series-2 { stroke: #86a9de } .series-3 { stroke: #d68bb2 } .series-4 { stroke: #c3c266 } .series-5 { stroke: #949b96 }`

export type Theme = 'light' | 'dark' | 'auto'

interface ImageProps extends ChartProps {
  title: string
  /** The attribution below the picture. */
  credit: string
  theme: Theme
}

/** A chart as a separate picture, to embed. Throws 404 if no series has a figure. */
export function chartImage({ series, title, credit, theme, from, to, unit }: ImageProps): VNode {
  if (series.every(({ points }) => points.length === 0)) {
    throw new HttpError('not_found', 'no source has this pair in this window')
  }
  const top = PAD + 26 + series.length * LINE
  const height = HEIGHT - top - PAD - 40
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={title}
      font-family="system-ui, sans-serif"
      font-size="14"
    >
      {theme !== 'light' && <style>{theme === 'dark' ? DARK : `@media (prefers-color-scheme: dark) {${DARK}}`}</style>}
      <rect class="paper" width="100%" height="100%" fill="#ffffff" />
      <text class="title" x={PAD} y={PAD + 8} font-size="17" font-weight="600" fill="#1d211f">
        {title}
      </text>
      {series.map((one, index) => (
        <Legend series={one} unit={unit} index={index} />
      ))}
      <svg x={PAD + AXIS} y={top} width={WIDTH - 2 * PAD - AXIS} height={height + 30} overflow="visible">
        <Picture
          series={series.map((one) => ({ ...one, points: thinned(one.points) }))}
          from={from}
          to={to}
          height={height}
        />
      </svg>
      <text x={PAD} y={HEIGHT - PAD / 2} font-size="12" fill="#545c57">
        {credit}
      </text>
    </svg>
  )
}

function Legend({
  series: { name, points, derivation },
  unit,
  index
}: {
  series: Series
  unit?: string
  index: number
}) {
  const last = points.at(-1)
  const y = PAD + 28 + index * LINE
  return (
    <>
      <line
        class={`series-${index}`}
        x1={PAD}
        x2={PAD + 14}
        y1={y - 4}
        y2={y - 4}
        stroke={COLOURS[index]}
        stroke-width="2.5"
      />
      <text x={PAD + 22} y={y} fill="#545c57">
        {last
          ? `${name}: ${last.value} ${unit ?? ''} on ${last.date}${derivation ? `, ${derivation}` : ''}`
          : `${name}: no figures`}
      </text>
    </>
  )
}
