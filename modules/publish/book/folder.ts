import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Folder, removeFile, replaceFile } from '../folder.ts'

/** The changes of a run are written beside the folder, and moved into it when all are there. */

/** A file that lists what is removed; a run is complete once it is there. */
const COMPLETE = '.complete'

const stagingOf = (folder: string) => `${resolve(folder)}.next`

/** A folder whose changes are made in another one beside it. */
export class StagedFolder extends Folder {
  readonly #staging: string
  readonly #written = new Set<string>()
  readonly #removed = new Set<string>()

  constructor(path: string, staging: string) {
    super(path)
    this.#staging = staging
  }

  /** The files to remove from the folder itself. */
  get removed(): string[] {
    return [...this.#removed]
  }

  override at(path: string): string {
    return this.#written.has(path) ? join(this.#staging, path) : super.at(path)
  }

  override has(path: string): boolean {
    return this.#written.has(path) || (!this.#removed.has(path) && super.has(path))
  }

  override async put(...[path, content, options]: Parameters<Folder['put']>): ReturnType<Folder['put']> {
    const put = await replaceFile(join(this.#staging, path), content, options)
    if (put.isWritten) this.#written.add(path)
    if (put.isWritten) this.#removed.delete(path)
    return put
  }

  /** Nothing: what a killed run has written is deleted. */
  override async note(): Promise<void> {}

  override remove(path: string): void {
    if (this.#written.delete(path)) rmSync(join(this.#staging, path))
    if (super.has(path)) this.#removed.add(path)
  }
}

/**
 * Runs work that changes a folder. Work that fails, or is killed, leaves the folder as it was; a run that is killed
 * while it moves its files into the folder is completed by the next one. Throws if another process works on the folder.
 */
export async function changeFolder(path: string, work: (folder: StagedFolder) => Promise<void>): Promise<void> {
  await mkdir(dirname(resolve(path)), { recursive: true })
  const staging = stagingOf(path)
  const isComplete = () => existsSync(join(staging, COMPLETE))
  const lockFile = await lock(path)
  await withExit(
    () => rmSync(lockFile, { force: true }),
    async () => {
      if (isComplete()) takeOver(path, staging)
      await rm(staging, { recursive: true, force: true })
      await withExit(
        () => {
          if (!isComplete()) rmSync(staging, { recursive: true, force: true })
        },
        async () => {
          const folder = new StagedFolder(path, staging)
          await work(folder)
          await replaceFile(join(staging, COMPLETE), folder.removed.map((line) => `${line}\n`).join(''))
          takeOver(path, staging)
        }
      )
    }
  )
}

/** Runs work, and then `end`, even if the process exits meanwhile, for example after a signal. */
export async function withExit(end: () => void, work: () => Promise<void>): Promise<void> {
  process.once('exit', end)
  try {
    await work()
  } finally {
    process.off('exit', end)
    end()
  }
}

/**
 * Takes the lock of a folder, a file next to it, and returns its path. The lock of a process that has ended is void.
 */
async function lock(folder: string): Promise<string> {
  const file = `${resolve(folder)}.lock`
  for (;;) {
    const handle = await open(file, 'wx').catch((error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (handle) {
      await handle.writeFile(`${process.pid}\n`)
      await handle.close()
      return file
    }
    const owner = await readOwner(file)
    if (owner !== undefined && isAlive(owner)) {
      throw new Error(`process ${owner} is updating ${folder}: wait until it ends (its lock is ${file})`)
    }
    const ended = `${file}.${process.pid}`
    await rename(file, ended).catch(() => {}) // another process was faster
    // If the other process has already taken the lock, this is its lock.
    if ((await readOwner(ended)) === owner) await rm(ended, { force: true })
    else await rename(ended, file).catch(() => {})
  }
}

/** The process that holds a lock. A process that has just created the file will write its number next. */
async function readOwner(file: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const text = await readFile(file, 'utf8').catch(() => 'gone')
    if (text === 'gone') return undefined
    if (text.endsWith('\n')) return Number(text)
    await new Promise((done) => setTimeout(done, 20))
  }
  return undefined
}

function isAlive(process_: number): boolean {
  if (process_ === process.pid) return false // it had the same number, as in a container
  try {
    return process.kill(process_, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/**
 * Removes and replaces the files of a folder by those of a complete run, its lists last; at one go, so that no signal
 * comes between.
 */
function takeOver(path: string, staging: string): void {
  const removed = readFileSync(join(staging, COMPLETE), 'utf8').split('\n').slice(0, -1)
  for (const file of removed) removeFile(path, file)
  moveAll(staging, path)
  rmSync(staging, { recursive: true })
}

function moveAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const entries = readdirSync(from, { withFileTypes: true }).filter(({ name }) => name !== COMPLETE)
  for (const { name } of entries.filter((it) => it.isDirectory())) moveAll(join(from, name), join(to, name))
  for (const { name } of entries.filter((it) => it.isFile())) renameSync(join(from, name), join(to, name))
}
