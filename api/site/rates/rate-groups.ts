interface GroupedRate {
  rate_type: string
  stale?: boolean
}

interface GroupedSource {
  cadence?: string
  kind?: string
}

/** The kinds of rates that can be held against one another, by the id of their section. */
export const GROUPS = [
  { id: 'daily', title: 'Daily middle and reference rates' },
  { id: 'sides', title: 'Buying and selling rates' },
  { id: 'commercial', title: 'Commercial banks' },
  { id: 'periods', title: 'Rates for a week, a month or longer' },
  { id: 'stale', title: 'Older than 30 days' }
] as const

export type GroupId = typeof GROUPS[number]['id']

const SIDE = /buy|sell|bid|ask/
const PERIOD = /week|month|quarter|year|end_of_period/

/** The section of a rate, given how often its source publishes and what kind of institution it is. */
export function groupOf ({ stale, rate_type: type }: GroupedRate, { cadence, kind }: GroupedSource = {}): GroupId {
  if (stale) return 'stale'
  if (kind === 'commercial_bank') return 'commercial'
  if (cadence !== 'daily' || PERIOD.test(type)) return 'periods'
  return SIDE.test(type) ? 'sides' : 'daily'
}
