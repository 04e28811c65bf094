import { z } from 'zod'
import { parseCsvRows } from '../../adapters/kit/csv.ts'
import { readHtml } from '../../adapters/kit/html.ts'
import { readJson } from '../../adapters/kit/json.ts'
import { readPdf } from '../../adapters/kit/pdf.ts'
import { hasKnownCharset, readText, squeeze } from '../../adapters/kit/text.ts'
import { readWorkbook } from '../../adapters/kit/workbook.ts'
import { parseXml, type XmlElement } from '../../adapters/kit/xml.ts'
import { unzip } from '../../adapters/kit/zip.ts'
import { LayoutError, type Publication } from '../../adapters/source.ts'

/** A piece of a document and its place, such as `table 1, row 3, column 2`. */
export interface Part {
  place: string
  text: string
}

/**
 * A document of any format as places: `labels` are names (headings, columns, elements, keys, sheets, codes), `cells`
 * are all of its texts.
 */
export interface Outline {
  format: 'HTML' | 'XML' | 'JSON' | 'CSV' | 'workbook' | 'PDF' | 'text'
  labels: Part[]
  cells: Part[]
}

const HEADINGS = 'title, h1, h2, h3, h4, caption'
const MAX_NAME = 60
// XML that may have an element <body>, but is not XHTML
const PLAIN_XML = /^\s*<\?xml(?![^]{0,400}<(?:!doctype )?html)/i
const INNER_XML = /^<[?\w][^]*>$/ // a document that SOAP transports as text
const DELIMITERS = [',', ';', '\t', '|']
const SIGNATURES: Array<[string, (body: Uint8Array) => Promise<Outline> | Outline]> = [
  ['%PDF', ofPdf],
  ['PK\x03\x04', ofArchive],
  ['\xd0\xcf\x11\xe0', (body) => ofWorkbook(body, 'xls')]
]

/**
 * The outline of a document, by its content rather than its media type. A document that cannot be read in its format is
 * outlined as lines of text.
 */
