import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import type { Publication, Row, Source } from '../../adapters/source.ts'
import { findRecordings, type Recording } from '../../pipelines/fetch/replay.ts'
import { tablesOutside } from '../../pipelines/read/pairs.ts'
import { unreadIn } from '../../pipelines/read/unread.ts'
import { DOCUMENTS, hasDocuments, withDocuments } from '../support/documents.ts'
import { replay } from './fixture.ts'

// The windows of recordings that declare none, or that have further documents.
const WINDOWS: Record<string, Array<{ from: string; to: string }>> = {
  ecb: [
    { from: '2025-05-07', to: '2025-05-09' },
    { from: '1999-01-04', to: '2025-05-09' }
  ],
  hmrc: [
    { from: '2026-08-01', to: '2026-08-01' },
    { from: '2021-06-01', to: '2021-06-30' },
    { from: '2015-01-01', to: '2015-01-31' }
  ],
  rbi: [{ from: '2026-09-01', to: '2026-09-30' }]
}

// Recordings that lack the first page or the document. The page in the recording of botz is not the publisher's.
const INCOMPLETE = new Set(['bdm', 'bog', 'botz', 'boz', 'cbo', 'ch_estv', 'ch_estv_2024'])

// Incomplete recordings whose documents are read without the pages that lead to them.
const ANSWERS = new Set(['bog', 'cbo', 'ch_estv', 'ch_estv_2024'])

// Recordings whose tables were shortened. The file of ecb_historical breaks off in the baht.
const CUT = new Set(['bmf', 'ecb_historical'])

const sources = hasDocuments ? await loadSources() : []
const recordings = (
  await Promise.all(
    sources.map(async (source) =>
      (await findRecordings(`${DOCUMENTS}recordings/`, source.code)).map((recording) => {
        const name = basename(recording.folder)
        return { name, source, recording: { ...recording, windows: WINDOWS[name] ?? recording.windows } }
      })
    )
  )
)
  .flat()
  .filter(({ name }) => !INCOMPLETE.has(name) || ANSWERS.has(name))

withDocuments.it('finds the recordings', () => {
  expect(recordings).not.toHaveLength(0)
})

const sha256 = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')

function isFaulty({ base, quote, type, value }: Row, source: Source): boolean {
  return (
    !(base in CURRENCIES) ||
    !(quote in CURRENCIES) ||
    !/^\d+(\.\d+)?$/.test(value) ||
    /^0(\.0*)?$/.test(value) ||
    !source.rateTypes.includes(type)
  )
}

function answersOf({ source, folder, interactions }: Recording): Publication[] {
  return interactions.map(({ request, response }) => ({
    source,
    request: { headers: {}, ...request },
    mediaType: String(response.headers['content-type']),
    headers: {},
    body: readFileSync(join(folder, response.bodyFile))
  }))
}

withDocuments.describe.each(recordings)('recordings/$name', ({ name, source, recording }) => {
  let publications: Publication[]
  let tables: Array<{ url: string; rows: Row[] }>

  beforeAll(async () => {
    const answers = ANSWERS.has(name) ? answersOf(recording) : await replay(source, recording)
    // Several windows may return the same document.
    const distinct = new Map(answers.map((it) => [`${it.request.url} ${it.request.body} ${sha256(it.body)}`, it]))
    publications = [...distinct.values()]
    tables = await Promise.all(
      publications.map(async (it) => ({
        url: it.request.url,
        rows: await source.parse(it)
      }))
    )
  })

  it('has rows in every publication', () => {
    expect(tables).not.toHaveLength(0)
    expect(tables.filter(({ rows }) => rows.length === 0).map(({ url }) => url)).toEqual([])
  })

  it('has as many pairs in its newest tables as the source states', () => {
    const outside = tables.flatMap(({ rows }) => tablesOutside(source, { good: rows, bad: [] }, 30))
    if (CUT.has(name)) expect(outside).not.toEqual([])
    else expect(outside).toEqual([])
  })

  it('reads or leaves out by name every figure', async () => {
    const unnamed: string[] = []
    for (const publication of publications) {
      const found = await unreadIn(source, publication)
      unnamed.push(...found.flatMap(({ reason, place, example }) => (reason ? [] : `${place}, such as ${example}`)))
    }
    expect(unnamed).toEqual([])
  }, 300_000)

  it('returns only plausible rows', () => {
    expect(tables.flatMap(({ rows }) => rows.filter((row) => isFaulty(row, source)))).toEqual([])
  })
})
