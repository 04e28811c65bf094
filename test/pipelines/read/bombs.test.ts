import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { parseCsv } from '../../../adapters/kit/csv.ts'
import { readDate } from '../../../adapters/kit/dates.ts'
import { readHtml } from '../../../adapters/kit/html.ts'
import { printedNumber, readTypedJson } from '../../../adapters/kit/json.ts'
import { readCount, readDecimal } from '../../../adapters/kit/numbers.ts'
import { readPdf } from '../../../adapters/kit/pdf.ts'
import { readSoap } from '../../../adapters/kit/soap.ts'
import { recordsUnder } from '../../../adapters/kit/table.ts'
import { readText, squeeze } from '../../../adapters/kit/text.ts'
import { readWorkbook } from '../../../adapters/kit/workbook.ts'
import { parseXml, readXml } from '../../../adapters/kit/xml.ts'
import { readZip } from '../../../adapters/kit/zip.ts'
import { LayoutError, type Publication } from '../../../adapters/source.ts'
import { BOMBS, oldWorkbook, record, workbook, type Format } from '../../support/bombs.ts'

const publicationOf = (body: Uint8Array): Publication => ({
  source: 'test',
  request: { method: 'GET', url: 'https://test.example/', headers: {} },
  mediaType: '',
  headers: {},
  body
})

// Reads a document of each format up to a figure, like an adapter.
const READERS: Record<Format, (publication: Publication) => unknown> = {
  csv: (publication) =>
    parseCsv(readText(publication), { firstHeading: 'Date' }).records.map((record) => record('Rate')),
  xml: (publication) =>
    readXml(publication, 'Rates')
      .only('Rate')
      .map((rate) => readDecimal(rate.text)),
  json: (publication) => readTypedJson(publication, z.object({ rate: printedNumber })),
  html: (publication) => readHtml(publication).one('table').rows,
  zip: (publication) => readZip(publication, 'rates.csv'),
  xlsx: (publication) =>
    recordsUnder(
      ['Date'],
      readWorkbook(publication, 'xlsx').flatMap(({ rows }) => rows)
    ),
  xls: (publication) =>
    recordsUnder(
      ['Date'],
      readWorkbook(publication, 'xls').flatMap(({ rows }) => rows)
    ),
  soap: (publication) => parseXml(readSoap(publication, 'Rate').text, 'Rates'),
  pdf: (publication) => readPdf(publication),
  text: (publication) => readDate(readText(publication), 'YYYY-MM-DD')
}

// Without limits, these documents take minutes or all memory.
describe('a decompression bomb', () => {
  it.each(BOMBS)('is refused: %s of %s', async (format, _, bytes) => {
    const publication = publicationOf(bytes())
    await expect((async () => READERS[format](publication))()).rejects.toThrow(LayoutError)
  })

  it('has figures that are refused or returned unchanged', () => {
    const digits = '1'.repeat(200_000)
    expect(readDecimal(`${digits}x`)).toBe(`${digits}x`)
    expect(readDecimal(`1${',111'.repeat(50_000)}x`)).toHaveLength(200_002)
    expect(readDecimal('1e999999999')).toBe('1e999999999')
    expect(() => readDecimal(digits)).toThrow(LayoutError)
    expect(() => readCount(`${digits}x`)).toThrow(LayoutError)
    expect(squeeze(`${' '.repeat(10_000_000)}x`)).toBe('x')
  })
})

it('reads a workbook by its cells, regardless of its declared dimensions', () => {
  const cells =
    '<dimension ref="A1:XFD1048576"/><sheetData><row r="2"><c r="B2"><v>1.25</v></c></row><row r="3"><c ' +
    'r="C3"><v>2</v></c></row></sheetData>'
  expect(readWorkbook(publicationOf(workbook(cells)), 'xlsx')).toEqual([
    {
      name: 'Rates',
      rows: [
        ['', '', ''],
        ['', '1.25', ''],
        ['', '', '2']
      ]
    }
  ])
})

it('reads an .xls workbook without output about unknown records', () => {
  const [number, unknown] = [record(0x0203, 1, 1, 0, 0, 0, 0, 0x3ff8), record(0x7777, 1, 2)]
  const written = vi.spyOn(console, 'error')
  expect(readWorkbook(publicationOf(oldWorkbook([unknown], [[unknown, number]])), 'xls')).toEqual([
    {
      name: '0',
      rows: [
        ['', ''],
        ['', '1.5']
      ]
    }
  ])
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})
