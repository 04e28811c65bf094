import { headersOf, streamOf } from '../../../api/formats/index.ts'
import type { LongRows } from '../../../api/formats/rows.ts'
import { SHARED } from '../../../api/server/cache-control.ts'
import { listPartitions, readNewest, readPartition, scaleOf } from '../export/content.ts'
import type { EditionFiles, Known } from './files.ts'
import type { Entry } from './manifest.ts'

const NEWEST = 'parquet/newest.parquet'

/**
 * Writes all rates as Parquet, in a file for each source and year at `source=<code>/year=<year>`, as engines read a
 * partitioned table, and the newest tables of all sources as one file.
 */
export async function publishParquet(files: EditionFiles, codes: string[], known: Known): Promise<Entry[]> {
  const { database } = files.offline
  const partitions = (await listPartitions(database)).filter(
    ({ kind, source }) => kind === 'rates' && codes.includes(source)
  )
  const scale = scaleOf(partitions, 'parquet')
  const entries: Entry[] = []
  for (const partition of partitions) {
    const { source, year, rows, state } = partition
    const path = `parquet/source=${source}/year=${year}/rates.parquet`
    const before = known.get(path)
    const content = () => readPartition(database, partition, { scale, isPartitioned: true })
    entries.push(
      files.isCurrent(before, `${scale}/${state}`)
        ? before
        : await files.putFile({ ...fileOf(path, content()), rows, state: `${scale}/${state}` }, known)
    )
  }
  return [...entries, await files.putFile(fileOf(NEWEST, readNewest(database, codes, scale)), known)]
}

function fileOf(path: string, rows: LongRows) {
  return {
    path,
    content: streamOf({ fields: { rows }, rows: { list: 'rows', beside: [] } }, { format: 'parquet', bom: '0' }),
    contentType: headersOf('parquet')['Content-Type']!,
    cacheControl: SHARED
  }
}
