import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isWithin, MANIFEST, sha256Of, type Folder } from '../folder.ts'

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

export const manifest = z.object({
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
export async function listParts(folder: Folder): Promise<Part[]> {
  const names = folder.has(SOURCES) ? await readdir(folder.at(SOURCES)) : []
  return names.filter((name) => name.endsWith(ENDING)).map((name) => partOf(name.slice(0, -ENDING.length)))
}

/** The manifest of an earlier run, if there was one. Throws if the file is not a manifest of an edition. */
export async function readManifest(folder: Folder): Promise<EditionManifest | undefined> {
  if (!folder.has(MANIFEST)) return undefined
  const { success, data } = manifest.safeParse(jsonOf(await readFile(folder.at(MANIFEST), 'utf8')))
  if (!success)
    throw new Error(`${folder.path} contains other files: its ${MANIFEST} is not the manifest of a static edition`)
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
export async function writeManifest(folder: Folder, content: EditionManifest): Promise<void> {
  await replaceText(folder, MANIFEST, `${JSON.stringify(content, null, 2)}\n`)
}

/** The files of a part, by path; empty for a missing part. Throws for an invalid line. */
export async function readPart(folder: Folder, { path }: Part): Promise<Map<string, Entry>> {
  if (!folder.has(path)) return new Map()
  const lines = (await readFile(folder.at(path), 'utf8')).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => entry.parse(JSON.parse(line))).map((it) => [it.path, it]))
}

/** Writes a part if it changed. */
export async function writePart(folder: Folder, { path }: Part, entries: Entry[]): Promise<void> {
  const lines = entries
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((it) => `${JSON.stringify(it)}\n`)
  await replaceText(folder, path, lines.join(''))
}

async function replaceText(folder: Folder, path: string, text: string): Promise<void> {
  await folder.put(path, text, { known: folder.has(path) ? sha256Of(await readFile(folder.at(path))) : undefined })
}
