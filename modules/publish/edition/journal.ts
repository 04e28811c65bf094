import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isWithin, type Folder } from '../folder.ts'

const JOURNAL = '.publishing'

/**
 * The files that a run is writing, and those that no manifest names any longer. Each is recorded on disk before a
 * change (+), and again once a manifest names it (-), so that the run after an interrupted one rewrites and deletes the
 * right files.
 */
export class Journal {
  readonly #folder: Folder
  readonly #unlisted: Set<string>
  readonly #unconfirmed: ReadonlySet<string>

  private constructor(folder: Folder, paths: ReadonlySet<string>) {
    this.#folder = folder
    this.#unlisted = new Set(paths)
    this.#unconfirmed = paths
  }

  /** The journal of a folder, with the entries of an interrupted run. */
  static async open(folder: Folder): Promise<Journal> {
    const file = folder.at(JOURNAL)
    // the last line is incomplete unless it ends with a line break
    const lines = existsSync(file) ? (await readFile(file, 'utf8')).split('\n').slice(0, -1) : []
    const paths = new Set<string>()
    for (const line of lines) {
      const path = line.slice(1)
      if (line.startsWith('-')) paths.delete(path)
      else if (isWithin(path)) paths.add(path)
    }
    return new Journal(folder, paths)
  }

  /** True for a file that an interrupted run may have written, so that it may differ from its manifest. */
  isUnconfirmed(path: string): boolean {
    return this.#unconfirmed.has(path)
  }

  /** Records files before they are written or removed from a manifest. */
  async note(...paths: string[]): Promise<void> {
    for (const path of paths) this.#unlisted.add(path)
    await this.#append('+', paths)
  }

  /** Forgets noted files that a manifest now names. */
  async confirm(paths: Iterable<string>): Promise<void> {
    await this.#append(
      '-',
      [...paths].filter((path) => this.#unlisted.delete(path))
    )
  }

  /**
   * Deletes every noted file that no manifest names, and folders that become empty. Returns the number of deleted
   * files.
   */
  end(): number {
    let removed = 0
    for (const path of this.#unlisted) {
      if (this.#folder.has(path)) removed++
      for (const file of [path, `${path}.tmp`]) this.#folder.remove(file)
    }
    this.#folder.remove(JOURNAL)
    return removed
  }

  async #append(sign: '+' | '-', paths: string[]): Promise<void> {
    if (paths.length > 0) {
      await this.#folder.note(JOURNAL, paths.map((path) => `${sign}${path}\n`).join(''))
    }
  }
}
