import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BOOK, readDescription } from '../../proof/kit/description.ts'
import type { Folder } from '../folder.ts'

/** The description of a book: a folder with the state of an instance as files, and the edition made from it. */

const NAME = /^[a-z_][a-z0-9_]*$/
const codes = z.array(z.string())

export const Book = z.object({
  book: z.literal(1),
  /** The version of Ratebook that wrote it last. */
  version: z.string(),
  options: z.object({
    /** Only these sources; null for all. */
    sources: codes.nullable(),
    without: codes,
    /** Sources to include although their terms restrict redistribution. */
    with: codes,
    from_year: z.int().nullable(),
    base_url: z.string().nullable()
  }),
  /** The verifier key of the log (C2SP signed-note); null if no run had a signing key. */
  log_key: z.string().nullable(),
  /** The SHA-256 of the list of the state's files. */
  state: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  spans: z.object({
    rates: z.tuple([z.string(), z.string()]).nullable(),
    market_rates: z.tuple([z.string(), z.string()]).nullable()
  }),
  /** The stored tables, each after those that it refers to. */
  tables: z.array(
    z.object({
      name: z.string().regex(NAME),
      columns: z.array(z.string().regex(NAME)),
      counter: z.object({ column: z.string().regex(NAME), last: z.int() }).nullable()
    })
  )
})

export type Book = z.output<typeof Book>
export type BookOptions = Book['options']

/** The book in a folder; undefined if the folder is missing or empty. Throws for any other folder. */
export async function readBook(folder: Folder): Promise<Book | undefined> {
  const { path } = folder
  if (!folder.has(BOOK)) {
    const [other] = folder.has('') ? (await readdir(path)).filter((name) => name !== '.git') : []
    if (other === undefined) return undefined
    throw new Error(
      `${path} is not a book: it has ${other} but no ${BOOK}. Expected a book, or an empty folder to begin one`
    )
  }
  const text = await readFile(folder.at(BOOK), 'utf8')
  const content = readDescription(path, text)
  const { success, data, error } = Book.safeParse(content)
  if (success) return data
  const [issue] = error.issues
  throw new Error(`${path} is not a book: its ${BOOK} is invalid: ${issue!.path.join('.')}: ${issue!.message}`)
}
