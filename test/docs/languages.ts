import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const TSX = new URL('../../node_modules/.bin/tsx', import.meta.url).pathname

/** The programs that run the examples of a language, and the name of the file that they take. */
const PROGRAMS: Record<string, { program: string, file: string }> = {
  ts: { program: TSX, file: 'example.mts' },
  python: { program: 'python3', file: 'example.py' },
  r: { program: 'Rscript', file: 'example.R' }
}

/** The output of an example program that runs with a key. */
export async function outputOf (language: string, code: string, key: string): Promise<string> {
  const { program, file } = PROGRAMS[language]!
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-example-'))
  try {
    writeFileSync(join(folder, file), code)
    const { stdout } = await promisify(execFile)(program, [join(folder, file)], { env: { PATH: process.env.PATH, KEY: key } })
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The rows of a query as CSV, as `psql --csv` prints them. */
export async function rowsOf (url: string, query: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: string | Buffer) => value } })
  await client.connect()
  try {
    const { fields, rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
    return [fields.map(({ name }) => name), ...rows].map((row) => row.join(',')).join('\n')
  } finally {
    await client.end()
  }
}
