import { Badge, DateText } from '../kit/components.tsx'
import { dateTicks, placeOf, runsOf, thinned, valueAxis, type Point } from './chart-scale.ts'

/** The label of a series with derived figures. */
export type Derivation = 'calculated' | 'partly calculated'

export interface Series {
  /** Its text in the legend, such as the code of its source. */
  name: string
  /** Ascending by date. */
  points: Point[]
  derivation?: Derivation
}

export interface ChartProps {
  series: Series[]
  from: string
  to: string
  /** The unit of the values, such as USD or basis points. */
  unit?: string
  /** The id of the table of the figures, from which a script reads them. */
  table?: string
  /** The page of a date, to which a point leads. */
  addressOf?: (date: string) => string
}

const SCALE = 1000 // of the coordinates in which lines are drawn, stretched to the picture
const HEIGHT = 300
const FOOT = 26
const MAX_DOTS = 45

/** The series that a chart can tell apart by colour. */
export const MAX_SERIES = 6

/** A chart with its legend, drawn on the server. The figures also belong into a table, since screen readers skip the picture. */
export function LineChart ({ series, from, to, unit, table, addressOf }: ChartProps) {
  return (
    <>
      <ul class="legend">
        {series.map(({ name, points, derivation }, index) => {
          const last = points.at(-1)
          return (
            <li>
              <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><line class={`series-${index}`} x1="0" x2="12" y1="6" y2="6" /></svg>
              {name} {last ? <><strong class="figure">{last.value}</strong> {unit} <span class="quiet"><DateText day={last.date} /></span></> : <span class="quiet">no figures</span>} <DerivationBadge of={derivation} />
            </li>
          )
        })}
      </ul>
      <svg class="line-chart" width="100%" height={HEIGHT + FOOT} aria-hidden="true" data-from={from} data-to={to} data-table={table}>
        <Picture series={series} from={from} to={to} height={HEIGHT} addressOf={addressOf} />
        <line class="rule" y1="0" y2={HEIGHT} visibility="hidden" />
      </svg>
      <p class="reading" aria-hidden="true" />
    </>
  )
}

/** The mark of a series with derived figures. */
export function DerivationBadge ({ of: derivation }: { of?: Derivation }) {
  return derivation === undefined ? null : <Badge kind="derived">{derivation}</Badge>
}

/** The grid, the labels and the lines, as wide as the picture around them. */
export function Picture ({ series, from, to, height, addressOf }: Omit<ChartProps, 'unit' | 'table'> & { height: number }) {
  const axis = valueAxis(series.flatMap(({ points }) => points.map(({ value }) => Number(value))))
  const top = (value: string) => height * (1 - axis.place(Number(value)))
  return (
    <>
      {axis.ticks.map(({ at }) => <line class="grid" stroke="#dcdbd2" x1="0" x2="100%" y1={height * (1 - at)} y2={height * (1 - at)} />)}
      {dateTicks(from, to).map(({ at, label }) => <text class="tick" font-size="12" fill="#545c57" x={percent(at)} y={height + 18} text-anchor={at < 0.04 ? 'start' : at > 0.96 ? 'end' : 'middle'}>{label}</text>)}
      <svg width="100%" height={height} viewBox={`0 0 ${SCALE} ${height}`} preserveAspectRatio="none" overflow="visible">
        {series.map(({ points }, index) => <Line points={points} index={index} x={(date) => placeOf(date, from, to) * SCALE} y={top} />)}
      </svg>
      {series.map(({ points }, index) => dotsOf(points).map((point) => <Dot point={point} index={index} x={percent(placeOf(point.date, from, to))} y={top(point.value)} addressOf={addressOf} />))}
      {axis.ticks.map(({ at, label }) => <text class="tick value" font-size="12" fill="#545c57" x="0" y={height * (1 - at) - 4}>{label}</text>)}
    </>
  )
}

/** The colours of the series on light paper; a page and a dark picture replace them by class. */
export const COLOURS = ['#0d5c4d', '#b5611a', '#3f66a0', '#a3507a', '#77772a', '#545c57']

function Line ({ points, index, x, y }: { points: Point[], index: number, x: (date: string) => number, y: (value: string) => number }) {
  const path = runsOf(points).filter((run) => run.length > 1)
    .map((run) => thinned(run).map(({ date, value }, at) => `${at === 0 ? 'M' : 'L'}${x(date).toFixed(1)} ${y(value).toFixed(1)}`).join('')).join('')
  return path !== '' && <path class={`series-${index}`} d={path} fill="none" stroke={COLOURS[index]} stroke-width="1.75" stroke-linejoin="round" vector-effect="non-scaling-stroke" />
}

/** The points that are drawn as dots: all of a short series, and those of a longer one that stand alone between two gaps. */
function dotsOf (points: Point[]): Point[] {
  return points.length <= MAX_DOTS ? points : runsOf(points).filter((run) => run.length === 1).flat()
}

function Dot ({ point: { date, value }, index, x, y, addressOf }: { point: Point, index: number, x: string, y: number, addressOf?: ChartProps['addressOf'] }) {
  const circle = <circle class={`series-${index}`} cx={x} cy={y} r="3" fill={COLOURS[index]}><title>{`${date}: ${value}`}</title></circle>
  return addressOf ? <a href={addressOf(date)} tabIndex={-1}>{circle}</a> : circle
}

function percent (part: number): string {
  return `${(part * 100).toFixed(2)}%`
}