export async function outlineOf(publication: Publication): Promise<Outline> {
  const start = Buffer.from(publication.body.subarray(0, 4)).toString('latin1')
  const [, binary] = SIGNATURES.find(([signature]) => start === signature) ?? []
  if (binary) return binary(publication.body)
  // For people who look at a document that no adapter reads.
  const text = readText(hasKnownCharset(publication) ? publication : { ...publication, charset: 'windows-1252' })
  try {
    if (/^\s*[{[]/.test(text)) return ofJson(publication)
    if (/<(html|table|body|!doctype html)/i.test(text) && !PLAIN_XML.test(text)) return ofHtml(publication)
    if (/^\s*</.test(text)) return ofXml(text)
    return ofCsv(text)
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return ofLines(
      'text',
      text.split('\n').map((line) => [squeeze(line)])
    )
  }
}

function ofHtml(publication: Publication): Outline {
  const page = readHtml(publication, '')
  const headings = page.all(HEADINGS).map((it, index) => ({ place: `heading ${index + 1}`, text: it.text }))
  const ids = page.all('[id]').map((it) => ({ place: 'page', text: `#${it.attribute('id')}` }))
  const tables = page
    .all('table')
    .map((it, index) => ofRows(it.rows, (row, column) => `table ${index + 1}, row ${row}, column ${column}`))
  if (tables.length === 0) {
    return ofLines(
      'HTML',
      readText(publication)
        .split(/<[^<>]*>|\n/)
        .map((text) => [squeeze(text)])
    )
  }
  return {
    format: 'HTML',
    labels: [...headings, ...tables.flatMap(({ labels }) => labels), ...ids].filter(isLabel),
    cells: tables.flatMap(({ cells }) => cells)
  }
}

function ofXml(text: string): Outline {
  const [labels, cells]: [Map<string, Part>, Part[]] = [new Map(), []]
  walkText(text, '', '', labels, cells)
  return { format: 'XML', labels: [...labels.values()], cells }
}

function walkText(text: string, path: string, place: string, labels: Map<string, Part>, cells: Part[]): void {
  const [, root = ''] = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(text) ?? []
  walkXml(parseXml(text, root), `${path}/${root}`, `${place}/${root}`, labels, cells)
}

function walkXml(element: XmlElement, path: string, place: string, labels: Map<string, Part>, cells: Part[]): void {
  if (INNER_XML.test(element.text)) walkText(element.text, path, place, labels, cells)
  else if (element.text !== '') addValue({ path, place, text: element.text }, labels, cells)
  for (const [name, text] of Object.entries(element.attributes)) {
    labels.set(`${path}/@${name}`, { place: path, text: `@${name}` })
    addValue({ path: `${path}/@${name}`, place: `${place}/@${name}`, text }, labels, cells)
  }
  const counts = new Map<string, number>()
  for (const child of element.all()) {
    const count = (counts.get(child.name) ?? 0) + 1
    counts.set(child.name, count)
    labels.set(`${path}/${child.name}`, { place: path, text: `<${child.name}>` })
    walkXml(child, `${path}/${child.name}`, `${place}/${child.name}[${count}]`, labels, cells)
  }
}

function ofJson(publication: Publication): Outline {
  const [labels, cells]: [Map<string, Part>, Part[]] = [new Map(), []]
  walkJson(readJson(publication, z.unknown()), '$', '$', labels, cells)
  return { format: 'JSON', labels: [...labels.values()], cells }
}

function walkJson(value: unknown, path: string, place: string, labels: Map<string, Part>, cells: Part[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walkJson(item, `${path}[]`, `${place}[${index}]`, labels, cells)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      labels.set(`${path}.${key}`, { place: path, text: key })
      walkJson(item, `${path}.${key}`, `${place}.${key}`, labels, cells)
    }
  } else addValue({ path, place, text: String(value) }, labels, cells)
}

/** A value that is a short name, such as a currency code, is also a label. */
function addValue({ path, place, text }: Part & { path: string }, labels: Map<string, Part>, cells: Part[]): void {
  cells.push({ place, text })
  if (isName(text)) labels.set(`${path} ${text}`, { place: path, text })
}

function ofCsv(text: string): Outline {
  const head = text.slice(0, 4000)
  const delimiter = DELIMITERS.reduce((best, next) => (head.split(next).length > head.split(best).length ? next : best))
  const rows = parseCsvRows(text, { delimiter, lastLineOpen: true })
  return { format: 'CSV', ...ofRows(rows, (row, column) => `row ${row}, column ${column}`) }
}

function ofArchive(body: Uint8Array): Promise<Outline> | Outline {
  const files = Object.entries(unzip(body))
  if (files.some(([name]) => name === '[Content_Types].xml')) return ofWorkbook(body, 'xlsx')
  const [[, first] = ['', new Uint8Array()]] = files
  return outlineOf(asPublication(first))
}

function ofWorkbook(body: Uint8Array, kind: 'xls' | 'xlsx'): Outline {
  const sheets = readWorkbook(asPublication(body), kind)
  const tables = sheets.map(({ name, rows }) => ofRows(rows, (row, column) => `${name}!${columnName(column)}${row}`))
  const names = sheets.map(({ name }, index) => ({ place: `sheet ${index + 1}`, text: name }))
  return {
    format: 'workbook',
    labels: [...names, ...tables.flatMap(({ labels }) => labels)],
    cells: tables.flatMap(({ cells }) => cells)
  }
}

async function ofPdf(body: Uint8Array): Promise<Outline> {
  return ofLines('PDF', await readPdf(asPublication(body)))
}

/** Every text that is not a figure is a label, because tables of lines do not mark their headings. */
function ofLines(format: Outline['format'], lines: string[][]): Outline {
  const cells = lines
    .flatMap((line, row) =>
      line.map((text, column) => ({
        place: `line ${row + 1}${column === 0 ? '' : `, cell ${column + 1}`}`,
        text
      }))
    )
    .filter(({ text }) => text !== '')
  return { format, labels: cells.filter(isLabel), cells }
}

/**
 * The labels of a table: its texts above the first row of figures, the first of every row, and short names anywhere.
 */
function ofRows(rows: string[][], placeOf: (row: number, column: number) => string): Pick<Outline, 'labels' | 'cells'> {
  const start = rows.findIndex((cells) => 2 * cells.filter((text) => /\d/.test(text)).length >= cells.length)
  const cells = rows.flatMap((line, row) =>
    line.map((text, column) => ({ row, column, place: placeOf(row + 1, column + 1), text }))
  )
  const labels = cells.filter(
    ({ row, column, ...part }) => isLabel(part) && (row < start || column === 0 || isName(part.text))
  )
  return {
    labels: labels.map(({ place, text }) => ({ place, text })),
    cells: cells.map(({ place, text }) => ({ place, text }))
  }
}

function isLabel({ text }: Part): boolean {
  return /\p{L}/u.test(text)
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME && /\p{L}/u.test(text) && !/\d/.test(text)
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? `${columnName(Math.floor((column - 1) / 26))}${letter}` : letter
}

function asPublication(body: Uint8Array): Publication {
  return { source: '', request: { method: 'GET', url: '', headers: {} }, mediaType: '', headers: {}, body }
}
