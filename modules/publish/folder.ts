import { createHash } from 'node:crypto'
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Folders of files that a command writes and later updates. A manifest lists their files. */

export const MANIFEST = 'manifest.json'

const NAME = /^(?!\.\.?$|\.git$)[\w.=-]+$/

/** True for a relative path that stays within its folder and outside of `.git`. */
export function isWithin(path: string): boolean {
  return path.split('/').every((name) => NAME.test(name))
}

export interface Content {
  bytes: number
  sha256: string
}

/**
 * Creates a folder. Returns true if it has a manifest, false if it is empty except for `.git`. Throws if it has other
 * files.
 */
export async function openFolder(
  folder: string,
  { manifest = MANIFEST, mode }: { manifest?: string; mode?: number } = {}
): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode })
  if (existsSync(join(folder, manifest))) return true
  const others = (await readdir(folder)).filter((name) => name !== '.git')
  if (others.length > 0) {
    throw new Error(
      `${folder} contains other files, such as ${others[0]}: expected an empty folder or one that this command wrote`
    )
  }
  return false
}

/** A folder whose files a command reads, replaces and removes. */
export class Folder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Where to read a file. */
  at(path: string): string {
    return join(this.path, path)
  }

  has(path: string): boolean {
    return existsSync(this.at(path))
  }

  put(path: string, content: string | Buffer | Pieces, options?: Replacement): ReturnType<typeof replaceFile> {
    return replaceFile(join(this.path, path), content, options)
  }

  /** Adds lines to the notes of a run, for the next one if this one is killed. */
  async note(path: string, lines: string): Promise<void> {
    await appendFile(this.at(path), lines)
  }

  /** Removes a file, and folders that become empty. */
  remove(path: string): void {
    removeFile(this.path, path)
  }
}

/** Removes a file below a folder, and folders that become empty. */
export function removeFile(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true })
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(join(folder, parent))
    } catch {
      return // it has files
    }
  }
}

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

type Pieces = AsyncIterable<string | Buffer>

interface Replacement {
  /** The hash of the present file, which is kept if the new content has the same hash. */
  known?: string
  mode?: number
}

/** Writes a temporary file, and renames it to `target` once it is complete. */
export async function replaceFile(
  target: string,
  content: string | Buffer | Pieces,
  { known, mode }: Replacement = {}
): Promise<Content & { isWritten: boolean }> {
  const isWhole = typeof content === 'string' || Buffer.isBuffer(content)
  if (isWhole && known === sha256Of(content)) {
    return { bytes: Buffer.byteLength(content), sha256: known, isWritten: false }
  }
  const temporary = `${target}.tmp`
  await mkdir(dirname(target), { recursive: true })
  try {
    const written = await writeSynced(temporary, isWhole ? [content] : content, mode)
    const isWritten = written.sha256 !== known
    await (isWritten ? rename(temporary, target) : rm(temporary))
    return { ...written, isWritten }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A value as the text of a JSON file. */
export function jsonOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Replaces a file with a value as JSON. */
export async function replaceJson(target: string, value: object, options?: Replacement): Promise<void> {
  await replaceFile(target, jsonOf(value), options)
}

async function writeSynced(path: string, content: Pieces | Array<string | Buffer>, mode?: number): Promise<Content> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured() {
    for await (const piece of content) {
      hash.update(piece)
      bytes += Buffer.byteLength(piece)
      yield piece
    }
  }
  const file = await open(path, 'w', mode)
  try {
    await writeFile(file, measured())
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}
