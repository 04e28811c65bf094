import { ISO_4217 } from '../../adapters/kit/currency-facts.ts'
import { readCounted } from '../../adapters/kit/skip.ts'
import { readDecimal } from '../../adapters/kit/numbers.ts'
import { squeeze } from '../../adapters/kit/text.ts'
import type { Publication, Row, Source } from '../../adapters/source.ts'
import { DECIMAL, isExactUnit, perOneUnit } from '../load/normalize.ts'
import { digitsOf, figuresIn, splitFigures } from './figures.ts'
import { outlineOf, type Outline, type Part } from './outline.ts'

/** A part of a document whose figures are in no row: a column, key, element, row, line, table or sheet. */
export interface Unread {
  place: string
  /** The number of its figures. */
  figures: number
  example: string
  /** Why the source leaves it out; undefined if it does not name the place. */
  reason?: string
}

const MAX_CELL = 60 // the longest cell that may be a figure, in characters; longer cells are prose
const MIN_SURE_DIGITS = 4 // with at least this many digits, a figure is recognized whatever its power of ten
const BINARY_DIGITS = 15 // the digits that a binary number keeps
const NUMBER = /^[+-]?[\d.,'’ ]+(?:e[+-]?\d+)?$/i
const STANDALONE_NUMBERS = /(?<![\p{L}\d_(/.,-])\d+(?:[.,'’ ]\d+)*[.,]\d+(?![\d_)/-])/gu
const ENTITY = /&\w+;/g // in the text of pages
const ZERO = /^[0.,]*$/
const DATE_PATTERNS = [
  /\b\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
  /\b\d{1,4}([./-])\d{1,2}\1\d{2,4}\b/g,
  /\b\d{1,2}[ ./-]*\p{L}{3,}[ ./,-]*(?:\d{4}|\d{2})\b/gu,
  /\p{L}{3,12}\.? \d{1,2},? \d{4}\b/gu,
  /\b\d{1,2}:\d\d(?::\d\d)?\b/g,
  /(?<![\d.,])(?:19|20)\d\d(?:[-/]?(?:0[1-9]|1[0-2]))?(?:[-/]?[0-3]\d)?(?![\d.,])/g,
  /^-?\d{9,10}$|^-?\d{12,13}$/g // seconds or milliseconds since 1970
]

/** Keys, elements and columns of many publishers that number, count or describe, and never hold a rate. */
const NUMBERING =
  /(?:^|[^a-z])(?:(?:rate|serie|indicador)?id|num_?code|version|versjon|status|code|page(?:_?(?:no|num|number|size|total))?|per_?page|(?:list_)?total(?:[-_]?(?:count|pages?|results?))?|records(?:total|filtered)|count|data_?size|limit|offset|decimals?|decimales|unit_mult|no\.?|number)$|_id$/i

interface Cell {
  table: string
  row: string
  column: string
  text: string
  figures: string[]
  read: 'value' | 'part' | undefined
}

/**
 * The parts of a publication that its source does not read, with the reason of those that it leaves out by name. A figure counts as read if it equals
 * a value, change, unit or part of a date of a row, or a figure of an item that the adapter skipped with a reason.
 * Dates, zeros, numbers of rows and of currencies are no figures.
 */
export async function unreadIn(source: Source, publication: Publication): Promise<Unread[]> {
  const skipped: unknown[] = []
  const { rows } = await readCounted(() => source.parse(publication), skipped)
  const found = unreadOf(await outlineOf(publication), rows, figuresIn(JSON.stringify(skipped)))
  const named = Object.entries(source.unread ?? {})
  return found.map((it) => ({ ...it, reason: named.find(([name]) => isNamed(it.place, name))?.[1] }))
}

/** A name that ends with `*` matches all places that begin with the rest. */
export function isNamed(place: string, name: string): boolean {
  return name.endsWith('*') ? place.startsWith(name.slice(0, -1)) : place === name
}

/** The same for an outline and the rows that were read from its document. */
export function unreadOf(outline: Outline, rows: Row[], skipped: string[] = []): Unread[] {
  const known = knownOf(rows, skipped)
  const cells = fromTheRight(outline.cells.map((part) => ({ ...placed(part), ...judged(part.text, known) })))
  const inRows = groupsOf(
    cells.filter((it) => it.figures.length > 0),
    rowOf
  )
  const rates = [...inRows.values()].filter((row) => !isOfDays(row)).flat()
  const byColumn = groupsOf(rates, columnOf)
  const headings = headingsOf(cells)
  const isRead = (column: Cell[]) => 2 * column.filter((it) => it.read === 'value').length >= column.length
  const columns = new Map(
    [...byColumn].filter(([key, [cell, ...others]]) => {
      const column = [cell!, ...others]
      const isNumbering = NUMBERING.test(headings.get(key) ?? cell!.column) && !isRead(column)
      return !isNumbering && !isOfParts(column) && !isOfRunning(column) && !isOfDays(column)
    })
  )
  const figures = [...columns.values()].flat()
  const read = new Set([...columns.values()].filter(isRead).map(([cell]) => cell!.table))
  const labels = labelsOf(cells)
  const found = new Map<string, Unread>()
  for (const cell of figures.filter((it) => it.read === undefined)) {
    const place = placeOf(cell)
    const before = found.get(place)
    if (before) before.figures += cell.figures.length
    else found.set(place, { place, figures: cell.figures.length, example: cell.text })
  }
  return [...found.values()]

  function placeOf(cell: Cell): string {
    if (cell.table !== '' && !read.has(cell.table)) {
      const name = /^table\b/.test(cell.table) ? (headings.get(cell.table) ?? cell.table) : cell.table
      return `${/^table\b/.test(cell.table) ? 'table' : 'sheet'} ${quoted(name)}`
    }
    if (cell.column.startsWith('cell')) {
      const isOut = inRows.get(rowOf(cell))!.every((it) => it.read !== 'value')
      const label = labelFor(cell)
      return isOut ? (label === undefined ? 'lines without a name' : `line ${quoted(label)}`) : cell.column
    }
    const column = columns.get(columnOf(cell))!
    if (2 * column.filter((it) => it.read !== undefined).length < column.length) {
      return cell.table === '' ? cell.column : `column ${quoted(headings.get(columnOf(cell)) ?? cell.column)}`
    }
    const label = labelFor(cell)
    if (label === undefined) return cell.table === '' ? cell.column : 'rows without a name'
    return `row ${quoted(label)}`
  }

  function labelFor({ table, row }: Cell): string | undefined {
    const label = labels.get(`${table} ${row}`)
    const list = row.lastIndexOf('[')
    if (label !== undefined || table !== '' || list < 0) return label
    return (
      labels.get(`${table} ${row.slice(0, list)}`) ?? labels.get(`${table} ${row.slice(0, row.lastIndexOf('.', list))}`)
    )
  }
}

/** True for a row or column of days as workbooks number them. */
function isOfDays(cells: Cell[]): boolean {
  return cells.every(({ text }) => /^\d{5}$/.test(text)) && cells.some((it) => it.read === 'part')
}

/** True for a column of units or of parts of dates. */
function isOfParts(cells: Cell[]): boolean {
  if (cells.some((it) => it.read === 'value')) return false
  return 2 * cells.filter((it) => it.read === 'part').length >= cells.length
}

/** True for a column of running numbers. */
function isOfRunning(column: Cell[]): boolean {
  const whole = column.map(({ text }) => Number(text))
  return whole.length > 1 && whole.every((it, index) => Number.isInteger(it) && it === whole[0]! + index)
}

/** Lines begin with names of any number of cells: their figures are counted from their ends. */
function fromTheRight(cells: Cell[]): Cell[] {
  const lines = groupsOf(cells, rowOf)
  return cells.map((cell) => {
    if (!cell.column.startsWith('cell')) return cell
    const line = lines.get(rowOf(cell))!
    return { ...cell, column: `cell ${line.length - line.indexOf(cell)} from the right` }
  })
}

function placed({ place, text }: Part): Pick<Cell, 'table' | 'row' | 'column' | 'text'> {
  const [, table, row, column] = /^(.*?)(?:, )?row (\d+), column (\d+)$/.exec(place) ?? []
  if (row !== undefined) return { table: table || 'table', row, column: column!, text }
  const [, sheet, letter, number] = /^(.+)!([A-Z]+)(\d+)$/.exec(place) ?? []
  if (sheet !== undefined) return { table: sheet, row: number!, column: letter!, text }
  const [, line, cell = '1'] = /^line (\d+)(?:, cell (\d+))?$/.exec(place) ?? []
  if (line !== undefined) return { table: '', row: line, column: `cell ${cell}`, text }
  const path = (whole: string) => whole.replace(/\[\d*\]/g, '').replace(/\d+/g, '#')
  const [, list, item] = /^(\$.*\])\[(\d+)\]$/.exec(place) ?? []
  if (list !== undefined) return { table: '', row: list, column: `${path(list)}[${item}]`, text }
  return { table: '', row: place.replace(/[./][^./]*$/, ''), column: path(place), text }
}

const rowOf = ({ table, row }: Cell) => `${table} ${row}`
const columnOf = ({ table, column }: Cell) => `${table} ${column}`

/** Of each row, its first text that has letters: a code rather than a name. */
function labelsOf(cells: Cell[]): Map<string, string> {
  const labels = new Map<string, string>()
  for (const { table, row, text } of cells) {
    const label = labels.get(`${table} ${row}`)
    if (isLabel(text) && (label === undefined || (/^[A-Z]{3}$/.test(text) && !/^[A-Z]{3}$/.test(label)))) {
      labels.set(`${table} ${row}`, text)
    }
  }
  return labels
}

/** Of each column, its last text above its figures; of each table, its first one. */
function headingsOf(cells: Cell[]): Map<string, string> {
  const headings = new Map<string, string>()
  const closed = new Set<string>()
  for (const cell of cells) {
    if (cell.figures.length > 0) closed.add(columnOf(cell))
    if (cell.table === '' || !isLabel(cell.text)) continue
    if (!headings.has(cell.table)) headings.set(cell.table, cell.text)
    if (!closed.has(columnOf(cell))) headings.set(columnOf(cell), cell.text)
  }
  return headings
}

function judged(text: string, known: Known): Pick<Cell, 'figures' | 'read'> {
  if (text.length > MAX_CELL || !/\d/.test(text)) return { figures: [], read: undefined }
  const rest = withoutDates(text.replace('%', ' '))
  const figures = (NUMBER.test(rest) ? splitFigures(rest) : (rest.match(STANDALONE_NUMBERS) ?? [])).filter(
    (it) => /\d/.test(it) && !ZERO.test(it)
  )
  const reads = figures.map((it) => readAs(it, known))
  return {
    figures: figures.filter((_, index) => reads[index] !== 'skipped'),
    read: reads.includes('value') ? 'value' : reads.includes('part') ? 'part' : undefined
  }
}

type Known = Record<'values' | 'digits' | 'parts' | 'skipped', Set<string>>

const NUMBERS = new Set(ISO_4217.flatMap(({ numeric }) => numeric ?? []))

function knownOf(rows: Row[], skipped: string[]): Known {
  const known: Known = { values: new Set(), digits: new Set(), parts: new Set(['1']), skipped: new Set() }
  for (const { value, change, unit, date, validFrom, validTo } of rows) {
    for (const printed of [value, change ?? value]) {
      known.values.add(plain(printed))
      const hasCopy = unit !== undefined && DECIMAL.test(printed) && isExactUnit(unit) // the same figure for one unit
      if (hasCopy) known.values.add(plain(perOneUnit(printed, unit)))
      known.digits.add(digitsOf(printed))
    }
    known.parts.add(String(unit))
    for (const day of [date, validFrom, validTo]) {
      if (day === undefined) continue
      for (const part of day.split('-')) known.parts.add(plain(part))
      // the workbook serial numbers of the day and of the first day of its month
      for (const one of [day, `${day.slice(0, 8)}01`]) known.parts.add(String(Date.parse(one) / 86_400_000 + 25_569))
    }
  }
  for (const figure of skipped) for (const decimal of decimalsOf(figure)) known.skipped.add(decimal)
  return known
}

function readAs(figure: string, { values, digits, parts, skipped }: Known): 'value' | 'part' | 'skipped' | undefined {
  const decimals = decimalsOf(figure)
  const rounded = String(parseFloat(Number(decimals[0]).toPrecision(BINARY_DIGITS)))
  const isSure = [figure, rounded].map(digitsOf).some((it) => it.length >= MIN_SURE_DIGITS && digits.has(it))
  if (isSure || [...decimals, plain(rounded)].some((it) => values.has(it))) return 'value'
  if (decimals.some((it) => parts.has(it)) || NUMBERS.has(figure)) return 'part'
  return decimals.some((it) => skipped.has(it)) ? 'skipped' : undefined
}

/** A figure with either decimal mark. */
function decimalsOf(figure: string): string[] {
  return [...new Set([plain(readDecimal(figure, '.')), plain(readDecimal(figure, ','))])]
}

function plain(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.replace(/^[+-]/, '').split('.')
  const digits = fraction.replace(/(?<!0)0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`
}

function isLabel(text: string): boolean {
  return /\p{L}/u.test(text.replace(ENTITY, ''))
}

/** A name without dates, which differ from document to document. */
function quoted(text: string): string {
  return JSON.stringify(withoutDates(text.slice(0, MAX_CELL)) || text)
}

function withoutDates(text: string): string {
  return squeeze(DATE_PATTERNS.reduce((rest, pattern) => rest.replace(pattern, ' '), squeeze(text)))
}

function groupsOf<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
