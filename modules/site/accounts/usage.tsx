import type { UsageEntry } from '../../../api/accounts/usage-query.ts'
import { datesOf } from '../../../api/contract/dates.ts'
import { DateText } from '../../pages/kit/components.tsx'
import { formatCount } from '../../pages/kit/labels.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

const MAX_COLOURS = 6
const OTHERS = 'other endpoints'

/** The used part of an allowance as a bar and as text. `resetsAt` is null if the allowance never resets. */
export function Allowance({ used, limit, resetsAt }: { used: number; limit: number; resetsAt: string | null }) {
  return (
    <div class="allowance">
      <p id="allowance">
        <strong>{formatCount(used)}</strong> of {formatCount(limit)} units used
        {resetsAt === null ? ' in total' : ' this month'}
      </p>
      <progress aria-labelledby="allowance" max={limit} value={Math.min(used, limit)} />
      <p class="small quiet">
        {resetsAt === null ? (
          'The units of this plan do not reset. Those of the developer, business and enterprise plans reset each month.'
        ) : (
          <>
            Resets on <DateText day={resetsAt.slice(0, 10)} /> at 00:00 UTC.
          </>
        )}
      </p>
    </div>
  )
}

/** The usage of the current month, as bars by day and endpoint and as a table. */
export function Usage({ rows, today }: { rows: UsageEntry[]; today: string }) {
  if (rows.length === 0) return <p>No units used this month.</p>
  return (
    <>
      <Bars rows={rows} today={today} />
      <details>
        <summary>Show as a table</summary>
        <DataTable
          label="Usage this month"
          caption="By day (UTC) and endpoint"
          rows={rows}
          columns={[
            { head: 'Day', cell: ({ day }) => <DateText day={day} /> },
            { head: 'Endpoint', class: 'path', cell: ({ endpoint }) => endpoint },
            { head: 'Requests', class: 'number', cell: ({ requests }) => formatCount(requests) },
            { head: 'Units', class: 'number', cell: ({ units }) => formatCount(units) }
          ]}
        />
      </details>
    </>
  )
}

function Bars({ rows, today }: { rows: UsageEntry[]; today: string }) {
  const parts = partsOf(rows)
  const days = datesOf(today.slice(0, 7))
  const top = roundUp(Math.max(...sums(rows, ({ day }) => day).values()))
  return (
    <figure class="chart usage">
      <figcaption>Units by day</figcaption>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          <span>{formatCount(top)}</span>
          <span>{formatCount(top / 2)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${days.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Units by day and endpoint; the table below has the figures"
        >
          {[0, 50, 100].map((y) => (
            <line x1="0" x2={days.length} y1={y} y2={y} />
          ))}
          {days.map((day, index) => (
            <Stack x={index} top={top} rows={rows.filter((row) => row.day === day)} parts={parts} />
          ))}
        </svg>
        <div class="days" aria-hidden="true">
          <span>{days.at(0)}</span>
          <span>{days.at(-1)}</span>
        </div>
      </div>
      <ul class="legend">
        {parts.map(({ name, units }, index) => (
          <li>
            <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
              <rect class={`part-${index}`} width="1" height="1" />
            </svg>
            <span class="path">{name}</span> <span class="quiet">{formatCount(units)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function Stack({ x, top, rows, parts }: { x: number; top: number; rows: UsageEntry[]; parts: Part[] }) {
  let height = 0
  return (
    <>
      {parts.map(({ name, has }, index) => {
        const units = rows.filter(({ endpoint }) => has(endpoint)).reduce((sum, row) => sum + row.units, 0)
        if (units === 0) return null
        height += units
        return (
          <rect
            class={`part-${index}`}
            x={x + 0.12}
            width={0.76}
            y={100 * (1 - height / top)}
            height={(100 * units) / top}
          >
            <title>{`${rows[0]!.day}, ${name}: ${units}`}</title>
          </rect>
        )
      })}
    </>
  )
}

interface Part {
  name: string
  units: number
  has: (endpoint: string) => boolean
}

/** The most used endpoints, each in its own colour, and all others in one colour. */
function partsOf(rows: UsageEntry[]): Part[] {
  const all = [...sums(rows, ({ endpoint }) => endpoint)].sort(([, one], [, other]) => other - one)
  const named = all.length > MAX_COLOURS ? all.slice(0, MAX_COLOURS - 1) : all
  const rest = all.slice(named.length)
  const parts = named.map(([name, units]) => ({ name, units, has: (endpoint: string) => endpoint === name }))
  if (rest.length === 0) return parts
  const others = new Set(rest.map(([name]) => name))
  return [
    ...parts,
    { name: OTHERS, units: rest.reduce((sum, [, units]) => sum + units, 0), has: (endpoint) => others.has(endpoint) }
  ]
}

function sums(rows: UsageEntry[], by: (row: UsageEntry) => string): Map<string, number> {
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(by(row), (totals.get(by(row)) ?? 0) + row.units)
  return totals
}

/** Rounds up to 2, 4, 10, 20, 40, 100 and so on, so that the axis can be halved into whole numbers. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [2, 4, 10, 20].map((it) => it * power).find((it) => it >= value)!
}
