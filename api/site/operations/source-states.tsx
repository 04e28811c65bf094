import type { SourceState } from '../../operations/operations-query.ts'
import { Badge, DateText, Freshness, ScrollingTable } from '../kit/components.tsx'
import { Days } from './days.tsx'

/** A last run that is under way or failed. */
function LastRun ({ instant, status }: { instant: string | null, status: SourceState['last_status'] }) {
  if (instant === null || status === null || status === 'ok') return null
  return <span title={`${instant.slice(0, 16).replace('T', ' ')} UTC`}><Badge kind={status === 'failed' ? 'bad' : 'quiet'}>{status === 'failed' ? 'last run failed' : 'running'}</Badge></span>
}

interface SourceStatesProps {
  sources: SourceState[]
  isOperator: boolean
  demoDay?: string
}

/** One line for each source. An operator can start a run from it. */
export function SourceStates ({ sources, isOperator, demoDay }: SourceStatesProps) {
  return (
    <ScrollingTable label="Sources and their last runs" id="board" isDense isCarded>
      <caption class="hidden">Sources with their state and last run, those whose last run failed first, then overdue ones</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">State</th>
          <th scope="col">Newest table</th>
          <th scope="col"><abbr title="when the publisher last changed the document, as its server says; otherwise when the table is usually out">Published</abbr></th>
          <th scope="col"><abbr title="when the document with the newest table was fetched">Fetched</abbr></th>
          <th scope="col" class="wider">Ninety days</th>
          <th scope="col" class="number"><abbr title="days without a table from the publisher, holidays among them">None published</abbr></th>
          <th scope="col" class="number"><abbr title="days on which no run of this service succeeded in time">Missed here</abbr></th>
          {isOperator && <th scope="col"><span class="hidden">Run</span></th>}
        </tr>
      </thead>
      <tbody>{sources.toSorted(demoDay === undefined ? byUrgency : byNewest).map((source) => <Line source={source} isOperator={isOperator} demoDay={demoDay} />)}</tbody>
    </ScrollingTable>
  )
}

/** Sources whose last run failed come first; the others keep their order, in which overdue ones are first. */
function byUrgency (one: SourceState, other: SourceState): number {
  return Number(other.last_status === 'failed') - Number(one.last_status === 'failed')
}

function byNewest (one: SourceState, other: SourceState): number {
  return (other.latest_date ?? '').localeCompare(one.latest_date ?? '')
}

function Line ({ source, isOperator, demoDay }: Omit<SourceStatesProps, 'sources'> & { source: SourceState }) {
  const { code, name, cadence, latest_date: latest, published_at: published, publishes, fetched_at: fetched, last_run: run, last_status: status } = source
  const isShown = source.had > 0
  const { days, unasked } = demoDay === undefined ? source : { days: source.days?.replaceAll('u', '-') ?? null, unasked: 0 } // a demo has samples, and misses nothing
  return (
    <tr>
      <th scope="row" class="title"><a href={`/banks/${code}`}>{name}</a> <span class="name">{cadence}</span></th>
      <td><Freshness source={source} demoDay={demoDay} /> <LastRun instant={run} status={status} /></td>
      <td data-name="newest"><DateText day={latest} /></td>
      <td class="run" data-name="published">{published === null ? <span class="quiet">{publishes === null ? 'not stated' : `usually ${publishes}`}</span> : <Moment instant={published} day={latest} />}</td>
      <td class="run" data-name="fetched">{fetched && <Moment instant={fetched} day={latest} />}</td>
      <td class="wider strip-cell">{days !== null && isShown && <Days {...source} days={days} unasked={unasked} />}</td>
      <td class="number" data-name="none published">{isShown && source.without}</td>
      <td class="number" data-name="missed here">{unasked > 0 ? <Badge kind="bad">{unasked}</Badge> : isShown && 0}</td>
      {isOperator && <td class="act"><RunNow code={code} name={name} /></td>}
    </tr>
  )
}

function RunNow ({ code, name }: { code: string, name: string }) {
  return (
    <form method="post" action={`/status/sources/${code}/run`}>
      <button class="plain small">Run now<span class="hidden">{` for ${name}`}</span></button>
    </form>
  )
}

/** An instant beside the date of a table: its time if it is of that day, otherwise its date. */
function Moment ({ instant, day }: { instant: string, day: string | null }) {
  const [date, time] = [instant.slice(0, 10), instant.slice(11, 16)]
  return <time dateTime={instant} title={`${date} ${time} UTC`}>{date === day ? time : date}</time>
}

/** An instant in UTC, to the minute. */
export function InstantText ({ instant }: { instant: string }) {
  return <time dateTime={instant}>{`${instant.slice(0, 10)} ${instant.slice(11, 16)}`}</time>
}
