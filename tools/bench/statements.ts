import type { Context } from '../../api/server/route.ts'
import { Database } from '../../sql/database.ts'
import { testEndpoints } from '../../test/support/modules.ts'

const endpoints = await testEndpoints()

export interface Statement {
  text: string
  values: unknown[]
}

/** Records the statements that are read through it. */
class Recorder extends Database {
  readonly statements: Statement[] = []

  override async read<Result>(text: string, values: unknown[] = []): Promise<Result[]> {
    this.statements.push({ text, values })
    return super.read<Result>(text, values)
  }

  override async readCells(text: string, values: unknown[] = []) {
    this.statements.push({ text, values })
    return super.readCells(text, values)
  }
}

/** The statements with which the API answers a path, recorded while its route runs. */
export async function statementsOf(url: string, path: string): Promise<Statement[]> {
  const { origin, pathname, searchParams } = new URL(path, 'http://localhost')
  const patternOf = (route: string) => new RegExp(`^${route.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const route = endpoints.find((it) => it.method === 'GET' && patternOf(it.path).test(pathname))!
  const database = new Recorder({ url, connections: 4 })
  try {
    const now = Date.now()
    const context = { database, origin, now, today: new Date(now).toISOString().slice(0, 10) }
    await route.run(
      route.read({ ...patternOf(route.path).exec(pathname)!.groups }, searchParams),
      context as unknown as Context
    )
    return database.statements
  } finally {
    await database.close()
  }
}
