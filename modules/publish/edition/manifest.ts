import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isWithin, MANIFEST, openFolder, replaceFile, sha256Of } from '../folder.ts'

/** The manifest of a static edition lists its parts; a part lists files, one per line. */

const path = z.string().refine(isWithin, 'expected a path within the folder')

const entry = z.object({
  path,
  content_type: z.string(),
  cache_control: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  rows: z.int().optional(),
  state: z.string().optional()
})

const part = z.object({ path, content_type: z.string(), cache_control: z.string(), source: z.string().nullable() })

const manifest = z.object({
  edition: z.literal(1),
  version: z.string(),
  from_year: z.int().nullable(),
  without: z.array(z.string()),
  base_url: z.string().nullable(),
  parts: z.array(part)
})

/** A file of an edition. */
export type Entry = z.output<typeof entry>

/** The list of the files of one source, or of those that belong to no source. */
export type Part = z.output<typeof part>

export type EditionManifest = z.output<typeof manifest>

const SOURCES = 'manifest/source'
const ENDING = '.ndjson'
const PART = { content_type: 'application/x-ndjson', cache_control: 'public, max-age=300' }

export const EDITION_PART: Part = { path: 'manifest/edition.ndjson', ...PART, source: null }
export const PARQUET_PART: Part = { path: 'manifest/parquet.ndjson', ...PART, source: null }
export const LOG_PART: Part = { path: 'manifest/log.ndjson', ...PART, source: null }

export function partOf(source: string): Part {
  return { path: `${SOURCES}/${source}${ENDING}`, ...PART, source }
}

/** The existing parts of sources. */
export async function listParts(folder: string): Promise<Part[]> {
  const names = existsSync(join(folder, SOURCES)) ? await readdir(join(folder, SOURCES)) : []
  return names.filter((name) => name.endsWith(ENDING)).map((name) => partOf(name.slice(0, -ENDING.length)))
}

/** The manifest of an earlier run; undefined for an empty folder. Throws if the folder has other files. */
export async function readManifest(folder: string): Promise<EditionManifest | undefined> {
  if (!(await openFolder(folder))) return undefined
  const { success, data } = manifest.safeParse(jsonOf(await readFile(join(folder, MANIFEST), 'utf8')))
  if (!success) throw new Error(`${folder} contains other files: its ${MANIFEST} is not that of a static edition`)
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes the manifest if it changed. */
export async function writeManifest(folder: string, content: EditionManifest): Promise<void> {
  await replaceText(join(folder, MANIFEST), `${JSON.stringify(content, null, 2)}\n`)
}

/** The files of a part, by path; empty for a missing part. Throws for an invalid line. */
export async function readPart(folder: string, { path }: Part): Promise<Map<string, Entry>> {
  if (!existsSync(join(folder, path))) return new Map()
  const lines = (await readFile(join(folder, path), 'utf8')).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => entry.parse(JSON.parse(line))).map((it) => [it.path, it]))
}

/** Writes a part if it changed. */
export async function writePart(folder: string, { path }: Part, entries: Entry[]): Promise<void> {
  const lines = entries
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((it) => `${JSON.stringify(it)}\n`)
  await replaceText(join(folder, path), lines.join(''))
}

async function replaceText(target: string, text: string): Promise<void> {
  await replaceFile(target, text, { known: existsSync(target) ? sha256Of(await readFile(target)) : undefined })
}
