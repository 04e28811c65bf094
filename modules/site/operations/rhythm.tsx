import { listRhythms, type RhythmState } from './operations-query.ts'
import { bankAddress } from '../../pages/kit/addresses.ts'
import { Badge, DateText } from '../../pages/kit/components.tsx'
import { formatCount } from '../../pages/kit/labels.ts'
import { Layout } from '../../pages/kit/layout.tsx'
import { privatePage, privateAnswer } from '../../pages/kit/private.ts'
import { DataTable, type Column } from '../../pages/kit/tables.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const COLUMNS: Array<Column<RhythmState>> = [
  { head: 'Source', class: 'title', cell: ({ code, name }) => <a href={bankAddress(code)}>{name}</a> },
  {
    head: 'Newest table',
    cell: ({ latest_date: latest, overdue, missed }) => (
      <>
        <DateText day={latest} />{' '}
        {overdue && <Badge kind="bad">{missed === null ? 'overdue' : `${formatCount(missed)} missed`}</Badge>}
      </>
    )
  },
  {
    head: 'Received of expected',
    class: 'number',
    cell: ({ had, expected }) => (expected === null ? '–' : `${formatCount(had)} of ${formatCount(expected)}`)
  },
  {
    head: 'Widest gap',
    cell: ({ gap_from: from, gap_to: to }) =>
      from !== null && (
        <>
          <DateText day={from} /> to <DateText day={to} />
        </>
      )
  },
  {
    head: 'Cadence',
    cell: ({ cadence, weekdays }) => (
      <>
        {cadence}
        {weekdays && weekdays.length < 7 && (
          <span class="unit"> {weekdays.map((day) => WEEKDAYS[day - 1]).join(' ')}</span>
        )}
      </>
    )
  },
  { head: 'Usual days between', class: 'number', cell: ({ usual }) => usual },
  { head: 'At holidays', class: 'number', cell: ({ longest }) => longest },
  { head: 'Days to arrive', class: 'number', cell: ({ lag }) => lag }
]

export const rhythmRoute = privatePage({
  path: '/status/rhythm',
  access: 'operator',
  summary: 'The usual publication days of each source, and its tables of late: expected, received and missing',
  run: async (_, { database, today }) => {
    const sources = await listRhythms(database, today)
    return privateAnswer(
      <Layout
        title="Rhythm"
        current="/status"
        styles={['account.css']}
        description="The tables expected of each source, and those received."
      >
        <h1>Rhythm</h1>
        <p class="lead">
          The usual publication days of each source, derived from its tables, and the tables received in the last ninety
          days, or in two years if a table covers a month or longer. Only gaps wider than those at holidays are shown.
          Days are counted on the weekdays on which the source publishes.
        </p>
        <DataTable
          label="Rhythm of each source"
          description="Sources with their publishing pattern, overdue sources first"
          rows={sources}
          columns={COLUMNS}
        />
      </Layout>
    )
  }
})
