const LINE = 30
const FOOT = 26

export interface Dot {
  name: string
  /** The tooltip. */
  title: string
  /** A rate as written. It becomes a double only for its position. */
  value: string
  isDerived: boolean
}

/** Rates on one axis, one line each, lowest first, with a line at the median. Derived rates are hollow. */
export function DotPlot ({ dots, median, label }: { dots: Dot[], median?: string, label: string }) {
  const sorted = dots.toSorted((one, other) => Number(one.value) - Number(other.value))
  const lowest = sorted[0]!
  const highest = sorted.at(-1)!
  const place = placing(Number(lowest.value), Number(highest.value))
  const head = median === undefined ? 4 : 26
  const bottom = head + sorted.length * LINE
  return (
    <svg class="dots" width="100%" height={bottom + FOOT} role="img" aria-label={label}>
      {sorted.map(({ name }, index) => <text class="label" x="0" y={head + index * LINE + 19}>{name}</text>)}
      <svg x="24%" width="72%" overflow="visible">
        {sorted.map(({ title, value, isDerived }, index) => {
          const y = head + index * LINE + LINE / 2
          return (
            <g>
              <title>{title}</title>
              <line class="rule" x1="0" x2="100%" y1={y} y2={y} />
              <circle class={isDerived ? 'derived' : undefined} cx={place(value)} cy={y} r="6" />
            </g>
          )
        })}
        {median !== undefined && (
          <g class="median">
            <line x1={place(median)} x2={place(median)} y1={head - 4} y2={bottom} />
            <text x={place(median)} y="14" text-anchor="middle">median</text>
          </g>
        )}
        <text class="end" x="0" y={bottom + 18}>{shortened(lowest.value)}</text>
        {lowest.value !== highest.value && <text class="end" x="100%" y={bottom + 18} text-anchor="end">{shortened(highest.value)}</text>}
      </svg>
    </svg>
  )
}

function placing (lowest: number, highest: number): (value: string) => string {
  const width = highest - lowest
  return (value) => width === 0 ? '50%' : `${((Number(value) - lowest) / width * 100).toFixed(2)}%`
}

/** A rate with enough digits for the end of an axis. */
export function shortened (value: string): string {
  return value.length <= 12 ? value : String(Number(Number(value).toPrecision(8)))
}
