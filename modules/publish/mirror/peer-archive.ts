import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openPromise, type Entry } from 'yauzl'
import { z } from 'zod'
import { collectDocument, PeerDocument, PeerError, readAll, readListed, type Peer } from './peer.ts'

export const ARCHIVE_MANIFEST = 'archive.json'
export const ARCHIVE_LIST = 'documents.ndjson'

/** The place of a document in an archive. */
export function placeInArchive(sha256: string): string {
  return `documents/${sha256.slice(0, 2)}/${sha256}`
}

/** The content of an archive's `archive.json`. */
export const ArchiveManifest = z.object({
  format: z.literal(1),
  /** The instance that exported it. */
  origin: z.string().min(1).max(200),
  created_at: z.iso.datetime()
})

export type ArchiveManifest = z.infer<typeof ArchiveManifest>

interface ArchiveOptions {
  /** Only the documents of these sources. */
  sources?: string[]
  /** Only the documents read since this date. */
  since?: string
}

const MAX_LINE = 4 * 1024 * 1024 // bytes
const Listed = z.object({ ...PeerDocument.shape, read_at: z.iso.datetime() })

/** The files of an archive by their names. */
interface Files {
  /** Throws if there is no such file. */
  open: (name: string) => Promise<Readable>
  close: () => void
}

/** An archive that an instance exported: a folder, or a ZIP file of it. */
export class PeerArchive implements Peer {
  readonly name: string
  readonly listed = 0
  readonly #place: string
  readonly #files: Files
  readonly #options: ArchiveOptions

  private constructor(place: string, files: Files, { origin }: ArchiveManifest, options: ArchiveOptions) {
    this.#place = place
    this.#files = files
    this.#options = options
    this.name = origin
  }

  /** Opens an archive. Throws a `PeerError` if it is not an archive. */
  static async open(place: string, options: ArchiveOptions = {}): Promise<PeerArchive> {
    const files = (await stat(place)).isDirectory() ? inFolder(place) : await inZip(place)
    const manifest = join(place, ARCHIVE_MANIFEST)
    let text = ''
    for await (const line of linesOf(
      await files.open(ARCHIVE_MANIFEST).catch(() => {
        throw notAnArchive(place)
      }),
      manifest
    ))
      text += line
    return new PeerArchive(place, files, readListed(ArchiveManifest, parse(text, manifest), manifest), options)
  }

  async *list(): AsyncGenerator<PeerDocument> {
    const { sources, since = '' } = this.#options
    const place = join(this.#place, ARCHIVE_LIST)
    for await (const line of linesOf(await this.#files.open(ARCHIVE_LIST), place)) {
      const { read_at: readAt, ...document } = readListed(Listed, parse(line, place), place)
      if (readAt >= since && (!sources || sources.includes(document.bank))) yield { ...document, units: 0 }
    }
  }

  async fetch(document: Pick<PeerDocument, 'sha256' | 'size'>): Promise<Buffer> {
    try {
      return await collectDocument(await this.#files.open(placeInArchive(document.sha256)), document)
    } catch (error) {
      if (error instanceof PeerError) throw error
      throw new PeerError(
        `document ${document.sha256} can't be read from ${this.#place}: ${(error as Error).message}`,
        { cause: error }
      )
    }
  }

  async read(path: string, most: number): Promise<Buffer> {
    const file = await this.#files.open(path.slice(1)).catch((error: Error) => {
      throw new PeerError(`${this.#place} has no signed log: ${error.message}`, { cause: error, isGone: true })
    })
    return readAll(file, most)
  }

  async close(): Promise<void> {
    this.#files.close()
  }
}

function notAnArchive(place: string): PeerError {
  return new PeerError(`${place} is not an archive of documents: it has no ${ARCHIVE_MANIFEST}`, { isGone: true })
}

function inFolder(folder: string): Files {
  return {
    open: async (name) => {
      await stat(join(folder, name))
      return createReadStream(join(folder, name))
    },
    close: () => {}
  }
}

/** The files of a ZIP file, which may hold the folder itself. */
async function inZip(file: string): Promise<Files> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: Error) => {
    throw new PeerError(`${file} can't be read as a ZIP file: ${error.message}`, { isGone: true })
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const manifest =
    [...entries.keys()].find((name) => name === ARCHIVE_MANIFEST || name.endsWith(`/${ARCHIVE_MANIFEST}`)) ?? ''
  const folder = manifest.slice(0, -ARCHIVE_MANIFEST.length)
  return {
    open: async (name) => {
      const entry = entries.get(folder + name)
      if (!entry) throw new PeerError(`${file} has no ${name}`)
      return zip.openReadStreamPromise(entry)
    },
    close: () => zip.close()
  }
}

/** The lines of a text that are not empty. Throws a `PeerError` for one that is too long. */
async function* linesOf(stream: Readable, place: string): AsyncGenerator<string> {
  let rest = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_LINE) {
      throw new PeerError(`${place} has a line of more than ${MAX_LINE} characters`, { isGone: true })
    }
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PeerError(`${place} is invalid: ${(error as Error).message}`, { cause: error, isGone: true })
  }
}
