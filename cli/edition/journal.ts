import { existsSync } from 'node:fs'
import { appendFile, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin } from '../folder.ts'

const JOURNAL = '.publishing'

/**
 * The files that a run writes, and those that no manifest names any longer. Each is noted on the disk before it is touched (+), and when a manifest
 * names it (-), so that the run after one that was cut off knows what to make again and what to clear away.
 */
export class Journal {
  readonly #folder: string
  readonly #unnamed: Set<string>
  readonly #doubtful: ReadonlySet<string>

  private constructor (folder: string, paths: ReadonlySet<string>) {
    this.#folder = folder
    this.#unnamed = new Set(paths)
    this.#doubtful = paths
  }

  /** The journal of a folder; what a run that was cut off left in it is still to be settled. */
  static async open (folder: string): Promise<Journal> {
    const file = join(folder, JOURNAL)
    const lines = existsSync(file) ? (await readFile(file, 'utf8')).split('\n').slice(0, -1) : [] // a line without its end is not whole
    const paths = new Set<string>()
    for (const line of lines) {
      const path = line.slice(1)
      if (line.startsWith('-')) paths.delete(path)
      else if (isWithin(path)) paths.add(path)
    }
    return new Journal(folder, paths)
  }

  /** True for a file that a run which was cut off may have written: it need not be as its manifest says. */
  isDoubtful (path: string): boolean {
    return this.#doubtful.has(path)
  }

  /** Notes files that are about to be written, or will not be named any longer. */
  async note (...paths: string[]): Promise<void> {
    for (const path of paths) this.#unnamed.add(path)
    await this.#append('+', paths)
  }

  /** Forgets those of some files that were noted, because a manifest names them now. */
  async settle (paths: Iterable<string>): Promise<void> {
    await this.#append('-', [...paths].filter((path) => this.#unnamed.delete(path)))
  }

  /** Deletes every file that is noted and not named, with the folders that this empties. Returns how many there were. */
  async end (): Promise<number> {
    let removed = 0
    for (const path of this.#unnamed) {
      const target = join(this.#folder, path)
      if (existsSync(target)) removed++
      for (const file of [target, `${target}.tmp`]) await rm(file, { force: true })
      await removeEmpty(this.#folder, dirname(path))
    }
    await rm(join(this.#folder, JOURNAL), { force: true })
    return removed
  }

  async #append (sign: '+' | '-', paths: string[]): Promise<void> {
    if (paths.length > 0) await appendFile(join(this.#folder, JOURNAL), paths.map((path) => `${sign}${path}\n`).join(''))
  }
}

async function removeEmpty (folder: string, path: string): Promise<void> {
  if (path === '.') return
  const isGone = await rmdir(join(folder, path)).then(() => true, () => false) // it still holds something
  if (isGone) await removeEmpty(folder, dirname(path))
}
