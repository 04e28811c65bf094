import type { Pair } from '../../../api/contract/parameters.ts'
import type { RateGroup } from '../../../api/rates/comparison.ts'
import type { PrintedStats } from './rates-query.ts'
import type { RateOnDay } from '../../../api/rates/figure-query.ts'
import { bankAddress } from '../../pages/kit/addresses.ts'
import { Badge, DateText, Facts, Fold, Section } from '../../pages/kit/components.tsx'
import { rounded, signed } from '../../pages/kit/figures.ts'
import { countOf, labelOf } from '../../pages/kit/labels.ts'
import { RateLink } from '../../pages/kit/rate-link.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'
import { Strip, stripAxis } from './strip.tsx'

/** The rate of a pair at one source. */
export interface Compared extends RateOnDay {
  stale?: boolean
  /** The reason why the rate may differ from the others, if known. */
  reason?: string | null
}

/** Sources whose rates can be compared with each other. */
export interface Group {
  id: RateGroup
  title: string
  members: Compared[]
  stats: PrintedStats
}

/** The rates of one group of sources, with their statistics. */
export function GroupSection({
  group: { id, title, members, stats },
  pair: { source, target },
  hasAllDigits
}: {
  group: Group
  pair: Pair
  hasAllDigits: boolean
}) {
  const derived = members.some((it) => it.derived)
  const shown = (rate: string) => (derived && !hasAllDigits ? rounded(rate) : rate)
  return (
    <Section id={id} title={title}>
      {id === 'stale' ? (
        <p>These rates are too old to compare with the others.</p>
      ) : (
        members.length > 1 && <Statistics stats={stats} sources={members.length} shown={shown} />
      )}
      <Fold summary={`Show ${countOf(members.length, 'source')}`} isOpen={id === 'daily'}>
        <Rates
          members={members}
          stats={stats}
          pair={{ source, target }}
          caption={`${source} to ${target} at ${countOf(members.length, 'source')}, lowest first`}
          hasAllDigits={hasAllDigits}
        />
      </Fold>
    </Section>
  )
}

function Statistics({
  stats: { min, median, max, spread },
  sources,
  shown
}: {
  stats: PrintedStats
  sources: number
  shown: (rate: string) => string
}) {
  return (
    <Facts
      class="facts statistics"
      facts={[
        ['Lowest', shown(min)],
        ['Median', shown(median)],
        ['Highest', shown(max)],
        ['Spread, basis points', spread],
        ['Sources', sources]
      ]}
    />
  )
}

interface RatesProps {
  members: Compared[]
  stats: PrintedStats
  pair: Pair
  caption: string
  hasAllDigits: boolean
}

function Rates({ members, stats: { median }, pair: { source, target }, caption, hasAllDigits }: RatesProps) {
  const axis = stripAxis(members.map(({ rate }) => Number(rate)))
  return (
    <DataTable
      label={caption}
      caption={`${caption}. Filled dot: published by the source. Hollow dot: calculated from its published rates. Dashed: the median.`}
      isDense
      isCarded
      rows={members}
      columns={[
        {
          head: 'Source',
          cell: ({ code, name, reason }) => (
            <>
              <a href={bankAddress(code)}>{name}</a> <span class="name">{code}</span>
              {reason && <p class="small">{reason}</p>}
            </>
          )
        },
        {
          head: target,
          class: 'number',
          cell: (it) => <RateLink rate={it} pair={{ source, target }} hasAllDigits={hasAllDigits} />
        },
        {
          head: <span class="hidden">Place between the lowest and the highest</span>,
          class: 'wider strip-cell',
          cell: ({ rate, derived }) => (
            <Strip rate={Number(rate)} median={Number(median)} axis={axis} isDerived={derived} />
          )
        },
        {
          head: <abbr title="basis points above or below the median">bp</abbr>,
          name: 'bp',
          class: 'number',
          cell: ({ rate }) => signed((Number(rate) / Number(median) - 1) * 10_000, 1)
        },
        { head: 'Date', cell: ({ rate_date: date }) => <DateText day={date} /> },
        { head: 'Type', cell: ({ rate_type: type }) => labelOf(type) },
        { head: 'Method', cell: ({ method, derived }) => <Badge kind={derived ? 'derived' : 'good'}>{method}</Badge> }
      ]}
    />
  )
}
