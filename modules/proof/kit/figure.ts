import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ReadableDocument, ReadRate } from '../../../adapters/kit/reading.ts'
import { fractionOf, isEqual } from './decimal.ts'
import { BOOK, readDescription } from './description.ts'
import { applyDifference } from './difference.ts'
import type { PublicKey } from './jws.ts'
import { GrowingTree, hashLeaf } from './merkle.ts'
import { openCheckpoint, readCheckpoint } from './note.ts'
import { entriesOf, tileAddress, tilesOf } from './tiles.ts'
import type { Check } from './verify.ts'

/** Verifies a figure of a book, using only the book's files. */

const PLACE = /^(.*?)pair\/([a-z0-9_-]+)\/([A-Z]{3})-([A-Z]{3})\.csv$/
const NULL = '\\N'

const decompress = promisify<Buffer, Buffer>(gunzip)

interface Options {
  /** The date of the figure; by default the newest. */
  date?: string
  type?: string
  /** The keys that the reader trusts; by default those in the book. */
  keys?: readonly PublicKey[]
  /** Reads the rates of some dates in a document. */
  read: (document: ReadableDocument, dates: string[]) => Promise<ReadRate[] | undefined>
}

export interface VerifiedFigure {
  /** The figure as text. */
  figure: string
  checks: Check[]
}

/** True for the address or the path of a pair's file in a book. */
export function isPairFile(place: string): boolean {
  return PLACE.test(place)
}

type Row = Record<string, string>

/**
 * Verifies a figure in the file of a pair, at a URL or on disk: its document, the hash of the document, its entry in
 * the log, and the signature of the log. Throws if the book does not have the figure or lacks a file.
 */
export async function verifyFigure(place: string, { date, type, keys, read }: Options): Promise<VerifiedFigure> {
  const [, top = '', bank = '', base = '', quote = ''] = PLACE.exec(place)!
  await assertBook(top)
  const rowsOf = async (path: string) => rowsIn((await get(top + path)).toString(), '\t').map(unescaped)
  const printed = rowsIn((await get(place)).toString(), ',')
  const day = date ?? printed.at(-1)?.rate_date
  const found = printed.filter((row) => row.rate_date === day && (type === undefined || row.type === type))
  if (found.length !== 1) {
    const types = found.map((row) => row.type).join(', ')
    throw new Error(
      `${place} has ${found.length === 0 ? 'no figure' : `several figures (${types}): expected --type`} for ${day}`
    )
  }
  const figure = found[0]!
  const isFigure = (it: Row | ReadRate) =>
    it.base === base && it.quote === quote && it.date === day && it.type === figure.type
  const isSame = (value: string) => isEqual(fractionOf(value), fractionOf(figure.value!))

  const stored = (await rowsOf(`state/rates/${bank}/${day!.slice(0, 4)}.tsv`)).find(isFigure)
  const { size, root, checkpoint } = await headOf(top)
  const entries = await entriesIn(top, size, root)
  const entry = entries.list
    .map((it) => JSON.parse(it.toString()) as Record<string, string | number>)
    .find((it) => it.source === bank && String(it.publication) === stored?.publication_id)

  const paths = (await get(`${top}state/files.tsv`)).toString().split('\n')
  const listsOf = (table: string) =>
    paths.map((line) => line.split('\t')[0]!).filter((path) => path.startsWith(`state/${table}/${bank}/`))
  const publications = (await Promise.all(listsOf('publications').map(rowsOf))).flat()
  const publication = publications.find(({ id }) => id === stored?.publication_id)
  const documents = (await Promise.all(listsOf('documents').map(rowsOf))).flat()
  const bytes = publication && (await documentOf(top, documents, publication.sha256!.slice(2)))
  const hash = bytes && createHash('sha256').update(bytes).digest('hex')
  const rates = publication && bytes && (await read(readable(bank, publication, bytes), [day!]))
  const read_ = rates?.find(isFigure)
  const unknown = 'the book does not name its document'
  return {
    figure: `${day} ${bank} ${base}/${quote} ${figure.type}: ${figure.value}`,
    checks: [
      {
        name: 'Figure',
        holds: stored !== undefined && isSame(stored.value!),
        detail: stored ? `the book's state has ${stored.value}` : 'the state of the book does not have it'
      },
      {
        name: 'Document',
        holds: read_ !== undefined && isSame(read_.value),
        detail: publication ? `${publication.url} says ${read_?.value ?? 'nothing'}` : unknown
      },
      {
        name: 'Hash',
        holds: entry !== undefined && hash === entry.document_sha256,
        detail: hash === undefined ? unknown : `the document has the SHA-256 ${hash}`
      },
      {
        name: 'Log entry',
        holds: entry !== undefined && entries.isWhole,
        detail: entry
          ? `one of ${size} entries of the log, known at ${entry.known_at}${entries.isWhole ? '' : '; they do not lead to the checkpoint'}`
          : `none of ${size} entries of the log`
      },
      await signatureOf(top, checkpoint, keys)
    ]
  }
}

