import type { SourceState } from './operations-query.ts'
import { bankAddress } from '../../pages/kit/addresses.ts'
import { Badge, DateText, Freshness } from '../../pages/kit/components.tsx'
import { utcText } from '../../../api/contract/instants.ts'
import { DataTable, type Column } from '../../pages/kit/tables.tsx'
import { AvailabilityStrip } from './availability-strip.tsx'

/** The state of a last run that is not finished or failed. */
function LastRun({ instant, status }: { instant: string | null; status: SourceState['last_status'] }) {
  if (instant === null || status === null || status === 'ok') return null
  return (
    <span title={utcText(instant)}>
      <Badge kind={status === 'failed' ? 'bad' : 'quiet'}>{status === 'failed' ? 'last run failed' : 'running'}</Badge>
    </span>
  )
}

interface SourceStatesProps {
  sources: SourceState[]
  isOperator: boolean
  demoDay?: string
}

/** A table of the sources. An operator can start a run of each. */
export function SourceStates({ sources, isOperator, demoDay }: SourceStatesProps) {
  return (
    <DataTable<SourceState>
      label="Sources and their last runs"
      description="Sources by state, then by name: those whose last run failed first, then overdue ones"
      id="board"
      isDense
      isCarded
      rows={sources.toSorted(byState(demoDay)).map((it) => (demoDay === undefined ? it : asSample(it)))}
      columns={[
        ...columnsFor(demoDay),
        isOperator && {
          head: <span class="hidden">Run</span>,
          class: 'act',
          cell: ({ code, name }) => <RunNow code={code} name={name} />
        }
      ]}
    />
  )
}

const PUBLISHED = (
  <abbr title="when the publisher last changed the document, as its server reports; otherwise when the table is usually out">
    Published
  </abbr>
)
const FETCHED = <abbr title="when the document with the newest table was fetched">Fetched</abbr>
const NONE_PUBLISHED = <abbr title="days without a table from the publisher, holidays among them">None published</abbr>
const MISSED_HERE = <abbr title="days on which no run of this service succeeded in time">Missed here</abbr>

function columnsFor(demoDay: string | undefined): Array<Column<SourceState>> {
  return [
    {
      head: 'Source',
      class: 'title',
      cell: ({ code, name, cadence }) => (
        <>
          <a href={bankAddress(code)}>{name}</a> <span class="name">{cadence}</span>
        </>
      )
    },
    {
      head: 'State',
      cell: (it) => (
        <>
          <Freshness source={it} demoDay={demoDay} /> <LastRun instant={it.last_run} status={it.last_status} />
        </>
      )
    },
    { head: 'Newest table', name: 'newest', cell: ({ latest_date: latest }) => <DateText day={latest} /> },
    { head: PUBLISHED, name: 'published', class: 'run', cell: (it) => <PublicationTime {...it} /> },
    {
      head: FETCHED,
      name: 'fetched',
      class: 'run',
      cell: ({ fetched_at: fetched, latest_date: latest }) => fetched && <TimeOfDay instant={fetched} day={latest} />
    },
    {
      head: 'Ninety days',
      class: 'wider strip-cell',
      cell: ({ days, ...it }) => days !== null && it.had > 0 && <AvailabilityStrip {...it} days={days} />
    },
    { head: NONE_PUBLISHED, name: 'none published', class: 'number', cell: ({ had, without }) => had > 0 && without },
    {
      head: MISSED_HERE,
      name: 'missed here',
      class: 'number',
      cell: ({ had, unasked }) => (unasked > 0 ? <Badge kind="bad">{unasked}</Badge> : had > 0 && 0)
    }
  ]
}

/** The state of a source in a demo, whose samples miss no day. */
function asSample(source: SourceState): SourceState {
  return { ...source, days: source.days?.replaceAll('u', '-') ?? null, unasked: 0 }
}

/**
 * Ordered by state, with those that need attention first, and within a state by name. In a demo the fresh ones come
 * first.
 */
function byState(demoDay: string | undefined): (one: SourceState, other: SourceState) => number {
  const rank = ({ latest_date: latest, last_status: status, overdue, stale }: SourceState) => {
    if (demoDay !== undefined) return latest === null ? 2 : overdue || stale || latest > demoDay ? 1 : 0
    return status === 'failed' ? 0 : overdue ? 1 : latest === null ? 4 : stale ? 2 : 3
  }
  return (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, 'en')
}

function PublicationTime({ published_at: published, publishes, latest_date: latest }: SourceState) {
  if (published !== null) return <TimeOfDay instant={published} day={latest} />
  return <span class="quiet">{publishes === null ? 'not stated' : `usually ${publishes}`}</span>
}

function RunNow({ code, name }: { code: string; name: string }) {
  return (
    <form method="post" action={`/status/sources/${code}/run`}>
      <button class="plain small">
        Run now<span class="hidden">{` for ${name}`}</span>
      </button>
    </form>
  )
}

/** An instant next to the date of a table: only its time if it is on that day, otherwise its date. */
function TimeOfDay({ instant, day }: { instant: string; day: string | null }) {
  const [date, time] = [instant.slice(0, 10), instant.slice(11, 16)]
  return (
    <time dateTime={instant} title={utcText(instant)}>
      {date === day ? time : date}
    </time>
  )
}
