import { endpoints } from '../../api/endpoints.ts'
import type { Context } from '../../api/server/route.ts'
import { Database } from '../../sql/database.ts'

/** A request to the API: the path of a route and its parameters. */
export interface ApiRequest {
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
}

export interface Statement {
  text: string
  values: unknown[]
}

/** The address of a request, without the origin. */
export function addressOf ({ path, params = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  return Object.keys(query).length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
}

/** Keeps the statements that are read through it. */
class Recorder extends Database {
  readonly statements: Statement[] = []

  override async read<Result> (text: string, values: unknown[] = []): Promise<Result[]> {
    this.statements.push({ text, values })
    return super.read<Result>(text, values)
  }

  override async readCells (text: string, values: unknown[] = []) {
    this.statements.push({ text, values })
    return super.readCells(text, values)
  }
}

/** The statements with which the API answers each request, found by running its route. */
export async function statementsOf (url: string, requests: ApiRequest[]): Promise<Statement[][]> {
  const recorder = new Recorder({ url, connections: 4 })
  try {
    const statements: Statement[][] = []
    for (const request of requests) {
      await run(request, recorder)
      statements.push(recorder.statements.splice(0))
    }
    return statements
  } finally {
    await recorder.close()
  }
}

async function run ({ path, params = {}, query = {} }: ApiRequest, database: Database): Promise<void> {
  const route = endpoints.find((it) => it.path === path)
  if (!route) throw new Error(`there is no route ${path}`)
  const now = Date.now()
  const context = { database, origin: 'http://localhost', now, today: new Date(now).toISOString().slice(0, 10) }
  await route.run(route.read(params, new URLSearchParams(query)), context as unknown as Context)
}
