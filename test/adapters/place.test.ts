import { describe, expect, it } from 'vitest'
import { readCsvRows } from '../../adapters/kit/csv.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import { packed, unzip } from '../../adapters/kit/zip.ts'
import { loadSources } from '../../adapters/registry.ts'
import type { Publication, Row, Source } from '../../adapters/source.ts'
import { perOneUnit } from '../../pipelines/load/normalize.ts'
import { findPlace } from '../../pipelines/read/place.ts'
import { placeFinder } from '../../pipelines/read/reread.ts'
import { findRecordings } from '../../pipelines/fetch/replay.ts'
import type { Place } from '../../adapters/kit/reading.ts'
import { identity } from '../support/service.ts'
import { parser } from '../support/parser.ts'
import { FIXTURES, replay } from './fixture.ts'

const sources = await loadSources()

function find(
  source: Source,
  publication: Publication,
  { base, quote, type, date, value, unit = 1 }: Row
): Promise<Place | undefined> {
  const {
    request: { url, method },
    mediaType,
    charset,
    body
  } = publication
  const entry = {
    leaf: 0,
    entry: '',
    inclusion: null,
    publication: 1,
    url,
    method,
    body: publication.request.body ?? null,
    media_type: mediaType,
    charset: charset ?? null,
    size: body.length
  }
  const rate = { base, quote, type, date, value: perOneUnit(value, unit), unit: String(unit) }
  return placeFinder(parser, [source])({ source: source.code, entry, bytes: Buffer.from(body) }, rate)
}

const markedIn = (place?: Place) =>
  place?.lines.flatMap(({ label, pieces }) =>
    pieces.filter(({ isFigure }) => isFigure).map(({ text }) => [label, text])
  ) ?? []

async function firstPlaces(code: string, count: number) {
  const source = sources.find((it) => it.code === code)!
  const [recording] = await findRecordings(FIXTURES, code)
  const [publication] = await replay(source, recording!)
  const rows = await source.parse(publication!)
  return Promise.all(rows.slice(0, count).map(async (row) => ({ row, place: await find(source, publication!, row) })))
}

describe('the place of a figure', () => {
  it('points at the printed digits in XML, also for 100 units and for a gram', async () => {
    const places = await firstPlaces('bnr', 7)
    expect(places.map(({ place }) => markedIn(place))).toEqual(
      ['0.0920', '5.0905', '1.3247', '2.7816', '4.3557', '621.3365', '5.9535'].map((figure) => [['2', figure]])
    )
    expect(places.every(({ place }) => place!.isProven && !place!.isCells)).toBe(true)
  })

  it.each([
    ['nbp', false],
    ['cbr', false],
    ['bcra', false],
    ['cbe', true],
    ['brb', true]
  ])('is found for a figure in every document of %s', async (code, isCells) => {
    const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
    for (const { row, place } of await firstPlaces(code, 5)) {
      expect(place, `${row.base} ${row.quote} ${row.date}`).toMatchObject({ isCells, isProven: !isCells })
      expect(markedIn(place).map(([, text]) => digits(text!))).toEqual([expect.stringContaining(digits(row.value))])
    }
  })

  const made: Source = {
    ...identity('made', 'EUR'),
    async *fetch() {},
    parse: (publication) =>
      readCsvRows(publication)
        .slice(1)
        .map(([date, quote, , value]) => ({
          date: date!,
          base: 'EUR',
          quote: quote!,
          type: 'reference',
          value: value!.replace(',', '.')
        }))
  }
  const document = (text: string): Publication => ({
    source: 'made',
    request: { method: 'GET', url: 'https://example.com/', headers: {} },
    mediaType: 'text/csv',
    headers: {},
    body: Buffer.from(text)
  })

  it('points at the number that the adapter reads, if several have the same digits', async () => {
    const publication = document(
      'day,code,former,rate\n2026-01-05,USD,1.10,1.20\n2026-01-05,GBP,1.20,1.10\n2026-01-05,CAD,1.10,1.10\n'
    )
    const rows = await made.parse(publication)
    const places = await Promise.all(rows.map((row) => find(made, publication, row)))
    expect(places.map((place) => place!.lines.find(({ pieces }) => pieces.length > 1)!.pieces[0]!.text)).toEqual([
      '2026-01-05,USD,1.10,',
      '2026-01-05,GBP,1.20,',
      '2026-01-05,CAD,1.10,'
    ])
  })

  it('includes the surrounding lines of the document', async () => {
    const publication = document('day,code,former,rate\r\n2026-01-05,USD,é,"1,20"\r\n')
    const [row] = await made.parse(publication)
    const place = await find(made, publication, row!)
    expect(place!.lines).toEqual([
      { label: '1', pieces: [{ text: 'day,code,former,rate', isFigure: false }] },
      {
        label: '2',
        pieces: [
          { text: '2026-01-05,USD,é,"', isFigure: false },
          { text: '1,20', isFigure: true },
          { text: '"', isFigure: false }
        ]
      }
    ])
  })

  it('is undefined if the document has no such row', async () => {
    const publication = document('day,code,former,rate\n2026-01-05,USD,1.10,1.20\n')
    const [row] = await made.parse(publication)
    expect(await find(made, publication, { ...row!, value: '1.30' })).toBeUndefined()
    expect(await find(made, publication, { ...row!, quote: 'JPY' })).toBeUndefined()
  })

  const day = (index: number) => addDays('2000-01-01', index)
  const rate = (value: string, date: string) => ({
    base: 'EUR',
    quote: 'USD',
    type: 'reference',
    date,
    value,
    unit: '1'
  })
  const publicationIn = (body: Uint8Array): Publication => ({ ...document(''), body })

  /** Finds a rate, and adds up the bytes that are read for it. */
  async function findCounting(parse: (body: Uint8Array) => Row[], body: Uint8Array, wanted: ReturnType<typeof rate>) {
    let bytes = 0
    const place = await findPlace(
      (it) => {
        bytes += it.length
        return parse(it)
      },
      publicationIn(body),
      wanted
    )
    return { place, bytes }
  }

  it('points at a line of the text in an archive of many days, and reads the text once', async () => {
    const text = Buffer.from(
      `day,code,former,rate\n${Array.from({ length: 7_000 }, (_, at) => `${day(at)},USD,1.${1_000 + at},1.${1_001 + at}\n`).join('')}`
    )
    const parse = (body: Uint8Array) => made.parse(publicationIn(unzip(body)['rates.csv']!)) as Row[]
    const { place, bytes } = await findCounting(parse, packed('rates.csv', text), rate('1.4001', day(3_000)))
    expect(place).toMatchObject({ where: 'line 3002', isProven: true, isCells: false })
    expect(place!.lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))[2]).toBe(
      `${day(3_000)},USD,1.4000,1.4001`
    )
    expect(bytes).toBeLessThan(1.1 * text.length)
  })

  it('does not point at a line of another day with the same digits in a long text', async () => {
    const text = Buffer.from(Array.from({ length: 7_000 }, (_, at) => `${day(at)}\nUSD;1.1000\n`).join(''))
    const parse = (body: Uint8Array) => {
      let date = ''
      return Buffer.from(body)
        .toString()
        .split('\n')
        .flatMap((line): Row[] => {
          const [code, value] = line.split(';')
          if (value === undefined) date = line
          return value === undefined ? [] : [{ date, base: 'EUR', quote: code!, type: 'reference', value }]
        })
    }
    for (const at of [0, 4, 8])
      expect((await findCounting(parse, text, rate('1.1000', day(at)))).place?.where).toBe(`line ${2 * at + 2}`)
  })
})
