/** Axis limits that ignore outliers: the lowest and the highest rate near the middle half. */
interface StripAxis {
  from: number
  to: number
}

const REACH = 3 // rates farther from the middle half than this multiple of its width do not stretch the axis

/** The axis for rates in ascending order. */
export function stripAxis(rates: number[]): StripAxis {
  const at = (part: number) => rates[Math.floor((rates.length - 1) * part)]!
  const reach = REACH * (at(0.75) - at(0.25))
  const near = reach > 0 ? rates.filter((rate) => rate >= at(0.25) - reach && rate <= at(0.75) + reach) : rates
  return { from: near[0]!, to: near.at(-1)! }
}

/** A rate on the axis, with the median. A rate outside is an arrow at the end. */
export function Strip({
  rate,
  median,
  axis: { from, to },
  isDerived
}: {
  rate: number
  median: number
  axis: StripAxis
  isDerived: boolean
}) {
  const place = (value: number) => (to === from ? 50 : ((value - from) / (to - from)) * 100)
  const at = place(rate)
  return (
    <svg class="strip" width="100%" height="18" aria-hidden="true">
      <line class="rule" x1="0" x2="100%" y1="9" y2="9" />
      <line class="median" x1={`${place(median)}%`} x2={`${place(median)}%`} y1="0" y2="18" />
      {at < 0 && (
        <svg x="0" overflow="visible">
          <path class="outside" d="M8 4 L2 9 L8 14 Z" />
        </svg>
      )}
      {at > 100 && (
        <svg x="100%" overflow="visible">
          <path class="outside" d="M-8 4 L-2 9 L-8 14 Z" />
        </svg>
      )}
      {at >= 0 && at <= 100 && (
        <circle class={isDerived ? 'derived' : undefined} cx={`${at.toFixed(2)}%`} cy="9" r="4.5" />
      )}
    </svg>
  )
}
