import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { streamOf } from '../../../api/formats/index.ts'
import { listPartitions, readPartition, readSources, scaleOf } from './content.ts'
import type { LongRows } from '../../../api/formats/rows.ts'
import type { Database } from '../../../sql/database.ts'
import { EXPORT_FORMATS, type ExportOptions } from './options.ts'
import { MANIFEST, openFolder, replaceFile, replaceJson, type Content } from '../folder.ts'

const manifestFile = z.object({
  path: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  state: z.string()
})
const manifest = z.object({ format: z.enum(EXPORT_FORMATS), scale: z.int(), files: z.array(manifestFile) })

type ManifestFile = z.output<typeof manifestFile>
type Manifest = z.output<typeof manifest>

interface ExportReport {
  files: number
  rows: number
  written: number
  removed: number
}

/**
 * Writes all rates, revisions and sources below a folder: a file for each source and year, and a manifest with their
 * rows, bytes and SHA-256. Writes only files that changed since the last export. Throws if the folder has other files,
 * and for figures that Parquet cannot hold.
 */
export async function exportTo(
  folder: string,
  database: Database,
  { format, since }: ExportOptions
): Promise<ExportReport> {
  const before = await readManifest(folder, format)
  const partitions = await listPartitions(database, since)
  const scale = scaleOf(partitions, format)
  const kept = new Map(before && before.scale === scale ? before.files.map((it) => [it.path, it]) : [])
  const files: ManifestFile[] = []
  let written = 0
  for (const partition of partitions) {
    const path = `${partition.kind}/${partition.source}/${partition.year}.${format}`
    const same = kept.get(path)
    const isKept = same?.state === partition.state && existsSync(join(folder, path))
    if (!isKept) written++
    files.push(
      isKept
        ? same
        : {
            path,
            rows: partition.rows,
            state: partition.state,
            ...(await writeRows(folder, path, readPartition(database, partition, { since, scale }), format))
          }
    )
  }
  const sources = `sources.${format}`
  const [{ count } = { count: 0 }] = await database.read<{ count: number }>(
    'select count(*) as count from ratebook_data.sources'
  )
  files.push({
    path: sources,
    rows: count,
    state: '',
    ...(await writeRows(folder, sources, readSources(database), format))
  })
  await replaceJson(join(folder, MANIFEST), { format, scale, files } satisfies Manifest)
  const gone = before?.files.filter(({ path }) => !files.some((it) => it.path === path)) ?? []
  for (const { path } of gone) await rm(join(folder, path), { force: true })
  return { files: files.length, rows: files.reduce((sum, { rows }) => sum + rows, 0), written, removed: gone.length }
}

async function readManifest(folder: string, format: string): Promise<Manifest | undefined> {
  if (!(await openFolder(folder))) {
    // so that the next run can continue an interrupted first export
    await replaceJson(join(folder, MANIFEST), { format, scale: 0, files: [] })
    return undefined
  }
  const found = manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  if (found.format !== format) {
    throw new Error(`${folder} holds an export in ${found.format}: expected another folder for ${format}`)
  }
  return found
}

async function writeRows(
  folder: string,
  path: string,
  rows: LongRows,
  format: ExportOptions['format']
): Promise<Content> {
  const { bytes, sha256 } = await replaceFile(
    join(folder, path),
    streamOf({ fields: { rows }, rows: { list: 'rows', beside: [] } }, { format, bom: '0' })
  )
  return { bytes, sha256 }
}
