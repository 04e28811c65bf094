import type { DecidedRow, FailedRun, WaitingRow, WaitingRows } from './operations-query.ts'
import { DateText, Figure, InstantText } from '../../pages/kit/components.tsx'
import { formatCount, labelOf } from '../../pages/kit/labels.ts'
import { DataTable, ScrollingTable } from '../../pages/kit/tables.tsx'

/**
 * Rows in quarantine as printed, grouped by document and reason, each with the buttons to decide it. `source` is the
 * only source shown, if given.
 */
export function Quarantine({
  rows,
  sources,
  source,
  page,
  pageSize
}: WaitingRows & { source?: string; page: number; pageSize: number }) {
  const total = sources.reduce((sum, { waiting }) => sum + waiting, 0)
  if (total === 0) return <p>No rows wait for a decision.</p>
  const shown = source === undefined ? total : (sources.find((it) => it.source === source)?.waiting ?? 0)
  return (
    <>
      <p>
        These rows failed the checks. A row waits until you release or reject it; review it beside other rates first.
      </p>
      <p>
        Source: <Filter text={`all (${formatCount(total)})`} isChosen={source === undefined} />
        {sources.map((it) => (
          <>
            {' '}
            ·{' '}
            <Filter
              text={`${it.source} (${formatCount(it.waiting)})`}
              source={it.source}
              isChosen={it.source === source}
            />
          </>
        ))}
      </p>
      <ScrollingTable
        label="Rows in quarantine"
        description="Rows that wait for a decision, by document and reason, oldest first"
        isCarded
      >
        <thead>
          <tr>
            {['Row', 'Date', 'Pair', 'As printed', 'Since', 'Decision'].map((name) => (
              <th scope="col" class={name === 'As printed' ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(rows).map((group) => (
          <Group rows={group} />
        ))}
      </ScrollingTable>
      {shown > pageSize && <Pages source={source} page={page} pages={Math.ceil(shown / pageSize)} />}
    </>
  )
}

function Pages({ source, page, pages }: { source?: string; page: number; pages: number }) {
  const address = (to: number) =>
    `/status?${new URLSearchParams({ ...(source && { source }), page: String(to) })}#quarantine`
  return (
    <nav aria-label="Pages of the quarantine">
      <p>
        {page > 1 && <a href={address(page - 1)}>Older rows</a>} Page {page} of {pages}{' '}
        {page < pages && <a href={address(page + 1)}>Newer rows</a>}
      </p>
    </nav>
  )
}

function Filter({ text, source, isChosen }: { text: string; source?: string; isChosen: boolean }) {
  return (
    <a
      href={`/status${source === undefined ? '' : `?source=${source}`}#quarantine`}
      aria-current={isChosen ? 'true' : undefined}
    >
      {text}
    </a>
  )
}

/** The rows of each document that wait for the same reason. */
function groupsOf(rows: WaitingRow[]): WaitingRow[][] {
  const groups = new Map<string, WaitingRow[]>()
  for (const row of rows) {
    const key = `${row.publication_id} ${row.reason}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

function Group({ rows }: { rows: WaitingRow[] }) {
  const [{ source, reason, publication_id: publication }] = rows as [WaitingRow]
  return (
    <tbody>
      <tr class="chosen">
        <th scope="rowgroup" colSpan={5} class="reason">
          {source}: {reason}
        </th>
        <td class="act">
          <a href={`/api/v1/publications/${publication}/document`}>{`Publication ${publication}`}</a>
        </td>
      </tr>
      {rows.map((row) => (
        <WaitingTableRow row={row} />
      ))}
    </tbody>
  )
}

function WaitingTableRow({
  row: { id, source, date, base, quote, type, value, unit, detected_at }
}: {
  row: WaitingRow
}) {
  const name = `${source}, ${base} to ${quote} of ${date}`
  return (
    <tr>
      <th scope="row">
        {source} <span class="quiet">{id}</span>
      </th>
      <td class="pair">{date}</td>
      <td class="pair">
        {base} → {quote} <span class="unit">{labelOf(type)}</span>
      </td>
      <td class="number">
        <Figure value={value} />
        <span class="unit">{unit === 'gram' ? 'per gram' : `for ${unit}`}</span>
      </td>
      <td data-name="since">
        <InstantText instant={detected_at} />
      </td>
      <td class="act">
        <form method="post" action={`/status/quarantine/${id}/reject`}>
          <button class="plain small">
            Reject<span class="hidden">{` ${name}`}</span>
          </button>
        </form>
        <a class="button small" href={`/status/quarantine/${id}`}>
          Review<span class="hidden">{` ${name}`}</span>
        </a>
      </td>
    </tr>
  )
}

/** The newest decisions about rows in quarantine, each with a link to undo it. */
export function Decided({ rows }: { rows: DecidedRow[] }) {
  if (rows.length === 0) return null
  return (
    <details>
      <summary>{`Newest decisions (${rows.length})`}</summary>
      <DataTable
        label="Newest decisions"
        description="Rows that were released, rejected, corrected or never printed again, newest decision first"
        rows={rows}
        columns={[
          {
            head: 'Row',
            cell: ({ id, source }) => (
              <a href={`/status/quarantine/${id}`}>
                {source} {id}
              </a>
            )
          },
          { head: 'Date', class: 'pair', cell: ({ date }) => date },
          { head: 'Pair', class: 'pair', cell: ({ base, quote }) => `${base} → ${quote}` },
          { head: 'As printed', class: 'number', cell: ({ value }) => value },
          {
            head: 'Decision',
            cell: ({ status, decided_by: by, decided_at: at }) => (
              <>
                {status} by {by}
                <span class="unit">
                  <InstantText instant={at} />
                </span>
              </>
            )
          },
          { head: 'Reason', class: 'reason', cell: ({ why }) => why }
        ]}
      />
    </details>
  )
}

/** Runs that failed, each with its reason. */
export function FailedRuns({ runs }: { runs: FailedRun[] }) {
  if (runs.length === 0) return <p>No run has failed.</p>
  return (
    <DataTable
      label="Failed runs"
      description="Failed runs, newest first"
      rows={runs}
      columns={[
        { head: 'Source', cell: ({ source }) => source },
        { head: 'Started', cell: ({ started_at: started }) => <InstantText instant={started} /> },
        { head: 'Kind', cell: ({ kind }) => kind },
        {
          head: 'Window',
          cell: ({ window_from: from, window_to: to }) =>
            from !== null && (
              <>
                <DateText day={from} /> to <DateText day={to} />
              </>
            )
        },
        { head: 'Reason', class: 'reason', cell: ({ error }) => error }
      ]}
    />
  )
}
