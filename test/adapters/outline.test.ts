import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../adapters/registry.ts'
import type { Publication } from '../../adapters/source.ts'
import { atOldPlaces, movesOf } from '../../pipelines/care/moves.ts'
import { outlineOf } from '../../pipelines/read/outline.ts'
import { findRecordings } from '../../pipelines/fetch/replay.ts'
import { FIXTURES, replay } from './fixture.ts'

const documentOf = (text: string): Publication => ({
  source: 'test',
  request: { method: 'GET', url: 'https://example.com/', headers: {} },
  mediaType: 'text/plain',
  headers: {},
  body: Buffer.from(text)
})
const changesOf = async (before: string, after: string) => {
  return movesOf(await outlineOf(documentOf(before)), await outlineOf(documentOf(after))).filter(
    (it) => it.before !== it.after
  )
}

describe('the moved parts of a document', () => {
  it('lists moved columns of an HTML table', async () => {
    const page = (...columns: string[]) =>
      `<html><h1>Rates of 5 May</h1><table id="rates"><tr>${columns.map((it) => `<th>${it}</th>`).join('')}</tr><tr><td>USD</td><td>1.1</td></tr></table></html>`
    expect(
      await changesOf(
        page('Code', 'Buying', 'Selling'),
        page('Code', 'Unit', 'Buying').replace('5 May', '6 May').replace('"rates"', '"list"')
      )
    ).toEqual([
      { label: 'Selling', before: 'table 1, row 1, column 3', after: undefined },
      { label: '#rates', before: 'page', after: undefined },
      { label: 'Unit', before: undefined, after: 'table 1, row 1, column 2' },
      { label: '#list', before: undefined, after: 'page' },
      { label: 'Buying', before: 'table 1, row 1, column 2', after: 'table 1, row 1, column 3' }
    ])
  })

  it('lists moved elements and attributes of XML', async () => {
    expect(
      await changesOf('<a><rate code="USD">1.1</rate></a>', '<a><rates><rate iso="USD">1.1</rate></rates></a>')
    ).toEqual([
      { label: '@code', before: '/a/rate', after: undefined },
      { label: '<rates>', before: undefined, after: '/a' },
      { label: '@iso', before: undefined, after: '/a/rates/rate' },
      { label: '#.#', after: '/a/rates[]/rate[]' },
      { label: '<rate>', before: '/a', after: '/a/rates' },
      { label: 'USD', before: '/a/rate/@code', after: '/a/rates/rate/@iso' }
    ])
  })

  it('lists moved keys of JSON, and changed formats of figures', async () => {
    expect(
      await changesOf('{"rates":[{"code":"USD","value":"1.1"}]}', '{"rates":[{"code":"USD","rate":"1,1"}]}')
    ).toEqual([
      { label: 'value', before: '$.rates[]', after: undefined },
      { label: 'rate', before: undefined, after: '$.rates[]' },
      { label: '#,#', after: '$.rates[].rate' }
    ])
  })

  it('lists moved columns of CSV with any delimiter', async () => {
    expect(await changesOf('Date;Code;Rate\n2026-01-05;USD;1,1\n', 'Date;Rate;Code\n05.01.2026;1,1;USD\n')).toEqual([
      { label: '#.#.#', after: 'rows, column 1' },
      { label: '#,#', after: 'rows, column 2' },
      { label: 'Code', before: 'row 1, column 2', after: 'row 1, column 3' },
      { label: 'Rate', before: 'row 1, column 3', after: 'row 1, column 2' },
      { label: 'USD', before: 'row 2, column 2', after: 'row 2, column 3' }
    ])
  })
})

it('returns the values at the former places of figures', async () => {
  const [before, after] = [
    await outlineOf(documentOf('Code,Rate\nUSD,"1,234.50"\n')),
    await outlineOf(documentOf('Code,Unit,Rate\nUSD,100,1.2\n'))
  ]
  expect(
    atOldPlaces([{ date: '2026-01-05', base: 'USD', quote: 'XXX', type: 'official', value: '1234.50' }], before, after)
  ).toEqual([
    {
      date: '2026-01-05',
      base: 'USD',
      quote: 'XXX',
      type: 'official',
      value: '1234.50',
      place: 'row 2, column 2',
      found: '100'
    }
  ])
})

const fixtures = (
  await Promise.all(
    (await loadSources()).map(async (source) => {
      const recordings = await findRecordings(FIXTURES, source.code)
      return recordings.map((recording) => ({ name: relative(FIXTURES, recording.folder), source, recording }))
    })
  )
).flat()

it('contains the figures of most fixtures, in all formats', async () => {
  const [formats, lost]: [Set<string>, string[]] = [new Set(), []]
  let documents = 0
  for (const { name, source, recording } of fixtures) {
    for (const publication of await replay(source, recording)) {
      const [rows, outline] = [await source.parse(publication), await outlineOf(publication)]
      const found = atOldPlaces(rows, outline, outline).filter(({ place }) => place !== undefined)
      formats.add(outline.format)
      documents += 1
      if (found.length < 0.9 * rows.length) lost.push(`${name} as ${outline.format}: ${found.length} of ${rows.length}`)
    }
  }
  expect([...formats].sort()).toEqual(expect.arrayContaining(['CSV', 'HTML', 'JSON', 'PDF', 'XML', 'workbook']))
  expect(lost.length, lost.join('\n')).toBeLessThan(documents / 20)
})

it('differs for most broken twins; the others differ only in a figure', async () => {
  const [shown, silent]: [string[], string[]] = [[], []]
  for (const { name, source, recording } of fixtures) {
    const publications = await replay(source, recording)
    for (const file of readdirSync(recording.folder).filter((it) => /^changed[-.]/.test(it))) {
      const twin =
        /^changed-(.+)$/.exec(file)?.[1] ??
        recording.interactions.map((it) => it.response.bodyFile).find((it) => it.endsWith(file.slice('changed'.length)))
      const body = readFileSync(join(recording.folder, twin!))
      const good = publications.find((it) => body.equals(it.body))!
      const changes = movesOf(
        await outlineOf(good),
        await outlineOf({ ...good, body: readFileSync(join(recording.folder, file)) })
      ).filter((it) => it.before !== it.after)
      if (changes.length > 0) shown.push(name)
      else silent.push(`${name}/${file}`)
    }
  }
  expect(silent.length, silent.join('\n')).toBeLessThan(shown.length / 3)
})
