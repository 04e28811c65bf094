import type { Pair } from '../../contract/parameters.ts'
import type { PrintedStats, RateGroup } from '../../rates/comparison-query.ts'
import type { RateOnDay } from '../../rates/figure-query.ts'
import { figureAddress } from '../kit/addresses.ts'
import { Badge, DateText, Fold, ScrollingTable } from '../kit/components.tsx'
import { rounded } from '../kit/figures.ts'
import { countOfSources, labelOf } from '../kit/labels.ts'
import { Strip, stripOf } from './strip.tsx'

/** The rate of a pair at one source. */
export interface Compared extends RateOnDay {
  stale?: boolean
  /** The reason why the rate may differ from the others, if known. */
  reason?: string | null
}

/** Sources whose rates can be held against each other. */
export interface Group {
  id: RateGroup
  title: string
  members: Compared[]
  stats: PrintedStats
}

/** The rates of one group of sources, with their statistics. */
export function GroupSection ({ group: { id, title, members, stats }, pair: { source, target }, hasAllDigits }: { group: Group, pair: Pair, hasAllDigits: boolean }) {
  const derived = members.some((it) => it.derived)
  const shown = (rate: string) => derived && !hasAllDigits ? rounded(rate) : rate
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {id === 'stale' ? <p>These rates are too old to be held against the others.</p> : members.length > 1 && <Statistics stats={stats} sources={members.length} shown={shown} />}
      <Fold summary={`Show ${countOfSources(members.length)}`} isOpen={id === 'daily'}>
        <Rates members={members} stats={stats} pair={{ source, target }} caption={`${source} to ${target} at ${countOfSources(members.length)}, lowest first`} hasAllDigits={hasAllDigits} />
      </Fold>
    </section>
  )
}

function Statistics ({ stats: { min, median, max, spread }, sources, shown }: { stats: PrintedStats, sources: number, shown: (rate: string) => string }) {
  return (
    <dl class="facts statistics">
      <div><dt>Lowest</dt><dd class="figure">{shown(min)}</dd></div>
      <div><dt>Median</dt><dd class="figure">{shown(median)}</dd></div>
      <div><dt>Highest</dt><dd class="figure">{shown(max)}</dd></div>
      <div><dt>Spread, basis points</dt><dd class="figure">{spread}</dd></div>
      <div><dt>Sources</dt><dd class="figure">{sources}</dd></div>
    </dl>
  )
}

interface RatesProps {
  members: Compared[]
  stats: PrintedStats
  pair: Pair
  caption: string
  hasAllDigits: boolean
}

function Rates ({ members, stats: { median }, pair: { source, target }, caption, hasAllDigits }: RatesProps) {
  const axis = stripOf(members.map(({ rate }) => Number(rate)))
  return (
    <ScrollingTable label={caption} isDense isCarded>
      <caption><span>{caption}. Filled dot: published by the source. Hollow dot: calculated from its published rates. Dashed: the median.</span></caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col" class="number">{target}</th>
          <th scope="col" class="wider"><span class="hidden">Place between the lowest and the highest</span></th>
          <th scope="col" class="number"><abbr title="basis points above or below the median">bp</abbr></th>
          <th scope="col">Date</th>
          <th scope="col">Type</th>
          <th scope="col">Method</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ code, name, rate, rate_date: date, rate_type: type, derived, method, reason }) => (
          <tr>
            <th scope="row"><a href={`/banks/${code}`}>{name}</a> <span class="name">{code}</span>{reason && <p class="small">{reason}</p>}</th>
            <td class="number"><a class="figure-link" href={figureAddress({ bank: code, base: source, quote: target, date, type })} title={derived ? rate : undefined}>{derived && !hasAllDigits ? rounded(rate) : rate}</a></td>
            <td class="wider strip-cell"><Strip rate={Number(rate)} median={Number(median)} axis={axis} isDerived={derived} /></td>
            <td class="number" data-name="bp">{basisPoints(rate, median)}</td>
            <td><DateText day={date} /></td>
            <td>{labelOf(type)}</td>
            <td><Badge kind={derived ? 'derived' : 'good'}>{method}</Badge></td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

function basisPoints (rate: string, median: string): string {
  const points = ((Number(rate) / Number(median) - 1) * 10_000).toFixed(1)
  return Number(points) === 0 ? '0.0' : points.replace(/^-?/, (sign) => sign === '-' ? '−' : '+')
}