/** Throws if there is no book, or if a newer version wrote it. */
async function assertBook(top: string): Promise<void> {
  const place = top === '' ? '.' : top.replace(/\/$/, '')
  const text = await get(top + BOOK).catch((error: Error) => {
    throw new Error(`${place} is not a book: it has no ${BOOK}`, { cause: error })
  })
  if (readDescription(place, text.toString()) === undefined)
    throw new Error(`${place} is not a book: ${BOOK} is not JSON`)
}

/** The rows of a file by the names of their columns. */
function rowsIn(text: string, separator: string): Row[] {
  const [head = '', ...lines] = text.split(/\r?\n/)
  const names = head.split(separator)
  return lines
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(line.split(separator).map((cell, at) => [names[at], cell])))
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

/** A row without the escapes of PostgreSQL's text format. */
function unescaped(row: Row): Row {
  const textOf = (cell: string) => cell.replace(/\\([nrt\\])/g, (_, letter: string) => ESCAPED[letter]!)
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell === NULL ? cell : textOf(cell)]))
}

async function get(place: string): Promise<Buffer> {
  if (!/^https?:/.test(place)) {
    return readFile(place).catch((error: Error) => {
      throw new Error(`${place} can't be read: ${error.message}`, { cause: error })
    })
  }
  const answer = await fetch(place)
  if (!answer.ok) throw new Error(`${place} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function headOf(top: string) {
  const checkpoint = (await get(`${top}log/checkpoint`)).toString()
  return { ...readCheckpoint(checkpoint), checkpoint }
}

/** The entries of the log, and whether their root equals the checkpoint's. */
async function entriesIn(top: string, size: number, root: Buffer): Promise<{ list: Buffer[]; isWhole: boolean }> {
  const list: Buffer[] = []
  for (const { level, index, width } of tilesOf(size)) {
    if (level === 'entries') list.push(...entriesOf(await get(`${top}log/tile/entries/${tileAddress(index, width)}`)))
  }
  const tree = new GrowingTree()
  for (const entry of list) tree.add(hashLeaf(entry))
  return { list, isWhole: tree.root().equals(root) }
}

/** A document of a book; undefined if the book does not list it. */
async function documentOf(top: string, documents: Row[], sha256: string): Promise<Buffer | undefined> {
  const listed = documents.find((it) => it.sha256 === sha256)
  if (!listed) return undefined
  const base = listed.base ? await documentOf(top, documents, listed.base) : undefined
  return decompress(await get(top + listed.path!))
    .then((content) => (base ? applyDifference(base, content) : content))
    .catch((error: Error) => {
      throw new Error(`${top + listed.path!} was changed or cut off: ${error.message}`, { cause: error })
    })
}

function readable(source: string, publication: Row, bytes: Buffer): ReadableDocument {
  const textOf = (name: string) => (publication[name] === NULL ? null : publication[name]!)
  return {
    source,
    entry: {
      publication: Number(publication.id),
      url: publication.url!,
      method: publication.method as 'GET' | 'POST',
      body: textOf('request_body'),
      media_type: publication.media_type!,
      charset: textOf('charset')
    },
    bytes
  }
}

async function signatureOf(top: string, checkpoint: string, keys?: readonly PublicKey[]): Promise<Check> {
  const name = 'Signature'
  if (checkpoint.endsWith('\n\n')) return { name, detail: 'the log of this book is not signed' }
  try {
    const known =
      keys ?? (JSON.parse((await get(`${top}.well-known/jwks.json`)).toString()) as { keys: PublicKey[] }).keys
    const { origin, key } = openCheckpoint(checkpoint, known)
    const whose = keys ? '' : ', which came with the book: --keys names one that you trust'
    return { name, holds: true, detail: `${origin} signed the log with the key ${key.kid}${whose}` }
  } catch (error) {
    return { name, holds: false, detail: (error as Error).message }
  }
}
