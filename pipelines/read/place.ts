import { packed, unzip } from '../../adapters/kit/zip.ts'
import type { Publication, Row } from '../../adapters/source.ts'
import type { Place, ReadRate } from '../../adapters/kit/reading.ts'
import { perOneUnit } from '../load/normalize.ts'
import { digitsOf, figuresIn } from './figures.ts'
import { outlineOf, type Part } from './outline.ts'

type Read = (body: Uint8Array) => Promise<Row[]> | Row[]

interface Match {
  start: number
  end: number
}

const MAX_TRIALS = 12
const AROUND = 2
const MAX_LINE = 110
const ZIP = 'PK\x03\x04'
const BINARY = ['%PDF', ZIP, '\xd0\xcf\x11\xe0']
const HEADING_LINES = 10
const MIN_EXCERPTED = 64 * 1024 // bytes; reading a shorter document takes no longer than reading an excerpt
// Besides the marks in the text itself, the UTF-8 bytes of spaces and of the quotation mark.
const SEPARATOR = "(?:[.,'\u00a0 ]|\u00c2\u00a0|\u00e2\u0080[\u0089\u00af\u0099])?"

/** The bytes of a text, and a function that reads the adapter's rows from a changed version. */
interface Text {
  bytes: Buffer
  charset?: string
  read: Read
}

/**
 * Finds the place of a figure in a document. In a text, including one in an archive, it changes each number with the
 * figure's digits in turn and reads the document again: the place is the one whose change changes the rate. Throws the
 * errors of `read` for the unchanged document.
 */
export async function findPlace(read: Read, publication: Publication, rate: ReadRate): Promise<Place | undefined> {
  const text = textOf(publication, read)
  if (text) return (await findInExcerpt(text, rate)) ?? findInText(text, await read(publication.body), rate)
  const rows = await read(publication.body)
  const row = rowOfRate(rows, rate)
  return row && findCell(publication, rows, row)
}

/** The text of a document, or of the only file in an archive. Undefined for a workbook, a PDF and several files. */
function textOf({ body, charset }: Publication, read: Read): Text | undefined {
  if (!isBinary(body)) return { bytes: Buffer.from(body), charset, read }
  const files = startOf(body) === ZIP ? Object.entries(unzip(body)) : []
  const [[name, file] = ['', body]] = files
  if (files.length !== 1 || isBinary(file)) return undefined
  return { bytes: Buffer.from(file), read: (bytes) => read(packed(name, bytes)) }
}

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('latin1')
const isBinary = (bytes: Uint8Array) => BINARY.includes(startOf(bytes))

function rowOfRate(rows: Row[], rate: ReadRate): Row | undefined {
  return rows.find((it) => isOf(it, rate) && perOneUnit(it.value, it.unit ?? 1) === rate.value)
}

function isOf(row: Row, { base, quote, type, date }: Pick<Row, 'base' | 'quote' | 'type' | 'date'>): boolean {
  return row.base === base && row.quote === quote && row.type === type && row.date === date
}

/** The number of earlier rows with the same digits. The order of figures mostly follows the order of the rows. */
function rankOf(rows: Row[], row: Row): number {
  const digits = digitsOf(row.value)
  return rows.filter((it) => digitsOf(it.value) === digits).indexOf(row)
}

/** A pattern for a decimal in any notation that ignores zeros at its ends. */
function patternOf(value: string): RegExp {
  const [whole = '', decimals = ''] = value.replace('-', '').split('.')
  const rest = decimals.replace(/(?<!0)0+$/, '')
  const digits = whole.replace(/^0+/, '').split('').join(SEPARATOR)
  return new RegExp(`(?<!\\d)0*${digits}${rest === '' ? '(?:[.,]0+)?' : `[.,]${rest}0*`}(?!\\d)`, 'g')
}

/**
 * Searches the first lines of a long text and the lines with the figure's digits, and then reads the whole text only
 * once: each reading of a document of 7,000 days takes a second. Undefined if the adapter does not read the rate from
 * the excerpt, for example because lines depend on each other.
 */
async function findInExcerpt(text: Text, rate: ReadRate): Promise<Place | undefined> {
  const { bytes, charset, read } = text
  if (bytes.length < MIN_EXCERPTED) return undefined
  const whole = bytes.toString('latin1')
  const spans = linesWith(whole, new RegExp(digitsOf(rate.value).split('').join(`[.,]?${SEPARATOR}`), 'g'))
  const excerpt = spans.map(({ start, end }) => whole.slice(start, end)).join('')
  const found = await findMatch(excerpt, await readChanged(read, Buffer.from(excerpt, 'latin1')), rate, read)
  if (!found) return undefined
  const match = inWhole(found.match, spans)
  const rows = await readChanged(read, Buffer.from(withOtherDigit(whole, match), 'latin1'))
  return rows.find((it) => isOf(it, rate))?.value === found.changedTo ? placeInText(bytes, charset, match) : undefined
}

/** The place in the whole text that corresponds to a place in the joined spans. */
function inWhole({ start, end }: Match, spans: Match[]): Match {
  let before = 0
  for (const span of spans) {
    const length = span.end - span.start
    if (start < before + length) return { start: span.start + start - before, end: span.start + end - before }
    before += length
  }
  throw new Error('the place is after the last span')
}

/** The first lines of a text and the lines that match a pattern, in their order. */
function linesWith(text: string, pattern: RegExp): Match[] {
  const spans: Match[] = []
  const add = (at: number) => {
    const start = text.lastIndexOf('\n', at - 1) + 1
    const end = text.indexOf('\n', at) + 1 || text.length
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end })
  }
  for (let line = 0; line < HEADING_LINES && (spans.at(-1)?.end ?? 0) < text.length; line += 1)
    add(spans.at(-1)?.end ?? 0)
  for (const { index } of text.matchAll(pattern)) add(index)
  return spans
}

