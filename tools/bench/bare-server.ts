import Koa from 'koa'
import { Meter, type Payer } from '../../api/access/meter.ts'
import { allowancesOf } from '../../api/access/plans.ts'
import { createServer } from '../../api/server/server.ts'
import { Database } from '../../sql/database.ts'
import { replyToParent } from '../child.ts'
import { UNLIMITED } from './databases.ts'
import type { Statement } from './statements.ts'

/**
 * An answer of the bare app: it runs these prepared statements, charges a unit if the API does, and sends these bytes.
 */
export interface BareAnswer {
  statements: Statement[]
  isCharged: boolean
  body: string
  type: string
}

export interface BareServerOptions {
  url: string
  answers: Record<string, BareAnswer>
  payer: Payer
}

replyToParent(({ url, answers, payer }: BareServerOptions) => {
  const database = new Database({ url })
  const meter = new Meter(database, allowancesOf({ enterprise: UNLIMITED }))
  const prepared = new Map(
    Object.entries(answers).map(([path, { body, ...rest }]) => [path, { ...rest, body: Buffer.from(body) }])
  )
  const app = new Koa()
  app.use(async (ctx) => {
    const { statements, isCharged, body, type } = prepared.get(ctx.url)!
    await Promise.all(statements.map(({ text, values }) => database.readCells(text, values)))
    if (isCharged) await meter.charge(payer, ctx.path, 1)
    ctx.type = type
    ctx.body = body
  })
  return createServer(app).listen(0)
})
