import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import { LayoutError, type Publication, type Source } from '../../adapters/source.ts'
import { findRecordings, type Interaction } from '../../pipelines/fetch/replay.ts'
import { asExpected, FIXTURES, readExpected, replay } from './fixture.ts'

const ERROR_PAGE =
  '<!DOCTYPE html><html><head><title>Request Rejected</title></head><body><h1>Sorry</h1><p>The ' +
  'page is not available.</p></body></html>\n'

/** The length of a document truncated by up to 100 bytes, with at least one that is not whitespace. */
function nearEnd(body: Uint8Array): number {
  return Math.min(
    body.length - Math.min(100, Math.ceil(body.length / 10)),
    body.findLastIndex((byte) => byte > 0x20)
  )
}

const DAMAGES: Array<[string, (body: Uint8Array) => Uint8Array]> = [
  ['empty', () => new Uint8Array()],
  ['truncated in the middle', (body) => body.subarray(0, Math.floor(body.length * 0.6))],
  ['truncated near its end', (body) => body.subarray(0, nearEnd(body))],
  ['an error page with status 200', () => Buffer.from(ERROR_PAGE)]
]

/** A publication whose request has every year increased by three. */
function threeYearsLater({ request, ...publication }: Publication): Publication {
  const later = (text: string) => text.replace(/(?:19|20)\d\d/g, (year) => String(Number(year) + 3))
  return {
    ...publication,
    request: {
      ...request,
      url: later(request.url),
      ...(request.body === undefined ? {} : { body: later(request.body) })
    }
  }
}

const rowsOf = async (source: Source, publications: Publication[]) =>
  (await Promise.all(publications.map((it) => source.parse(it)))).flat()

const sources = await loadSources()
const fixtures = (
  await Promise.all(
    sources.map(async (source) => {
      const recordings = await findRecordings(FIXTURES, source.code)
      return recordings.map((recording) => ({ name: relative(FIXTURES, recording.folder), source, recording }))
    })
  )
).flat()

it.each(sources)('finds a fixture of $code', ({ code }) => {
  expect(fixtures.map((it) => it.source.code)).toContain(code)
})

describe.each(fixtures)('fixtures/$name', ({ source, recording }) => {
  const answered = new Set<Interaction>()
  let publications: Publication[]

  beforeAll(async () => {
    publications = await replay(source, recording, answered)
  })

  it('uses every recorded answer', () => {
    expect(recording.interactions.filter((it) => !answered.has(it)).map(({ request }) => request.url)).toEqual([])
  })

  it('reads every row of its publications', async () => {
    expect((await rowsOf(source, publications)).map(asExpected)).toEqual(readExpected(recording.folder))
  })

  it('returns valid codes, types and decimals', async () => {
    for (const row of await rowsOf(source, publications)) {
      expect(row).toMatchObject({
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        base: expect.stringMatching(/^[A-Z]{3}$/),
        quote: expect.stringMatching(/^[A-Z]{3}$/),
        value: expect.stringMatching(/^\d+(\.\d+)?$/)
      })
      expect(source.rateTypes).toContain(row.type)
    }
  })

  it.each(DAMAGES)('refuses a document that is %s', async (_, damage) => {
    for (const publication of publications) {
      await expect(async () => source.parse({ ...publication, body: damage(publication.body) })).rejects.toThrow(
        LayoutError
      )
    }
  })

  it('refuses the answer to a request for other days', async () => {
    for (const publication of publications) {
      const { from, to } = source.requested?.(publication) ?? {}
      const days = source.requested?.(threeYearsLater(publication)) ?? {}
      if ((days.from === from && days.to === to) || (await source.parse(publication)).length === 0) continue
      await expect(async () => source.parse(threeYearsLater(publication)), publication.request.url).rejects.toThrow(
        LayoutError
      )
    }
  })

  it('refuses a document with a changed column', async () => {
    const changed = readdirSync(recording.folder).filter((file) => /^changed[-.]/.test(file))
    expect(changed).not.toHaveLength(0)
    for (const file of changed) {
      // changed.xml is a broken version of the first document with the same ending; changed-02.xml is a broken version
      // of 02.xml.
      const twin =
        /^changed-(.+)$/.exec(file)?.[1] ??
        recording.interactions
          .map((it) => it.response.bodyFile)
          .find((name) => name.endsWith(file.slice('changed'.length)))
      if (twin === undefined) {
        throw new Error(
          `${file} is the broken twin of a document with the same ending, and interactions.json names none: rename or delete it`
        )
      }
      const body = readFileSync(join(recording.folder, twin))
      const publication = publications.find((it) => body.equals(it.body))!
      expect(
        publication,
        `${file} breaks ${twin}, which the adapter does not yield: only documents with rates have a twin`
      ).toBeDefined()
      await expect(async () =>
        source.parse({ ...publication, body: readFileSync(join(recording.folder, file)) })
      ).rejects.toThrow(LayoutError)
    }
  })
})
