import type { Identity, Row } from '../../adapters/source.ts'
import { clockFrom, seedSources } from './database.ts'
import { identity, startService, type Service } from './service.ts'

export const row = (
  date: string,
  base: string,
  quote: string,
  value: string,
  type = 'reference',
  unit: Row['unit'] = 1
): Row => ({
  date,
  base,
  quote,
  type,
  value,
  unit
})

// alpha quotes the euro, beta has buying and selling rates in roubles, gamma is stale, and nothing has no table.
export const TABLES = {
  alpha: [
    row('2026-11-18', 'EUR', 'USD', '1.1500'),
    row('2026-11-18', 'EUR', 'JPY', '180.00'),
    row('2026-11-19', 'EUR', 'USD', '1.1600'),
    row('2026-11-19', 'EUR', 'JPY', '181.00'),
    row('2026-11-19', 'EUR', 'GBP', '0.8800'),
    row('2026-11-20', 'EUR', 'USD', '1.1610'),
    row('2026-11-20', 'EUR', 'GBP', '0.8810')
  ],
  beta: [
    row('2026-11-19', 'USD', 'RUB', '80.0', 'buy'),
    row('2026-11-19', 'USD', 'RUB', '82.0', 'sell'),
    row('2026-11-19', 'EUR', 'RUB', '95.12', 'sell'),
    row('2026-11-19', 'HUF', 'RUB', '24.60', 'sell', 100)
  ],
  gamma: [row('2026-01-05', 'USD', 'EUR', '0.85')]
}

// 1 / 1.1610 = 0.861326442721791559…; dividing doubles gives a neighbour of the nearest double.
export const INVERSE = 0.8613264427217916

/** How a source of `identity` describes itself in answers. */
export const SELF_DESCRIPTION = { dated: 'made', publishes: null, notes: null, terms: null, verified: 'description' }

/** The clock of the service with TABLES: the Monday after the newest. */
export const CLOCK = clockFrom('2026-11-23T12:00:00Z')

/** Starts the service with TABLES. */
export function startWithTables(): Promise<Service> {
  return startService(
    [
      identity('alpha', 'EUR'),
      identity('beta', 'RUB', ['sell', 'buy']),
      identity('gamma', 'EUR'),
      identity('nothing', 'USD')
    ],
    TABLES,
    { clock: CLOCK }
  )
}

/** Runs work with another source in place of those of the tables, which are active again afterwards. */
export async function withSource({ database }: Service, source: Identity, work: () => Promise<void>): Promise<void> {
  const others = await database.write<{ code: string }>('select code from sources where active')
  await seedSources(database, [source])
  try {
    await work()
  } finally {
    await database.write('update sources set active = code = any($1)', [others.map(({ code }) => code)])
  }
}
