import type { Pair } from '../../../api/contract/parameters.ts'
import type { Context } from '../../../api/server/route.ts'
import type { Bank } from '../../../api/rates/bank-query.ts'
import { comparedBanks, type RateGroup } from '../../../api/rates/comparison.ts'
import { readRows } from '../../../api/formats/read.ts'
import { sourcesOfCurrency, type CurrencySource } from '../sources/overview-query.ts'
import { listSources, type SourceEntry } from '../../../api/sources/sources-query.ts'
import { MAX_SERIES } from '../../pages/kit/chart/line-chart.tsx'

const MAX_PREFERRED = 5

interface PricedSource {
  code: string
  rate_type: string
  derived: boolean
  stale?: boolean
}

/**
 * The sources that a chart of a pair shows by default: sources that publish it before sources for which it is
 * calculated, then by the length of the history.
 */
export function preferredSources(priced: PricedSource[], sources: SourceEntry[]): string[] {
  const lengths = new Map(sources.map(({ code, days_of_history: days }) => [code, days]))
  return priced
    .toSorted(
      (one, other) => Number(one.derived) - Number(other.derived) || lengths.get(other.code)! - lengths.get(one.code)!
    )
    .slice(0, MAX_PREFERRED)
    .map(({ code }) => code)
}

/**
 * The codes of the default sources of a pair, from those with daily rates if there are any. Empty if no source has the
 * pair.
 */
export async function sourcesFor(
  { database, today }: Pick<Context, 'database' | 'today'>,
  pair: Pair
): Promise<string[]> {
  const [banks, sources] = await Promise.all([
    readRows(comparedBanks, database, { ...pair, today }),
    listSources(database, today)
  ])
  const priced = banks.objects<PricedSource & { group: RateGroup }>()
  const daily = priced.filter(({ group }) => group === 'daily')
  return preferredSources(daily.length > 0 ? daily : priced, sources)
}

interface OfferedSource {
  code: string
  name: string
  /** The first date with both currencies. */
  since: string
}

/** The sources that have a pair, longest history first. */
export async function offeredSources(
  { database, today }: Pick<Context, 'database' | 'today'>,
  { source, target }: Pair
): Promise<OfferedSource[]> {
  const [banks, one, other] = await Promise.all([
    readRows(comparedBanks, database, { source, target, today }),
    sourcesOfCurrency(database, source),
    sourcesOfCurrency(database, target)
  ])
  const [first, second] = [firstDates(one), firstDates(other)]
  return banks
    .objects<{ code: string; name: string }>()
    .map(({ code, name }) => ({ code, name, since: [first.get(code) ?? '', second.get(code) ?? ''].sort().at(-1)! }))
    .sort((a, b) => a.since.localeCompare(b.since) || a.name.localeCompare(b.name))
}

function firstDates(series: CurrencySource[]): Map<string, string> {
  const dates = new Map<string, string>()
  for (const { code, first_date: date } of series) if (date < (dates.get(code) ?? '9')) dates.set(code, date)
  return dates
}

interface ChartSourcesProps {
  chosen: Bank[]
  offered: OfferedSource[]
  /** The address of the chart of other sources. */
  addressOf: (codes: string[]) => string
}

/** The sources of a chart, each with a link that removes it, and links that add another one. */
export function ChartSources({ chosen, offered, addressOf }: ChartSourcesProps) {
  const codes = chosen.map(({ code }) => code)
  const others = offered.filter(({ code }) => !codes.includes(code))
  return (
    <>
      <ul class="chosen" aria-label="Sources of the chart">
        {chosen.map(({ code, name }) => (
          <li>
            <a href={`/banks/${code}`}>
              {name} <span class="name">{code}</span>
            </a>
            {codes.length > 1 && (
              <a class="remove" href={addressOf(codes.filter((it) => it !== code))} aria-label={`Remove ${name}`}>
                ×
              </a>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>
            {codes.length < MAX_SERIES
              ? `Add a source (${others.length})`
              : `A chart has at most ${MAX_SERIES} sources`}
          </summary>
          {codes.length < MAX_SERIES && (
            <ul class="offered">
              {others.map(({ code, name, since }) => (
                <li>
                  <a href={addressOf([...codes, code])}>{name}</a>{' '}
                  <span class="quiet small">since {since.slice(0, 4)}</span>
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
    </>
  )
}
