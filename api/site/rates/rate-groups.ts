interface GroupedRate {
  rate_type: string
  stale?: boolean
}

/** The kinds of rates that can be held against one another, by the id of their section. */
export const GROUPS = [
  { id: 'daily', title: 'Daily middle and reference rates' },
  { id: 'sides', title: 'Buying and selling rates' },
  { id: 'periods', title: 'Rates for a week, a month or longer' },
  { id: 'stale', title: 'Older than 30 days' }
] as const

export type GroupId = typeof GROUPS[number]['id']

const SIDE = /buy|sell|bid|ask/
const PERIOD = /week|month|quarter|year|end_of_period/

/** The kind of a rate, given how often its source publishes. */
export function groupOf ({ stale, rate_type: type }: GroupedRate, cadence: string | undefined): GroupId {
  if (stale) return 'stale'
  if (cadence !== 'daily' || PERIOD.test(type)) return 'periods'
  return SIDE.test(type) ? 'sides' : 'daily'
}
