import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  findByHash,
  positionOf,
  readDocuments,
  type ReadDocument,
  type ReadPosition
} from '../documents/documents-query.ts'
import { ARCHIVE_LIST, ARCHIVE_MANIFEST, placeInArchive, type ArchiveManifest } from '../mirror/peer-archive.ts'
import type { Database } from '../../../sql/database.ts'
import { openFolder, replaceFile, replaceJson } from '../folder.ts'

const PAGE = 1000
const PRIVATE = 0o600 // a publisher may forbid the redistribution of its documents

interface DocumentsExport {
  /** The name of the instance, which labels the documents elsewhere. */
  origin: string
  /** Only the documents of these sources. */
  sources?: string[]
  /** Only documents read since this date. */
  since?: string
}

export interface DocumentsReport {
  documents: number
  /** The new files, and their bytes. */
  written: number
  bytes: number
}

/**
 * Writes the archived documents below a folder: a file for each distinct content, named by its SHA-256, and a list in
 * the order in which they were read.
 * Keeps the files of an earlier export and writes only new ones. Throws if the folder has other files.
 */
export async function exportDocumentsTo(
  folder: string,
  database: Database,
  { origin, sources, since }: DocumentsExport
): Promise<DocumentsReport> {
  await openFolder(folder, { manifest: ARCHIVE_MANIFEST, mode: 0o700 })
  await replaceJson(
    join(folder, ARCHIVE_MANIFEST),
    { format: 1, origin, created_at: new Date().toISOString() } satisfies ArchiveManifest,
    { mode: PRIVATE }
  )
  const report: DocumentsReport = { documents: 0, written: 0, bytes: 0 }
  async function* lines() {
    let after: ReadPosition | undefined
    for (
      let page: ReadDocument[];
      (page = await readDocuments(
        database,
        {
          sources,
          since
        },
        after,
        PAGE
      )).length > 0;
      after = positionOf(page.at(-1)!)
    ) {
      for (const document of page) await writeDocument(folder, database, document, report)
      yield page.map((it) => `${JSON.stringify(it)}\n`).join('')
    }
  }
  await replaceFile(join(folder, ARCHIVE_LIST), lines(), { mode: PRIVATE })
  return report
}

async function writeDocument(
  folder: string,
  database: Database,
  { sha256, size }: ReadDocument,
  report: DocumentsReport
): Promise<void> {
  report.documents += 1
  const place = join(folder, placeInArchive(sha256))
  if (statSync(place, { throwIfNoEntry: false })?.size === size) return
  const body = (await findByHash(database, sha256))!.bytes
  await replaceFile(place, body, { mode: PRIVATE })
  report.written += 1
  report.bytes += body.length
}
