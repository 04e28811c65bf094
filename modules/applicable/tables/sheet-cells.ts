import { cellXml, columnOf, lettersOf } from './workbook-parts.ts'

/** A cell to add: a text, or a number as text. Empty ones are omitted. */
export interface AddedCell {
  value: string
  isNumber: boolean
  /** The number of its format among those of the workbook. */
  style?: number
}

const TAG = /<((?:[\w.-]+:)?)row\b([^>]*)>/
const END_OF_ROW = /<\/(?:[\w.-]+:)?row\s*>/
const PLACE = /<(?:[\w.-]+:)?(?:(row)\b|c\b(?:[^>]*?\sr="([A-Z]{1,3})\d)?)/g
const MAX_TAG = 4096 // characters of a tag or an end tag that is split between two pieces

/** The number of columns that the cells of a sheet occupy. */
export async function widthOf(sheet: AsyncIterable<Buffer>): Promise<number> {
  let width = 0
  let inRow = 0
  for await (const piece of wholeTags(sheet)) {
    for (const [, row, letters] of piece.matchAll(PLACE)) {
      if (row !== undefined) inRow = 0
      else inRow = letters === undefined ? inRow + 1 : columnOf(letters)
      width = Math.max(width, inRow)
    }
  }
  return width
}

/**
 * A sheet with cells added at the end of its rows, from a column on. `cellsOf` returns those of a row by its number,
 * and is called with ascending numbers. Everything else is copied byte for byte, except for the extent that the sheet
 * declares.
 */
export async function* withCells(
  sheet: AsyncIterable<Buffer>,
  column: number,
  cellsOf: (row: number) => Promise<AddedCell[] | undefined>
): AsyncGenerator<string, void, void> {
  let number = 0
  let last = column - 1
  let ending = '' // the cells to add before the end of the row
  for await (const piece of wholeTags(sheet)) {
    let rest = piece
    while (rest !== '') {
      const found = (ending === '' ? TAG : END_OF_ROW).exec(rest)
      if (!found) break
      const before = rest.slice(0, found.index)
      rest = rest.slice(found.index + found[0].length)
      if (ending !== '') {
        yield before + ending + found[0]
        ending = ''
        continue
      }
      const [tag, prefix, attributes] = found as unknown as [string, string, string]
      number = Number(/\sr="(\d+)"/.exec(attributes)?.[1] ?? number + 1)
      const cells = attributes.endsWith('/') ? undefined : await cellsOf(number)
      if (cells) last = Math.max(last, column + cells.length - 1)
      yield widened(before, last) + (cells ? tag.replace(/\sspans="[^"]*"/, '') : tag)
      ending = cells?.map((cell, at) => xmlOf(prefix, cell, column + at, number)).join('') ?? ''
    }
    yield rest
  }
}

function xmlOf(prefix: string, { value, isNumber, style }: AddedCell, column: number, row: number): string {
  const format = style === undefined ? '' : ` s="${style}"`
  return value === '' ? '' : cellXml(prefix, `${lettersOf(column)}${row}`, value, isNumber, format)
}

/** The declared extent of a sheet, which some readers use, with another last column. */
function widened(head: string, column: number): string {
  return head.replace(
    /(<(?:[\w.-]+:)?dimension\s[^>]*?ref="[A-Z]+\d+:)([A-Z]+)(\d+")/,
    (_whole, before: string, letters: string, after: string) =>
      `${before}${lettersOf(Math.max(column, columnOf(letters)))}${after}`
  )
}

/**
 * A part in the form in which Excel writes it: without prefixes of elements, with the references of all rows and cells,
 * which the standard makes optional, with dates of ISO 8601 as texts, and without the letters of a number format that
 * stand for themselves or for their width.
 */
export async function* plainly(part: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  let row = 0
  let column = 0
  for await (const piece of wholeTags(part)) {
    yield piece
      .replace(/<(\/?)[\w.-]+:(?=\w)/g, '<$1')
      .replace(/<(row|c)(?=[\s/>])([^>]*)/g, (_whole, name: string, attributes: string) => {
        const [, letters = '', digits] = /\sr="([A-Z]*)(\d+)"/.exec(attributes) ?? []
        if (name === 'row') [row, column] = [digits === undefined ? row + 1 : Number(digits), 0]
        else column = letters === '' ? column + 1 : columnOf(letters)
        return digits === undefined
          ? `<${name} r="${name === 'row' ? '' : lettersOf(column)}${row}"${typed(name, attributes)}`
          : `<${name}${typed(name, attributes)}`
      })
      .replace(/(<numFmt\b[^>]*?\sformatCode=")([^"]*)"/g, (_whole, before: string, code: string) => {
        return `${before}${code.replace(LITERALS, '')}"`
      })
      .replace(/(<workbookPr\s[^>]*?\bdate1904=)(["'])true\2/, '$1"1"')
  }
}

const LITERALS = /&(?:quot|#34|#x22);.*?&(?:quot|#34|#x22);|[\\_*](?:&#?\w+;|.)/gsu

function typed(name: string, attributes: string): string {
  return name === 'c' ? attributes.replace(/(\st=)(["'])d\2/, '$1"str"') : attributes
}

/** The pieces of a text in UTF-8, none of which ends within a tag. */
async function* wholeTags(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let carried = ''
  for await (const chunk of bytes) {
    const text = carried + decoder.decode(chunk, { stream: true })
    const open = text.lastIndexOf('<')
    const isSplit = open >= 0 && !text.includes('>', open) && text.length - open < MAX_TAG
    carried = isSplit ? text.slice(open) : ''
    yield isSplit ? text.slice(0, open) : text
  }
  yield carried + decoder.decode()
}
