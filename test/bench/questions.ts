import { endpoints } from '../../api/endpoints.ts'
import type { Context } from '../../api/http/route.ts'
import { Database } from '../../sql/database.ts'

/** What is asked of the API: the path of a route with what stands in it. */
export interface Question {
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
}

export interface Statement {
  text: string
  values: unknown[]
}

// Asked beside every answer, and the same for all.
const BESIDE = /\b(find_bank|key_plan)\(/

/** The address of a question below the API's own. */
export function pathOf ({ path, params = {}, query = {} }: Question): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  return Object.keys(query).length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
}

/** Keeps what is read through it. */
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

/** The very SQL with which the API answers each question, found by asking its route. */
export async function statementsOf (url: string, questions: Question[]): Promise<Statement[][]> {
  const recorder = new Recorder({ url, connections: 4 })
  try {
    const all: Statement[][] = []
    for (const { path, params = {}, query = {} } of questions) {
      const route = endpoints.find((it) => it.path === path)
      if (!route) throw new Error(`there is no route ${path}`)
      const now = Date.now()
      const context = { database: recorder, origin: 'http://localhost', now, today: new Date(now).toISOString().slice(0, 10) }
      await route.run(route.read(params, new URLSearchParams(query)), context as unknown as Context)
      all.push(recorder.statements.splice(0).filter(({ text }) => !BESIDE.test(text)))
    }
    return all
  } finally {
    await recorder.close()
  }
}
