import { copyFile, link, mkdir, open, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { replaceFile } from '../folder.ts'

/**
 * The changes of a run are made in a copy beside the folder, whose unchanged files are hard links, and moved into the
 * folder when all are there.
 */

const COMPLETE = '.complete'
const OWNED_BY_OTHERS = '.git'

const stagingOf = (folder: string) => `${resolve(folder)}.next`

/**
 * Runs work on a copy of a folder, and moves what it changed into the folder. Work that fails, or is killed, leaves the
 * folder as it was; a run that is killed while it moves the files is completed by the next one. Throws if another
 * process works on the folder.
 */
export async function changeFolder(folder: string, work: (staging: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(resolve(folder)), { recursive: true })
  const staging = stagingOf(folder)
  const isComplete = () => existsSync(join(staging, COMPLETE))
  const lockFile = await lock(folder)
  await withExit(
    () => rmSync(lockFile, { force: true }),
    async () => {
      if (isComplete()) takeOver(folder, staging)
      await rm(staging, { recursive: true, force: true })
      await withExit(
        () => {
          if (!isComplete()) rmSync(staging, { recursive: true, force: true })
        },
        async () => {
          await copyLinked(folder, staging)
          await work(staging)
          await replaceFile(join(staging, COMPLETE), '')
          takeOver(folder, staging)
        }
      )
    }
  )
}

/** Runs work, and then `end`, also if the process exits meanwhile, as after a signal. */
export async function withExit(end: () => void, work: () => Promise<void>): Promise<void> {
  process.once('exit', end)
  try {
    await work()
  } finally {
    process.off('exit', end)
    end()
  }
}

/** Takes the lock of a folder, a file beside it, and returns its path. That of a process that has ended is void. */
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
    // if it was also quick enough to take the lock, this is its lock
    if ((await readOwner(ended)) === owner) await rm(ended, { force: true })
    else await rename(ended, file).catch(() => {})
  }
}

/** The process that has a lock; one that has just made the file writes its number next. */
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

/** Copies a folder, without .git, to another one by hard links. */
async function copyLinked(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  if (!existsSync(from)) return
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === OWNED_BY_OTHERS) continue
    if (entry.isDirectory()) await copyLinked(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target).catch(() => copyFile(source, target)) // some file systems have no links
  }
}

/**
 * Moves the changed files of a complete copy into its folder, and deletes the files that the copy lacks; at one go, so
 * that no signal comes between.
 */
function takeOver(folder: string, staging: string): void {
  if (existsSync(folder)) {
    removeMissing(folder, staging)
    moveChanged(staging, folder)
    rmSync(staging, { recursive: true })
  } else {
    renameSync(staging, folder)
    rmSync(join(folder, COMPLETE))
  }
}

function moveChanged(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === COMPLETE) continue
    if (entry.isDirectory()) moveChanged(source, target)
    else if (!isSameFile(source, target)) renameSync(source, target)
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [lstatSync(one), lstatSync(other, { throwIfNoEntry: false })]
  return b !== undefined && a.ino === b.ino && a.dev === b.dev
}

function removeMissing(folder: string, staging: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [present, next] = [join(folder, entry.name), join(staging, entry.name)]
    if (entry.name === OWNED_BY_OTHERS) continue
    const isKept = statSync(next, { throwIfNoEntry: false })?.isDirectory() === entry.isDirectory()
    if (!isKept && !entry.isSymbolicLink()) rmSync(present, { recursive: true })
    else if (entry.isDirectory()) removeMissing(present, next)
  }
}
