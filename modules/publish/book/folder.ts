import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Folder, removeFile, replaceFile } from '../folder.ts'

/** A run writes its changes beside the folder, and moves them into it when all are complete. */

/** A file that lists what is removed; a run is complete once it is there. */
const COMPLETE = '.complete'

/** A folder whose changes are prepared in a second folder beside it. */
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
  const real = realPath(path)
  const [staging, lock] = [`${real}.next`, `${real}.lock`]
  const isComplete = () => existsSync(join(staging, COMPLETE))
  takeLock(lock, path)
  await withExit(
    () => rmSync(lock, { force: true }),
    async () => {
      if (isComplete()) Array.from(takeOver(real, staging))
      rmSync(staging, { recursive: true, force: true })
      await withExit(
        () => {
          if (!isComplete()) rmSync(staging, { recursive: true, force: true })
        },
        async () => {
          const folder = new StagedFolder(path, staging)
          await work(folder)
          await replaceFile(join(staging, COMPLETE), folder.removed.map((line) => `${line}\n`).join(''))
          Array.from(takeOver(real, staging))
        }
      )
    }
  )
}

/**
 * The path of a folder without symbolic links. If the folder does not exist, it is the path in its parent, which is
 * created.
 */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(resolve(path))
  mkdirSync(parent, { recursive: true })
  return join(realpathSync(parent), basename(path))
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
 * Takes the lock of a folder: a file with a process id. The lock of a process that has ended is void. Before a process
 * removes a void lock, it locks the lock itself, so that no process removes a lock that another has just taken.
 */
function takeLock(file: string, folder: string): void {
  while (!createLock(file)) {
    if (isVoid(file)) {
      takeLock(`${file}.lock`, folder)
      try {
        if (isVoid(file)) rmSync(file)
      } finally {
        rmSync(`${file}.lock`)
      }
    } else {
      const owner = ownerOf(file) // 0 if the owner has ended since
      if (owner) throw new Error(`process ${owner} is updating ${folder}: wait until it ends (its lock is ${file})`)
    }
  }
}

/** Creates a lock with its content in one step. Returns false if there is one. */
function createLock(file: string): boolean {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}\n`)
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own)
  }
}

/** The process that holds a lock; 0 if there is no lock. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isVoid(file: string): boolean {
  const owner = ownerOf(file)
  if (owner === 0) return existsSync(file)
  if (owner === process.pid) return true // the dead owner had the same process id, as in a container
  try {
    return !process.kill(owner, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM'
  }
}

/**
 * Moves the files of a complete run into its folder one by one, its lists last, and then removes the files that no list
 * names any more. All steps run without a pause, so that no signal interrupts them. After a kill, a second call
 * completes them.
 */
export function* takeOver(path: string, staging: string): Generator<string> {
  const removed = readFileSync(join(staging, COMPLETE), 'utf8').split('\n').slice(0, -1)
  yield* moveAll(staging, path)
  for (const file of removed) {
    removeFile(path, file)
    yield file
  }
  rmSync(staging, { recursive: true })
}

function* moveAll(from: string, to: string): Generator<string> {
  mkdirSync(to, { recursive: true })
  const entries = readdirSync(from, { withFileTypes: true }).filter(({ name }) => name !== COMPLETE)
  for (const { name } of entries.filter((it) => it.isDirectory())) yield* moveAll(join(from, name), join(to, name))
  for (const { name } of entries.filter((it) => it.isFile())) {
    move(join(from, name), join(to, name))
    yield join(to, name)
  }
}

/** Moves a file, also to another file system, as below a mount point. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    writeFileSync(`${to}.tmp`, readFileSync(from), { flush: true })
    renameSync(`${to}.tmp`, to)
    rmSync(from)
  }
}
