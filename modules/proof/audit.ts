import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Source } from '../../adapters/source.ts'
import { GrowingTree, hashLeaf, hashNode } from './kit/merkle.ts'
import type { Checkpoint } from './kit/note.ts'
import { entriesOf, TILE_WIDTH } from './kit/tiles.ts'
import type { Database } from '../../sql/database.ts'
import { readPublication } from '../../pipelines/load/archive.ts'
import type { Parser } from '../../pipelines/read/parser.ts'
import { perOneUnit } from '../../pipelines/load/normalize.ts'

const gunzip = promisify(zlib.gunzip)

/** A stored item that differs from its log entry, or a fault of the log itself. */
export interface Fault {
  /** The index of the entry in the log, if there is one. */
  leaf?: number
  source?: string
  publication?: number
  fault: string
}

export interface Audit {
  size: number
  root: Buffer
  faults: Fault[]
}

interface AuditOptions {
  database: Pick<Database, 'read' | 'write'>
  parser: Parser
  sources: Source[]
  /** Earlier states that the log must extend. */
  checkpoints?: Checkpoint[]
  onSource?: (code: string) => void
}

/**
 * Recalculates the whole log from its entries, its tiles and the stored data, and reports every difference: each leaf,
 * publication, document and rate that was changed after its load. The log must extend the given checkpoints.
 */
export async function auditLog({
  database,
  parser,
  sources,
  checkpoints = [],
  onSource = () => {}
}: AuditOptions): Promise<Audit> {
  const { size, root, faults } = await auditTree(database, checkpoints)
  const codes = await database.write<{ code: string }>(
    'select source as code from log_entries union select source from publications order by 1'
  )
  for (const { code } of codes) {
    onSource(code)
    faults.push(...(await auditSource(database, code, { parser, source: sources.find((it) => it.code === code) })))
    faults.push(...(await auditDocuments(database, code)))
  }
  return { size, root, faults }
}

/** Calculates the tree from its entries and compares it with its tiles. */
async function auditTree(database: AuditOptions['database'], checkpoints: Checkpoint[]): Promise<Audit> {
  const [head] = await database.write<{ size: number; root: Buffer }>('select size, root from log_head()')
  const { size } = head!
  const [tree, faults]: [GrowingTree, Fault[]] = [new GrowingTree(), []]
  const compare = () => {
    const other = checkpoints.find((it) => it.size === tree.size && !it.root.equals(tree.root()))
    if (other) {
      faults.push({
        fault: `the log does not start with the checkpoint of ${tree.size} entries that ${other.origin} signed: its history was rewritten`
      })
    }
  }
  compare()
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
    const [tile] = await database.write<{ bundle: Buffer | null; hashes: Buffer | null }>(
      'select log_bundle($1, $2) as bundle, log_tile(0, $1, $2) as hashes',
      [index, width]
    )
    if (!tile?.bundle || !tile.hashes) {
      faults.push({
        fault: `some of the log entries ${index * TILE_WIDTH} to ${index * TILE_WIDTH + width - 1} are missing`
      })
      break
    }
    for (const [at, entry] of entriesOf(tile.bundle).entries()) {
      const hash = hashLeaf(entry)
      if (!hash.equals(tile.hashes.subarray(at * 32, at * 32 + 32))) {
        faults.push({ leaf: index * TILE_WIDTH + at, fault: 'the entry differs from the one that was logged' })
      }
      tree.add(hash)
      compare()
    }
  }
  faults.push(...(await auditNodes(database)))
  for (const { origin, size: wanted } of checkpoints)
    if (wanted > size) {
      faults.push({
        fault: `the log has ${size} entries, but the checkpoint that ${origin} signed had ${wanted}: entries were removed`
      })
    }
  if (faults.length === 0 && !tree.root().equals(head!.root)) {
    faults.push({ fault: 'the tree of the log does not match its entries' })
  }
  return { size, root: tree.root(), faults }
}

interface Node {
  height: number
  index: number
  hash: Buffer
  left: Buffer
  right: Buffer
}

