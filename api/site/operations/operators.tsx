import type { DecidedRow, FailedRun, WaitingRow, WaitingRows } from '../../operations/operations-query.ts'
import { DateText, Figure, ScrollingTable } from '../kit/components.tsx'
import { labelOf } from '../kit/labels.ts'
import { InstantText } from './source-states.tsx'
import { inThousands } from '../accounts/usage.tsx'

/** Rows in quarantine as printed, grouped by document and reason, each with the buttons to decide it. `source` is the one that is shown alone. */
export function Quarantine ({ rows, sources, source, page, pageSize }: WaitingRows & { source?: string, page: number, pageSize: number }) {
  const total = sources.reduce((sum, { waiting }) => sum + waiting, 0)
  if (total === 0) return <p>No rows wait for a decision.</p>
  const shown = source === undefined ? total : sources.find((it) => it.source === source)?.waiting ?? 0
  return (
    <>
      <p>
        These rows failed the checks. A row keeps waiting until you release or reject it; review it beside other rates first.
      </p>
      <p>
        Source: <Filter text={`all (${inThousands(total)})`} isChosen={source === undefined} />
        {sources.map((it) => <> · <Filter text={`${it.source} (${inThousands(it.waiting)})`} source={it.source} isChosen={it.source === source} /></>)}
      </p>
      <ScrollingTable label="Rows in quarantine" isCarded>
        <caption class="hidden">Rows that wait for a decision, by document and reason, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Date</th>
            <th scope="col">Pair</th>
            <th scope="col" class="number">As printed</th>
            <th scope="col">Since</th>
            <th scope="col">Decision</th>
          </tr>
        </thead>
        {groupsOf(rows).map((group) => <Group rows={group} />)}
      </ScrollingTable>
      {shown > pageSize && <Pages source={source} page={page} pages={Math.ceil(shown / pageSize)} />}
    </>
  )
}

function Pages ({ source, page, pages }: { source?: string, page: number, pages: number }) {
  const address = (to: number) => `/status?${new URLSearchParams({ ...(source && { source }), page: String(to) })}#quarantine`
  return (
    <nav aria-label="Pages of the quarantine">
      <p>{page > 1 && <a href={address(page - 1)}>Older rows</a>} Page {page} of {pages} {page < pages && <a href={address(page + 1)}>Newer rows</a>}</p>
    </nav>
  )
}

function Filter ({ text, source, isChosen }: { text: string, source?: string, isChosen: boolean }) {
  return <a href={`/status${source === undefined ? '' : `?source=${source}`}#quarantine`} aria-current={isChosen ? 'true' : undefined}>{text}</a>
}

/** The rows of each document that wait for the same reason. */
function groupsOf (rows: WaitingRow[]): WaitingRow[][] {
  const groups = new Map<string, WaitingRow[]>()
  for (const row of rows) {
    const key = `${row.publication_id} ${row.reason}`
    groups.set(key, [...groups.get(key) ?? [], row])
  }
  return [...groups.values()]
}

function Group ({ rows }: { rows: WaitingRow[] }) {
  const [{ source, reason, publication_id: publication }] = rows as [WaitingRow]
  return (
    <tbody>
      <tr class="chosen">
        <th scope="rowgroup" colSpan={5} class="reason">{source}: {reason}</th>
        <td class="act"><a href={`/api/v1/publications/${publication}/document`}>{`Publication ${publication}`}</a></td>
      </tr>
      {rows.map((row) => <WaitingLine row={row} />)}
    </tbody>
  )
}

function WaitingLine ({ row: { id, source, date, base, quote, type, value, unit, detected_at } }: { row: WaitingRow }) {
  const what = `${source}, ${base} to ${quote} of ${date}`
  return (
    <tr>
      <th scope="row">{source} <span class="quiet">{id}</span></th>
      <td class="pair">{date}</td>
      <td class="pair">{base} → {quote} <span class="unit">{labelOf(type)}</span></td>
      <td class="number"><Figure value={value} /><span class="unit">{unit === 'gram' ? 'per gram' : `for ${unit}`}</span></td>
      <td data-name="since"><InstantText instant={detected_at} /></td>
      <td class="act">
        <form method="post" action={`/status/quarantine/${id}/reject`}><button class="plain small">Reject<span class="hidden">{` ${what}`}</span></button></form>
        <a class="button small" href={`/status/quarantine/${id}`}>Review<span class="hidden">{` ${what}`}</span></a>
      </td>
    </tr>
  )
}

/** The newest decisions about rows in quarantine, each with a link to undo it. */
export function Decided ({ rows }: { rows: DecidedRow[] }) {
  if (rows.length === 0) return null
  return (
    <details>
      <summary>{`Newest decisions (${rows.length})`}</summary>
      <ScrollingTable label="Newest decisions">
        <caption class="hidden">Released and rejected rows, newest decision first</caption>
        <thead><tr><th scope="col">Row</th><th scope="col">Date</th><th scope="col">Pair</th><th scope="col" class="number">As printed</th><th scope="col">Decision</th><th scope="col">Reason</th></tr></thead>
        <tbody>
          {rows.map(({ id, source, date, base, quote, value, status, decided_by: by, why, decided_at: at }) => (
            <tr>
              <th scope="row"><a href={`/status/quarantine/${id}`}>{source} {id}</a></th>
              <td class="pair">{date}</td>
              <td class="pair">{base} → {quote}</td>
              <td class="number">{value}</td>
              <td>{status} by {by}<span class="unit"><InstantText instant={at} /></span></td>
              <td class="reason">{why}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </details>
  )
}

/** Runs that failed, each with its reason. */
export function FailedRuns ({ runs }: { runs: FailedRun[] }) {
  if (runs.length === 0) return <p>No run has failed.</p>
  return (
    <ScrollingTable label="Failed runs">
      <caption class="hidden">Failed runs, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Started</th>
          <th scope="col">Kind</th>
          <th scope="col">Window</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ source, kind, started_at, window_from: from, window_to: to, error }) => (
          <tr>
            <th scope="row">{source}</th>
            <td><InstantText instant={started_at} /></td>
            <td>{kind}</td>
            <td>{from !== null && <><DateText day={from} /> to <DateText day={to} /></>}</td>
            <td class="reason">{error}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}
