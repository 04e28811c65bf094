import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Connection {
  runAndReadAll: (sql: string) => Promise<{ getRows: () => unknown[][] }>
}

interface Package {
  DuckDBInstance: { create: (path: string) => Promise<{ connect: () => Promise<Connection> }> }
}

/** Runs a query in DuckDB and returns its rows as text. */
export type DuckDb = (sql: string) => Promise<string[][]>

const PACKAGE = '@duckdb/node-api'
const PYTHON = `
import duckdb, json, sys
print(json.dumps([[str(cell) for cell in row] for row in duckdb.sql(sys.argv[1]).fetchall()]))`

/**
 * The installed DuckDB, as an optional package of Node.js or as a module of Python. Undefined if neither is installed.
 */
export async function findDuckDb(): Promise<DuckDb | undefined> {
  const found = await (import(PACKAGE) as Promise<Package>).catch(() => undefined)
  if (found) {
    const connection = await (await found.DuckDBInstance.create(':memory:')).connect()
    return async (sql) => (await connection.runAndReadAll(sql)).getRows().map((cells) => cells.map(String))
  }
  const python = (...args: string[]) => promisify(execFile)('python3', ['-c', ...args])
  const hasModule = await python('import duckdb').then(
    () => true,
    () => false
  )
  return hasModule ? async (sql) => JSON.parse((await python(PYTHON, sql)).stdout) as string[][] : undefined
}
