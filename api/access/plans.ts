export const PLANS = ['free', 'trial', 'developer', 'business', 'enterprise'] as const

export type Plan = (typeof PLANS)[number]

/** A plan's units, and whether they reset each month in UTC. */
export interface Allowance {
  units: number
  isMonthly: boolean
}

export type Allowances = Record<Plan, Allowance>

export const TRIAL = { units: 100, days: 7 }
const FREE_UNITS = 300
const MONTHLY_UNITS = { developer: 10_000, business: 100_000, enterprise: 1_000_000 }

/** The allowances of all plans. Settings override those of paid plans. */
export function allowancesOf(monthly: Partial<typeof MONTHLY_UNITS> = {}): Allowances {
  const { developer, business, enterprise } = { ...MONTHLY_UNITS, ...monthly }
  return {
    free: { units: FREE_UNITS, isMonthly: false },
    trial: { units: TRIAL.units, isMonthly: false },
    developer: { units: developer, isMonthly: true },
    business: { units: business, isMonthly: true },
    enterprise: { units: enterprise, isMonthly: true }
  }
}

/** True if a plan includes dated tables and history. */
export function isPaid(plan: Plan): boolean {
  return plan !== 'free' && plan !== 'trial'
}
