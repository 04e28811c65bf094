import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const TSX = new URL('../../node_modules/.bin/tsx', import.meta.url).pathname

/** The program that runs the examples of a language, and its file name. */
const PROGRAMS: Record<string, { program: string; file: string }> = {
  ts: { program: TSX, file: 'example.mts' },
  python: { program: 'python3', file: 'example.py' },
  r: { program: 'Rscript', file: 'example.R' }
}

/** Runs an example with an API key and returns its output. */
export async function outputOf(language: string, code: string, key: string): Promise<string> {
  const { program, file } = PROGRAMS[language]!
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-example-'))
  try {
    writeFileSync(join(folder, file), code)
    const { stdout } = await promisify(execFile)(program, [join(folder, file)], {
      env: { PATH: process.env.PATH, KEY: key }
    })
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a query and returns its rows as CSV, like `psql --csv`. */
export async function rowsOf(url: string, query: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (value: string | Buffer) => value }
  })
  await client.connect()
  try {
    const { fields, rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
    return [fields.map(({ name }) => name), ...rows].map((row) => row.join(',')).join('\n')
  } finally {
    await client.end()
  }
}
