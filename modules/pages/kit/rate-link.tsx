import type { Pair } from '../../../api/contract/parameters.ts'
import type { RateOnDay } from '../../../api/rates/figure-query.ts'
import { figureAddress } from './addresses.ts'
import { rounded } from './figures.ts'

/** A rate with a link to its page. A derived rate is rounded; its tooltip has all digits. */
export function RateLink({
  rate: { code, rate, rate_date: date, rate_type: type, derived },
  pair: { source, target },
  hasAllDigits
}: {
  rate: RateOnDay
  pair: Pair
  hasAllDigits?: boolean
}) {
  const href = figureAddress({ bank: code, base: source, quote: target, date, type })
  return (
    <a class="figure-link" href={href} title={derived ? rate : undefined}>
      {derived && !hasAllDigits ? rounded(rate) : rate}
    </a>
  )
}
