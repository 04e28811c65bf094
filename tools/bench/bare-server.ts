import Koa from 'koa'
import { Meter, type Payer } from '../../api/access/meter.ts'
import { allowancesOf } from '../../api/access/plans.ts'
import { Database } from '../../sql/database.ts'
import { UNLIMITED } from './options.ts'
import { serve } from './server.ts'
import type { Statement } from './statements.ts'

/** What an address of the bare app answers to everybody: the same bytes each time, after running these prepared statements. */
export interface BareAnswer {
  body: string
  type: string
  statements: Statement[]
}

/** A Koa app that does nothing else. */
export interface BareServerOptions {
  url: string
  answers: Record<string, BareAnswer>
  /** Charges them a unit for each answer, as the API does. */
  payer?: Payer
}

serve(({ url, answers, payer }: BareServerOptions) => {
  const database = new Database({ url })
  const meter = new Meter(database, allowancesOf({ enterprise: UNLIMITED }))
  const prepared = new Map(Object.entries(answers).map(([address, { body, ...rest }]) => [address, { ...rest, body: Buffer.from(body) }]))
  const app = new Koa()
  app.use(async (ctx) => {
    const { type, body, statements } = prepared.get(ctx.url)!
    await Promise.all(statements.map(({ text, values }) => database.readCells(text, values)))
    if (payer) await meter.charge(payer, ctx.path, 1)
    ctx.type = type
    ctx.body = body
  })
  return app
})