const NODES = `
  select above.height, above.index, above.hash, one.hash as left, other.hash as right
  from log_nodes above
  left join log_nodes one on one.height = above.height - 1 and one.index = above.index * 2
  left join log_nodes other on other.height = above.height - 1 and other.index = above.index * 2 + 1
  where above.height > 0 and (above.height, above.index) > ($1, $2)
  order by above.height, above.index
  limit 10000`

async function auditNodes(database: AuditOptions['database']): Promise<Fault[]> {
  const faults: Fault[] = []
  let last = { height: 0, index: -1 }
  for (;;) {
    const nodes = await database.write<Node>(NODES, [last.height, last.index])
    for (const { height, index, hash, left, right } of nodes) {
      if (!left || !right || !hashNode(left, right).equals(hash)) {
        faults.push({ fault: `node ${index} of height ${height} is not the hash of the two below it` })
      }
    }
    if (nodes.length === 0) return faults
    last = nodes.at(-1)!
  }
}

interface LogFault {
  leaf: number | null
  publication_id: number
  known_at: string
  fault: string
}

async function auditSource(
  database: AuditOptions['database'],
  code: string,
  reader: { parser: Parser; source?: Source }
): Promise<Fault[]> {
  const found = await database.write<LogFault>(
    'select leaf, publication_id, known_at::text, fault from log_faults($1) order by leaf, fault',
    [code]
  )
  const faults: Fault[] = []
  for (const { leaf, publication_id: publication, known_at: knownAt, fault } of found) {
    const rows = fault.includes('rows')
      ? await differingRows(database, { publication, knownAt }, reader).catch(() => [])
      : []
    faults.push({
      leaf: leaf ?? undefined,
      source: code,
      publication,
      fault: rows.length === 0 ? fault : `${fault}: ${rows.join('; ')}`
    })
  }
  return faults
}

interface StoredRow {
  base: string
  quote: string
  type: string
  date: string
  value: string
}

const ROWS = `
  select base, quote, type, date, value::text as value from rates where publication_id = $1 and known_at = $2
  union all
  select base, quote, type, date, value::text from rate_revisions where publication_id = $1 and known_at = $2
  order by 1, 2, 3, 4`

const MAX_NAMED = 10

/** The rows of a load whose value differs from that of its document: they were changed without a log entry. */
async function differingRows(
  database: AuditOptions['database'],
  { publication, knownAt }: { publication: number; knownAt: string },
  { parser, source }: { parser: Parser; source?: Source }
): Promise<string[]> {
  if (!source) return []
  const stored = await database.write<StoredRow>(ROWS, [publication, knownAt])
  const document = await readPublication(database, publication)
  if (!document) return []
  const printed = new Map(
    (await parser.parse(source, document)).map(({ base, quote, type, date, value, unit = 1 }) => [
      `${base} ${quote} ${type} ${date}`,
      perOneUnit(value, unit)
    ])
  )
  const names = stored.flatMap(({ base, quote, type, date, value }) => {
    const key = `${base} ${quote} ${type} ${date}`
    return printed.get(key) === value
      ? []
      : [`${key} is stored as ${value}, and the document has ${printed.get(key) ?? 'no such rate'}`]
  })
  return names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), `and ${names.length - MAX_NAMED} more`] : names
}

/** The publications whose archived bytes do not match their hash. */
async function auditDocuments(database: AuditOptions['database'], code: string): Promise<Fault[]> {
  const ids = await database.write<{ id: number; leaf: number | null }>(
    'select id, (select min(index) from log_entries it join log_nodes on entry_id = it.id where publication_id = ' +
      'publications.id) as leaf from publications where source = $1 order by id',
    [code]
  )
  const faults: Fault[] = []
  for (const { id, leaf } of ids) {
    const [stored] = await database.write<{ sha256: Buffer; gzip: Buffer | null }>(
      'select sha256, gzip from publications left join lateral bytes_of_document(sha256) on true where id = $1',
      [id]
    )
    const bytes = stored?.gzip && (await gunzip(stored.gzip).catch(() => undefined))
    if (!bytes || !createHash('sha256').update(bytes).digest().equals(stored.sha256)) {
      faults.push({
        leaf: leaf ?? undefined,
        source: code,
        publication: id,
        fault: stored?.gzip
          ? 'the archived document is not the one that was fetched: its SHA-256 differs'
          : 'the document is not stored'
      })
    }
  }
  return faults
}
