import { render } from 'preact-render-to-string'
import { Badge, DateText, InstantText } from '../../../pages/kit/components.tsx'
import { DataTable } from '../../../pages/kit/tables.tsx'
import type { Status, SourceStatus } from '../status.ts'
import { pageOf } from './frame.tsx'
import { sourcePath } from './source-pages.tsx'

const CHARACTER = 6.6 // the usual width at this size; textLength makes up for other fonts

/** The state of each source, failing ones first, then those that are late. */
export function statusPage({ updated_at: updated, sources }: Status): string {
  return pageOf({
    title: 'Status',
    description: 'Which sources answered, and how old their newest tables are.',
    path: 'status.html',
    children: (
      <>
        <h1>Status</h1>
        <p class="lead">
          Which sources answered, and how old their newest tables are.{' '}
          {updated !== null && (
            <>
              The last successful run ended at <InstantText instant={updated} hasZone />.
            </>
          )}
        </p>
        <DataTable
          label="State of each source"
          isDense
          isCarded
          rows={sources.toSorted((one, other) => rankOf(one) - rankOf(other))}
          columns={[
            { head: 'Source', cell: ({ code, name }) => <a href={sourcePath(code)}>{name}</a> },
            { head: 'State', cell: (it) => <Badge kind={isGood(it) ? 'good' : 'warning'}>{it.state}</Badge> },
            { head: 'Newest table', cell: ({ latest_date: date }) => <DateText day={date} /> },
            {
              head: 'Next table (UTC)',
              cell: ({ next_at: time }) => (time === null ? '–' : <InstantText instant={time} />)
            },
            { head: 'Tables missed', class: 'number', cell: ({ missed }) => missed ?? '–' },
            {
              head: 'Last success (UTC)',
              cell: ({ last_success: time }) => (time === null ? '–' : <InstantText instant={time} />)
            },
            { head: 'Why it failed', class: 'wider', cell: ({ error }) => error ?? '' }
          ]}
        />
        <p class="small">
          For programs: <a href="status.json">status.json</a>. The next tables as a calendar:{' '}
          <a href="calendar.ics">calendar.ics</a>
        </p>
      </>
    )
  })
}

const isGood = ({ state }: SourceStatus) => state === 'ok'
const rankOf = (source: SourceStatus) => (source.error !== null ? 0 : isGood(source) ? 2 : 1)

/** A picture of the number of sources that are in order. */
export function statusBadge({ sources }: Status): string {
  const good = sources.filter(isGood).length
  const [label, text] = ['official rates', `${good} of ${sources.length} sources`]
  const [left, right] = [label.length * CHARACTER + 14, text.length * CHARACTER + 14]
  return render(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={left + right}
      height="20"
      role="img"
      aria-label={`${label}: ${text}`}
    >
      <rect width={left + right} height="20" rx="4" fill="#1d211f" />
      <rect x={left} width={right} height="20" rx="4" fill={good === sources.length ? '#17603a' : '#7a4a00'} />
      <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
        <text x="7" y="14" textLength={left - 14}>
          {label}
        </text>
        <text x={left + 7} y="14" textLength={right - 14}>
          {text}
        </text>
      </g>
    </svg>
  )
}
