import type { RateGroup } from '../../rates/comparison-query.ts'

/** The sections of a comparison. */
export const GROUPS: Array<{ id: RateGroup, title: string }> = [
  { id: 'daily', title: 'Daily middle and reference rates' },
  { id: 'sides', title: 'Buying and selling rates' },
  { id: 'commercial', title: 'Commercial banks' },
  { id: 'periods', title: 'Rates for a week, a month or longer' },
  { id: 'stale', title: 'Older than 30 days' }
]
