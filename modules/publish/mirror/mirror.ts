import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Publication, Source } from '../../../adapters/source.ts'
import type { Database } from '../../../sql/database.ts'
import { readPublication } from '../../../pipelines/load/archive.ts'
import { PeerError, type Peer, type PeerDocument } from './peer.ts'
import { loadPublication, runLocked, sumOf, type Outcome, type Pipeline } from '../../../pipelines/runs/run.ts'

const compress = promisify(gzip)

const LOCK_TIMEOUT = 30_000
const MAX_BATCH = 5000

/** The documents that a mirror would copy, and their cost. */
export interface MirrorPlan {
  /** The documents that the peer lists of known sources. */
  listed: number
  /** The number of these that are not loaded yet, and the number of those that must be fetched. */
  left: number
  documents: number
  bytes: number
  /** The cost at the peer, including another listing. */
  units: number
  /** The sources whose documents the peer lists, and those that this instance does not have. */
  sources: string[]
  unknown: string[]
}

interface MirrorProgress {
  source: string
  /** The documents before this one. */
  done: number
}

/** Successive documents of one run of the peer. */
interface PeerBatch {
  bank: string
  documents: PeerDocument[]
}

/** The rest of a batch: the documents not yet loaded, and when the last loaded one was loaded. */
interface Left {
  wanted: Array<PeerDocument & { isArchived: boolean }>
  lastRead?: string
}

/** Counts the listed documents of a peer that this instance does not have. Stores nothing. Throws a `PeerError`. */
export async function planMirror(database: Database, peer: Peer, sources: Source[]): Promise<MirrorPlan> {
  const plan: MirrorPlan = { listed: 0, left: 0, documents: 0, bytes: 0, units: 0, sources: [], unknown: [] }
  const known = new Set<string>()
  const unknown = new Set<string>()
  const asked = new Set<string>()
  for await (const batch of batchesOf(peer.list())) {
    if (!sources.some(({ code }) => code === batch.bank)) {
      unknown.add(batch.bank)
      continue
    }
    known.add(batch.bank)
    const { wanted } = await leftOf(database, batch)
    plan.listed += batch.documents.length
    plan.left += wanted.length
    for (const { sha256, size, units, isArchived } of wanted) {
      if (isArchived || asked.has(sha256)) continue
      asked.add(sha256)
      plan.bytes += size
      plan.units += units
    }
  }
  return {
    ...plan,
    documents: asked.size,
    units: plan.units + peer.listed,
    sources: [...known].sort(),
    unknown: [...unknown].sort()
  }
}

/**
 * Copies the documents of a peer and reads them with the adapters of this instance, in the peer's order and with one
 * run for each of the peer's runs, so that the checks see the same sequence. Loaded documents are not fetched again. If
 * a document cannot be fetched, its source stops there and the others go on. Throws a `PeerError` if the peer itself is
 * gone; documents read until then stay. Returns an outcome for each source with documents to read.
 */
export async function mirror(
  pipeline: Pipeline,
  peer: Peer,
  sources: Source[],
  onProgress?: (progress: MirrorProgress) => void
): Promise<Outcome[]> {
  const outcomes = new Map<string, [Outcome, ...Outcome[]]>()
  const stopped = new Set<string>()
  let done = 0
  for await (const batch of batchesOf(peer.list())) {
    const source = sources.find(({ code }) => code === batch.bank)
    if (!source || stopped.has(source.code)) continue
    const left = await leftOf(pipeline.database, batch)
    if (left.wanted.length === 0) continue
    const { outcome, isWhole } = await mirrorBatch(pipeline, peer, source, left, () =>
      onProgress?.({ source: source.code, done: done++ })
    )
    outcomes.set(source.code, [...(outcomes.get(source.code) ?? []), outcome] as [Outcome, ...Outcome[]])
    if (!isWhole) stopped.add(source.code)
  }
  return [...outcomes.values()].map(sumOf)
}

async function* batchesOf(documents: AsyncIterable<PeerDocument>): AsyncGenerator<PeerBatch> {
  let batch: PeerDocument[] = []
  for await (const document of documents) {
    const [first] = batch
    if (first && (first.run !== document.run || first.bank !== document.bank || batch.length === MAX_BATCH)) {
      yield { bank: first.bank, documents: batch }
      batch = []
    }
    batch.push(document)
  }
  if (batch[0]) yield { bank: batch[0].bank, documents: batch }
}

/** The rest of a batch. */
async function leftOf(database: Database, { bank, documents }: PeerBatch): Promise<Left> {
  const states = await database.write<{ is_done: boolean; loaded_at: string | null; is_archived: boolean }>(
    'select * from mirrored_documents($1, $2, $3, $4, $5, $6)',
    [
      bank,
      documents.map(({ method }) => method),
      documents.map(({ url }) => url),
      documents.map(({ request_body: body }) => body),
      documents.map(({ sha256 }) => sha256),
      documents.map(({ fetched_at: time }) => time)
    ]
  )
  const wanted = documents.flatMap((document, index) =>
    states[index]!.is_done ? [] : [{ ...document, isArchived: states[index]!.is_archived }]
  )
  const lastRead =
    states
      .map((it) => it.loaded_at ?? '')
      .sort()
      .at(-1) || undefined
  return { wanted, lastRead }
}

/** Runs one batch. It is incomplete if a document could not be fetched; later documents then wait. */
async function mirrorBatch(
  pipeline: Pipeline,
  peer: Peer,
  source: Source,
  { wanted, lastRead }: Left,
  onDocument: () => void
): Promise<{ outcome: Outcome; isWhole: boolean }> {
  const day = wanted[0]!.fetched_at.slice(0, 10)
  let isWhole = false
  let gone: unknown
  const outcome = await runLocked(
    pipeline,
    source,
    { kind: 'mirror', window: { from: day, to: day, today: day }, timeout: LOCK_TIMEOUT, resumes: lastRead },
    async (run, outcome) => {
      const failures: string[] = []
      try {
        for (const document of wanted) {
          onDocument()
          const taken = await take(pipeline.database, peer, document)
          if (!taken) continue
          await loadPublication(pipeline, source, { run, outcome, failures }, taken)
          outcome.publications += 1
        }
        isWhole = true
      } catch (error) {
        if (!(error instanceof PeerError) || error.isGone) gone = error
        throw error
      }
      return failures
    }
  )
  if (gone !== undefined && (gone instanceof PeerError || outcome.isCutOff)) throw gone
  return { outcome, isWhole }
}

/**
 * Archives a document, and fetches its bytes from the peer unless they are here. Undefined if this instance has
 * meanwhile received the same document from the publisher.
 */
async function take(
  database: Database,
  peer: Peer,
  document: PeerDocument
): Promise<{ id: number; publication: Publication } | undefined> {
  const {
    bank,
    method,
    url,
    request_headers: headers,
    request_body: body,
    media_type: mediaType,
    charset,
    sha256,
    size,
    fetched_at: time
  } = document
  const bytes = (await isStored(database, sha256)) ? null : await peer.fetch(document)
  const [kept] = await database.write<{ id: number }>(
    'select id from archive_mirrored($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [
      bank,
      method,
      url,
      JSON.stringify(headers),
      body,
      mediaType,
      charset,
      Buffer.from(sha256, 'hex'),
      size,
      bytes && (await compress(bytes)),
      peer.name,
      time
    ]
  )
  return kept && { id: kept.id, publication: (await readPublication(database, kept.id))! }
}

async function isStored(database: Database, sha256: string): Promise<boolean> {
  const rows = await database.write('select from size_of_document($1)', [Buffer.from(sha256, 'hex')])
  return rows.length > 0
}
