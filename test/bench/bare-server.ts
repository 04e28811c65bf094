import Koa from 'koa'
import { Database } from '../../sql/database.ts'
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
}

serve(({ url, answers }: BareServerOptions) => {
  const database = new Database({ url })
  const prepared = new Map(Object.entries(answers).map(([address, { body, ...rest }]) => [address, { ...rest, body: Buffer.from(body) }]))
  const app = new Koa()
  app.use(async (ctx) => {
    const { type, body, statements } = prepared.get(ctx.url)!
    await Promise.all(statements.map(({ text, values }) => database.readCells(text, values)))
    ctx.type = type
    ctx.body = body
  })
  return app
})
