import type { Pair } from '../../../api/contract/parameters.ts'
import { seriesDownloadAddress } from '../../pages/kit/addresses.ts'

interface PairLinksProps {
  pair: Pair
  /** The page that shows the links; it does not link to itself. */
  page?: 'comparison' | 'chart'
  /** The sources of the chart and the file. By default the chart selects some, and the file has all. */
  banks?: string[]
}

/** Links from a pair to its rates at all sources, over time, and as a file. */
export function PairLinks({ pair, page, banks }: PairLinksProps) {
  const { source, target } = pair
  return (
    <ul class="links">
      {page !== 'comparison' && (
        <li>
          <a href={`/compare/${source}/${target}`}>Compare all sources</a>
        </li>
      )}
      {page !== 'chart' && (
        <li>
          <a href={chartAddressOf(pair, banks)}>Chart over time</a>
        </li>
      )}
      <li>
        <a
          href={seriesDownloadAddress({
            pairs: `${source}/${target}`,
            ...(banks && { banks: banks.join() }),
            shape: 'wide'
          })}
        >
          Download the history
        </a>
      </li>
    </ul>
  )
}

/** The chart of a pair; without sources it selects some. */
function chartAddressOf({ source, target }: Pair, banks?: string[]): string {
  return banks === undefined
    ? `/chart?${new URLSearchParams({ source, target })}`
    : `/chart/${banks.join()}/${source}-${target}`
}
