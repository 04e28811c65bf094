import { Badge, DateText } from '../components.tsx'
import { dateTicks, gapsOf, placeOf, runsOf, thinned, valueAxis, type Point, type ValueAxis } from './chart-scale.ts'

/** The label of a series with derived figures. */
export type Derivation = 'calculated' | 'partly calculated'

export interface Series {
  /** The text in the legend, such as the code of the source. */
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
  /** The page of a date, to which a point links. */
  addressOf?: (date: string) => string
}

const SCALE = 1000 // the width of the coordinate system of the lines, which is stretched to the image
const HEIGHT = 300
const FOOT = 26
const MAX_DOTS = 45
const MAX_DATES = 800
const MAX_GAPS = 3
const FEW = 6 // date labels that fit on a phone
const FITTING = ['', 'wide', 'middle', 'wide'] // the screens that have room for each of four successive labels

/** The most series that a chart can distinguish by colour. */
export const MAX_SERIES = 6

/**
 * A chart with its legend, drawn on the server. The page must also show the figures in a table, because screen readers
 * skip the picture.
 */
export function LineChart({ series, from, to, unit, addressOf }: ChartProps) {
  const axis = axisOf(series)
  return (
    <>
      <ul class="legend">
        {series.map(({ name, points, derivation }, index) => {
          const last = points.at(-1)
          return (
            <li>
              <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">
                <line class={`series-${index}`} x1="0" x2="12" y1="6" y2="6" />
              </svg>
              {name}{' '}
              {last ? (
                <>
                  <strong class="figure">{last.value}</strong> {unit}{' '}
                  <span class="quiet">
                    <DateText day={last.date} />
                  </span>
                </>
              ) : (
                <span class="quiet">no figures</span>
              )}{' '}
              <DerivationBadge of={derivation} />
            </li>
          )
        })}
      </ul>
      <div
        class="plot"
        data-from={from}
        data-to={to}
        data-names={series.map(({ name }) => name).join()}
        data-rows={rowsOf(series)}
        data-link={addressOf?.('DATE')}
        data-ends={[axis.from, axis.to].join()}
      >
        <svg class="line-chart" width="100%" height={HEIGHT + FOOT} aria-hidden="true">
          <Picture series={series} from={from} to={to} height={HEIGHT} addressOf={addressOf} />
        </svg>
      </div>
      <Gaps series={series} />
    </>
  )
}

/** The figures of each date for a script, on at most 800 dates to keep the page small. */
function rowsOf(series: Series[]): string {
  const values = series.map(({ points }) => new Map(points.map(({ date, value }) => [date, value])))
  const dates = [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
  const step = Math.ceil(dates.length / MAX_DATES)
  return dates
    .filter((_, index) => (dates.length - 1 - index) % step === 0)
    .map((date) => [date, ...values.map((of) => of.get(date) ?? '')].join())
    .join(' ')
}

/** A note on the dashed parts of the lines. */
function Gaps({ series }: { series: Series[] }) {
  const gaps = series.flatMap(({ name, points }) => gapsOf(points).map(([before, after]) => ({ name, before, after })))
  if (gaps.length === 0) return null
  const shown = gaps.slice(-MAX_GAPS).map(({ name, before, after }) => `${name} from ${before.date} to ${after.date}`)
  return (
    <p class="small quiet">
      Dashed: no figure is stored, because the source published none or its tables are not loaded. {shown.join('; ')}
      {gaps.length > MAX_GAPS && `, and ${gaps.length - MAX_GAPS} earlier gaps`}.
    </p>
  )
}

/** The mark of a series with derived figures. */
export function DerivationBadge({ of: derivation }: { of?: Derivation }) {
  return derivation === undefined ? null : <Badge kind="derived">{derivation}</Badge>
}

function axisOf(series: Series[]): ValueAxis {
  return valueAxis(series.flatMap(({ points }) => points.map(({ value }) => Number(value))))
}

/** The grid and the lines, as wide as the picture around them; the labels of the values are on their left. */
export function Picture({ series, from, to, height, addressOf }: Omit<ChartProps, 'unit'> & { height: number }) {
  const axis = axisOf(series)
  const top = (value: string) => height * (1 - axis.place(Number(value)))
  return (
    <>
      {axis.ticks.map(({ at }) => (
        <line class="grid" stroke="#dcdbd2" x1="0" x2="100%" y1={height * (1 - at)} y2={height * (1 - at)} />
      ))}
      {dateTicks(from, to).map(({ at, label }, index, { length }) => (
        <text
          class={`tick ${length <= FEW ? '' : FITTING[index % 4]!}`}
          font-size="12"
          fill="#545c57"
          x={percent(at)}
          y={height + 18}
          text-anchor="middle"
        >
          {label}
        </text>
      ))}
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${SCALE} ${height}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        {series.map(({ points }, index) => (
          <Line points={points} index={index} x={(date) => placeOf(date, from, to) * SCALE} y={top} />
        ))}
      </svg>
      {series.map(({ points }, index) =>
        dotsOf(points).map((point) => (
          <Dot
            point={point}
            index={index}
            x={percent(placeOf(point.date, from, to))}
            y={top(point.value)}
            addressOf={addressOf}
          />
        ))
      )}
      {axis.ticks.map(({ at, label }) => (
        <text class="tick" font-size="12" fill="#545c57" x="-10" y={height * (1 - at) + 4} text-anchor="end">
          {label}
        </text>
      ))}
    </>
  )
}

/** The colours of the series on light paper; a page and a dark picture replace them by class. */
export const COLOURS = ['#0d5c4d', '#b5611a', '#3f66a0', '#a3507a', '#77772a', '#545c57']

function Line({
  points,
  index,
  x,
  y
}: {
  points: Point[]
  index: number
  x: (date: string) => number
  y: (value: string) => number
}) {
  const path = runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) =>
      thinned(run)
        .map(({ date, value }, at) => `${at === 0 ? 'M' : 'L'}${x(date).toFixed(1)} ${y(value).toFixed(1)}`)
        .join('')
    )
    .join('')
  const gaps = gapsOf(points)
    .map((ends) =>
      ends.map(({ date, value }, at) => `${at === 0 ? 'M' : 'L'}${x(date).toFixed(1)} ${y(value).toFixed(1)}`).join('')
    )
    .join('')
  const look = {
    class: `series-${index}`,
    fill: 'none',
    stroke: COLOURS[index],
    'vector-effect': 'non-scaling-stroke'
  } as const
  return (
    <>
      {path !== '' && <path {...look} d={path} stroke-width="1.75" stroke-linejoin="round" />}
      {gaps !== '' && <path {...look} d={gaps} stroke-dasharray="2 4" opacity="0.6" />}
    </>
  )
}

/**
 * The points that are drawn as dots: all of a short series, and those of a longer one that are isolated between two
 * gaps.
 */
function dotsOf(points: Point[]): Point[] {
  return points.length <= MAX_DOTS
    ? points
    : runsOf(points)
        .filter((run) => run.length === 1)
        .flat()
}

function Dot({
  point: { date, value },
  index,
  x,
  y,
  addressOf
}: {
  point: Point
  index: number
  x: string
  y: number
  addressOf?: ChartProps['addressOf']
}) {
  const circle = (
    <circle class={`series-${index}`} cx={x} cy={y} r="3" fill={COLOURS[index]}>
      <title>{`${date}: ${value}`}</title>
    </circle>
  )
  return addressOf ? (
    <a href={addressOf(date)} tabIndex={-1}>
      {circle}
    </a>
  ) : (
    circle
  )
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`
}
