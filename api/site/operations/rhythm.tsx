import { listRhythms, type RhythmState } from '../../operations/operations-query.ts'
import { Badge, DateText, ScrollingTable } from '../kit/components.tsx'
import { Layout } from '../kit/layout.tsx'
import { privatePage, show } from '../kit/private.ts'
import { inThousands } from '../accounts/usage.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function Line ({ source: { code, name, cadence, latest_date: latest, overdue, missed, weekdays, usual, longest, lag, had, expected, gap_from: from, gap_to: to } }: { source: RhythmState }) {
  return (
    <tr>
      <th scope="row" class="title"><a href={`/banks/${code}`}>{name}</a></th>
      <td><DateText day={latest} /> {overdue && <Badge kind="bad">{missed === null ? 'overdue' : `${inThousands(missed)} missed`}</Badge>}</td>
      <td class="number">{expected === null ? '–' : `${inThousands(had)} of ${inThousands(expected)}`}</td>
      <td>{from !== null && <><DateText day={from} /> to <DateText day={to} /></>}</td>
      <td>{cadence}{weekdays && weekdays.length < 7 && <span class="unit"> {weekdays.map((day) => WEEKDAYS[day - 1]).join(' ')}</span>}</td>
      <td class="number">{usual}</td>
      <td class="number">{longest}</td>
      <td class="number">{lag}</td>
    </tr>
  )
}

export const rhythmRoute = privatePage({
  path: '/status/rhythm',
  access: 'operator',
  summary: 'The rhythm of each source as its tables teach it: those expected lately, those that it had, and what is missing',
  failures: [401, 403],
  run: async (_, { database, today }) => {
    const sources = await listRhythms(database, today)
    const columns = ['Source', 'Newest table', 'Had of expected', 'Widest gap', 'Cadence', 'Usual days between', 'At holidays', 'Days to arrive']
    return show(
      <Layout title="Rhythm" current="/status" styles={['account.css']} description="Tables expected of each source, and those that it had.">
        <h1>Rhythm</h1>
        <p class="lead">
          The usual days of each source, learnt from its tables, and the tables that arrived in the last ninety days, or in two years if a table covers a month or longer.
          Only gaps wider than those at holidays are shown. Days are counted on the weekdays on which the source publishes.
        </p>
        <ScrollingTable label="Rhythm of each source">
          <caption class="hidden">Sources with their rhythm, those that are overdue first</caption>
          <thead><tr>{columns.map((name) => <th scope="col">{name}</th>)}</tr></thead>
          <tbody>{sources.map((source) => <Line source={source} />)}</tbody>
        </ScrollingTable>
      </Layout>
    )
  }
})
