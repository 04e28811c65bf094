import { SHARED } from '../../../api/server/cache-control.ts'
import type { Offline, OfflineAnswer } from '../offline.ts'
import type { Folder } from '../folder.ts'
import type { Journal } from './journal.ts'
import { readPart, writePart, type Entry, type Part } from './manifest.ts'

export const HTML = 'text/html; charset=utf-8'
/** The caching of files that change with each run. */
export const SHORT = 'public, max-age=300'

/** A file to write. */
export interface NewFile<Content = string | Buffer | AsyncIterable<string | Buffer>> {
  path: string
  content: Content
  contentType: string
  cacheControl: string
  /** The number of rates. */
  rows?: number
  /** Changes whenever the content may have changed. */
  state?: string
}

/** The files in a manifest, by path. */
export type Known = ReadonlyMap<string, Entry>

export type Answer = (path: string, parameters: Record<string, string>, offline: Offline) => Promise<OfflineAnswer>

interface Options {
  folder: Folder
  journal: Journal
  offline: Offline
  answer: Answer
}

/** The files of an edition while it is written. */
export class EditionFiles {
  readonly offline: Offline
  /** The numbers of files, of their bytes, and of files written by this run. */
  readonly counts = { files: 0, bytes: 0, written: 0 }
  readonly #folder: Folder
  readonly #journal: Journal
  readonly #answer: Answer

  constructor({ folder, journal, offline, answer }: Options) {
    this.#folder = folder
    this.#journal = journal
    this.offline = offline
    this.#answer = answer
  }

  /** True if a file exists, and no interrupted run can have left it incomplete. */
  isWhole(entry: Entry): boolean {
    return !this.#journal.isUnconfirmed(entry.path) && this.#folder.has(entry.path)
  }

  /** True if a file is complete and has this state. */
  isCurrent(entry: Entry | undefined, state: string): entry is Entry {
    return entry?.state === state && this.isWhole(entry)
  }

  /** Writes a file, unless it has this content already. */
  async putFile({ path, content, contentType, cacheControl, rows, state }: NewFile, known: Known): Promise<Entry> {
    const before = known.get(path)
    await this.#journal.note(path)
    const { bytes, sha256, isWritten } = await this.#folder.put(path, content, {
      known: before && this.isWhole(before) ? before.sha256 : undefined
    })
    if (isWritten) this.counts.written++
    return { path, content_type: contentType, cache_control: cacheControl, bytes, sha256, rows, state }
  }

  /**
   * The answer of an endpoint as a file at its path. Answers that need a key in the API get the caching headers of open
   * answers here.
   */
  async answered(
    endpoint: string,
    parameters: Record<string, string> = {},
    now = this.offline.now
  ): Promise<NewFile<Buffer>> {
    const { body, headers, isOpen } = await this.#answer(endpoint, parameters, { ...this.offline, now })
    return {
      path: pathOf(endpoint, parameters),
      content: body,
      contentType: headers['Content-Type']!,
      cacheControl: isOpen ? headers['Cache-Control']! : SHARED
    }
  }

  /**
   * Writes the files of a part with `write`, and then the part, so that it never names a missing file. Returns its
   * entries.
   */
  async writePart(part: Part, write: (known: Known) => Promise<Entry[]>): Promise<Entry[]> {
    const known = await readPart(this.#folder, part)
    const entries = await write(known)
    const paths = new Set(entries.map(({ path }) => path))
    await this.#journal.note(...[...known.keys()].filter((path) => !paths.has(path)))
    await writePart(this.#folder, part, entries)
    await this.#journal.confirm(paths)
    this.counts.files += entries.length
    for (const { bytes } of entries) this.counts.bytes += bytes
    return entries
  }

  /** Marks a part and its files for deletion. */
  async dropPart(part: Part): Promise<void> {
    await this.#journal.note(part.path, ...(await readPart(this.#folder, part)).keys())
  }
}

/** The path of the file with the answer of an endpoint. */
export function pathOf(endpoint: string, parameters: Record<string, string>): string {
  return endpoint.slice(1).replace(/[:*](\w+)/g, (_, name: string) => parameters[name]!)
}
