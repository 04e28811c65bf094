import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { createKey } from '../../api/accounts/keys.ts'
import { createApp } from '../../api/app.ts'
import { FORMATS } from '../../api/formats/index.ts'
import { PRICE_FORMATS } from '../../api/formats/price-directives.ts'
import { createServer } from '../../api/server/server.ts'
import type { Database } from '../../sql/database.ts'
import { NO_OPERATIONS, settingsOf, testParts } from '../support/service.ts'

/** Questions about the databases of fixtures/upgrades/ as they were known: the same question has the same answer for ever. */

interface Asked {
  bank: string
  dates: string[]
  pair: [source: string, target: string]
  symbol: string
}

const ASKED: Asked[] = [
  {
    bank: 'ecb',
    dates: ['1999-01-04', '2004-12-31', '2022-12-30', '2023-05-12', '2025-05-07', '2025-05-11'],
    pair: ['USD', 'GBP'],
    symbol: 'USD'
  },
  { bank: 'bnr', dates: ['2026-01-05', '2026-01-10'], pair: ['EUR', 'USD'], symbol: 'HUF' },
  { bank: 'nbp', dates: ['2021-03-10', '2026-03-02', '2026-03-04'], pair: ['JPY', 'PLN'], symbol: 'EUR' },
  { bank: 'xx_bank', dates: ['2026-01-05', '2026-01-06'], pair: ['USD', 'EUR'], symbol: 'USD' }
]
const WINDOWS = [
  { from: '1999-01-01', to: '2026-03-31' },
  { from: '2022-12-31', to: '2026-01-31' }
]
const HISTORY_FORMATS = [...FORMATS, ...PRICE_FORMATS]
const CORRECTION_FORMATS = ['json', 'csv', 'xlsx', 'ndjson']

const addressOf = (path: string, query: Record<string, string>) => `/api/v1/${path}?${new URLSearchParams(query)}`

/** The addresses of the questions, each with an instant. */
function questions(instants: string[]): string[] {
  return instants.flatMap((instant) => [
    ...ASKED.flatMap(({ bank, dates, pair: [source, target], symbol }) => [
      ...dates.flatMap((date) => [
        addressOf(`central-bank/${bank}/${date}`, { as_of: instant }),
        addressOf(`central-bank/${bank}/${date}`, { source, target, as_of: instant })
      ]),
      ...WINDOWS.flatMap((window) =>
        HISTORY_FORMATS.flatMap((format) => [
          addressOf(`central-bank/${bank}/history`, { symbol, ...window, as_of: instant, format }),
          addressOf(`central-bank/${bank}/history`, { source, target, ...window, as_of: instant, format })
        ])
      )
    ]),
    ...CORRECTION_FORMATS.map((format) => addressOf('corrections', { ...WINDOWS[0]!, as_of: instant, format }))
  ])
}

/** A line for each question: the status and the hash of its answer. */
export async function lastingAnswers(database: Database): Promise<string[]> {
  const [{ first }] = (await database.write<{ first: string }>(
    'select utc_text(min(known_at)) as first from rate_revisions'
  )) as [{ first: string }]
  const { key } = await createKey(database, 'enterprise', 'enterprise')
  const { app, close } = await createApp({
    database,
    logger: pino({ level: 'silent' }),
    settings: settingsOf({ publicUrl: 'https://rates.test' }),
    operations: NO_OPERATIONS,
    ...(await testParts())
  })
  const server = createServer(app)
  try {
    const address = await server.listen(0)
    const lines: string[] = []
    for (const question of questions([first, '2026-11-25T12:00:00Z'])) {
      const answer = await fetch(address + question, { headers: { authorization: `Bearer ${key}` } })
      const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()))
      lines.push(`${answer.status} ${hash.digest('hex')} ${question}`)
    }
    return lines
  } finally {
    await server.close()
    await close()
  }
}