async function findInText({ bytes, charset, read }: Text, rows: Row[], rate: ReadRate): Promise<Place | undefined> {
  const found = await findMatch(bytes.toString('latin1'), rows, rate, read)
  return found && placeInText(bytes, charset, found.match)
}

/**
 * The place of a figure in a text, and the figure that the adapter reads when this place is changed. Each character of
 * the text is a byte, so that places are those of the document in any charset.
 */
async function findMatch(
  text: string,
  rows: Row[],
  rate: ReadRate,
  read: Read
): Promise<{ match: Match; changedTo: string } | undefined> {
  const row = rowOfRate(rows, rate)
  if (!row) return undefined
  const matches = [...text.matchAll(patternOf(row.value))].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length
  }))
  const likely = matches.splice(rankOf(rows, row), 1)
  for (const match of [...likely, ...matches].slice(0, MAX_TRIALS)) {
    const changed = await readChanged(read, Buffer.from(withOtherDigit(text, match), 'latin1'))
    const other = changed.find((it) => isOf(it, row))
    if (other && other.value !== row.value) return { match, changedTo: other.value }
  }
}

/**
 * The rows of a changed document. None if the adapter refuses it, for example because the changed number was not a
 * figure.
 */
async function readChanged(read: Read, body: Buffer): Promise<Row[]> {
  try {
    return await read(body)
  } catch {
    return []
  }
}

function withOtherDigit(text: string, { start, end }: Match): string {
  const figure = text.slice(start, end).replace(/[1-9](?=[^1-9]*$)/, (digit) => String((Number(digit) % 9) + 1))
  return text.slice(0, start) + figure + text.slice(end)
}

function placeInText(bytes: Buffer, charset: string | undefined, { start, end }: Match): Place {
  const decoder = decoderOf(charset)
  const [first, last] = [lineStart(bytes, start), lineEnd(bytes, end)]
  const number = bytes.subarray(0, start).toString('latin1').split('\n').length
  const marked = [
    { text: tail(decoder.decode(bytes.subarray(first, start))), isFigure: false },
    { text: decoder.decode(bytes.subarray(start, end)), isFigure: true },
    { text: head(decoder.decode(bytes.subarray(end, last))), isFigure: false }
  ]
  const before = linesBefore(bytes, first).map((line, at, all) => ({ number: number - all.length + at, line }))
  const after = linesAfter(bytes, last).map((line, at) => ({ number: number + 1 + at, line }))
  const asLine = ({ number, line }: { number: number; line: Buffer }) => ({
    label: String(number),
    pieces: [{ text: head(decoder.decode(line)), isFigure: false }]
  })
  return {
    where: `line ${number}`,
    isCells: false,
    isProven: true,
    lines: [...before.map(asLine), { label: String(number), pieces: marked }, ...after.map(asLine)]
  }
}

function head(line: string): string {
  const text = line.trimEnd()
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text
}

function tail(text: string): string {
  return text.length > MAX_LINE ? `…${text.slice(-MAX_LINE)}` : text
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('latin1') // a charset that TextDecoder lacks
  }
}

function lineStart(bytes: Buffer, at: number): number {
  return at === 0 ? 0 : bytes.lastIndexOf(0x0a, at - 1) + 1
}

function lineEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(0x0a, at)
  return end < 0 ? bytes.length : end
}

function linesBefore(bytes: Buffer, start: number): Buffer[] {
  const lines: Buffer[] = []
  for (let end = start - 1; end >= 0 && lines.length < AROUND; end = lineStart(bytes, end) - 1)
    lines.unshift(bytes.subarray(lineStart(bytes, end), end))
  return lines
}

function linesAfter(bytes: Buffer, end: number): Buffer[] {
  const lines: Buffer[] = []
  for (let start = end + 1; start < bytes.length && lines.length < AROUND; start = lineEnd(bytes, start) + 1)
    lines.push(bytes.subarray(start, lineEnd(bytes, start)))
  return lines
}

const ROW_OF_PLACE: Array<[RegExp, string]> = [
  [/^(.*)![A-Z]+(\d+)$/, '$1, row $2'],
  [/^(.*(?:row|line) \d+)(?:\D.*)?$/s, '$1']
]

/**
 * The cell of a workbook or a PDF with the digits of a figure. If as many cells as rows have these digits, the cell is
 * chosen by the order of the rows.
 */
async function findCell(publication: Publication, rows: Row[], row: Row): Promise<Place | undefined> {
  const { cells } = await outlineOf(publication)
  const digits = digitsOf(row.value)
  const found = cells.filter(({ text }) => figuresIn(text).some((figure) => digitsOf(figure) === digits))
  const same = rows.filter(({ value }) => digitsOf(value) === digits).length
  const cell = found.length === same ? found[rankOf(rows, row)] : undefined
  if (!cell) return undefined
  const name = rowOf(cell)
  const pieces = cells
    .filter((it) => rowOf(it) === name && it.text !== '')
    .map((it) => ({ text: it.text, isFigure: it === cell }))
  return { where: cell.place, isCells: true, isProven: false, lines: [{ label: name, pieces }] }
}

function rowOf({ place }: Part): string {
  const [pattern, name] = ROW_OF_PLACE.find(([it]) => it.test(place)) ?? [/$/, '']
  return place.replace(pattern, name)
}
