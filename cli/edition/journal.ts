import { existsSync } from 'node:fs'
import { appendFile, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin, replaceFile } from '../folder.ts'

const JOURNAL = '.publishing'

/**
 * The files that a run writes, and those that no manifest names any longer. Each is noted on the disk before it is touched, so that the run after one
 * that was cut off knows what to make again and what to clear away.
 */
export class Journal {
  readonly #folder: string
  readonly #unnamed: Set<string>
  readonly #doubtful: ReadonlySet<string>

  private constructor (folder: string, paths: string[]) {
    this.#folder = folder
    this.#unnamed = new Set(paths)
    this.#doubtful = new Set(paths)
  }

  /** The journal of a folder; what a run that was cut off left in it is still to be settled. */
  static async open (folder: string): Promise<Journal> {
    const file = join(folder, JOURNAL)
    const lines = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : []
    return new Journal(folder, lines.slice(0, -1).filter(isWithin)) // a line without its end is not whole
  }

  /** True for a file that a run which was cut off may have written: it need not be as its manifest says. */
  isDoubtful (path: string): boolean {
    return this.#doubtful.has(path)
  }

  /** Notes files that are about to be written, or will not be named any longer. */
  async note (...paths: string[]): Promise<void> {
    if (paths.length === 0) return
    for (const path of paths) this.#unnamed.add(path)
    await appendFile(join(this.#folder, JOURNAL), linesOf(paths))
  }

  /** Forgets files that a manifest names now. */
  async settle (paths: Iterable<string>): Promise<void> {
    for (const path of paths) this.#unnamed.delete(path)
    if (this.#unnamed.size > 0) await replaceFile(join(this.#folder, JOURNAL), linesOf(this.#unnamed))
    else await rm(join(this.#folder, JOURNAL), { force: true })
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
    for (const name of [JOURNAL, `${JOURNAL}.tmp`]) await rm(join(this.#folder, name), { force: true })
    return removed
  }
}

function linesOf (paths: Iterable<string>): string {
  return [...paths].map((path) => `${path}\n`).join('')
}

async function removeEmpty (folder: string, path: string): Promise<void> {
  if (path === '.') return
  const isGone = await rmdir(join(folder, path)).then(() => true, () => false) // it still holds something
  if (isGone) await removeEmpty(folder, dirname(path))
}
