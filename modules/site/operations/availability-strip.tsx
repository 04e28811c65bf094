import { countOf } from '../../pages/kit/labels.ts'

interface StripProps {
  /** A letter for each day: see source_days. */
  days: string
  had: number
  without: number
  unasked: number
}

const HEIGHT = 14

/**
 * The last ninety days of a source as a strip: days with a table, days for which the publisher had none, and days that
 * this service missed.
 */
export function AvailabilityStrip({ days, had, without, unasked }: StripProps) {
  const label = `${countOf(had, 'table')}; ${countOf(without, 'day')} without one from the publisher; ${unasked} missed here`
  return (
    <svg
      class="days-strip"
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      width={days.length * 2}
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {['t', 'p', 'u'].map(
        (letter) =>
          days.includes(letter) && <path class={`day-${letter}`} d={pathOf(days, letter)} stroke-width={HEIGHT} />
      )}
    </svg>
  )
}

/** A line for each run of a letter. */
function pathOf(days: string, letter: string): string {
  return [...days.matchAll(new RegExp(`${letter}+`, 'g'))]
    .map(({ index, 0: run }) => `M${index} ${HEIGHT / 2}h${run.length}`)
    .join('')
}
