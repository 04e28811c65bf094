import { load, type Cheerio } from 'cheerio'
import { hasChildren, isTag, isText, type AnyNode, type Element } from 'domhandler'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { LayoutError, type Publication } from '../source.ts'
import { checkDigits, excerpt, readText, squeeze } from './text.ts'

/** An element of a page, found by CSS selectors. */
export class HtmlElement {
  readonly #element: Cheerio<AnyNode>
  readonly #selector: string

  constructor(element: Cheerio<AnyNode>, selector: string) {
    this.#element = element
    this.#selector = selector
  }

  /** The visible text without notes, with single blanks. */
  get text(): string {
    return squeeze(this.#element.toArray().flatMap(printedPieces).join(''))
  }

  /** The pieces of its text, as `JSON.stringify` writes it. */
  toJSON(): string[] {
    return this.#element.toArray().flatMap(printedPieces)
  }

  /** The addresses of the links inside that match a pattern. */
  links(pattern: RegExp): string[] {
    return this.all('a[href]')
      .map((link) => link.attribute('href'))
      .filter((href) => pattern.test(href))
  }

  /** An attribute's text. Throws a `LayoutError` if it is missing and no fallback is given. */
  attribute(name: string, fallback?: string): string {
    const value = this.#element.attr(name) ?? fallback
    if (value === undefined) throw new LayoutError(`${this.#selector}[${name}]`, excerpt(this.text))
    return value
  }

  all(selector: string): HtmlElement[] {
    const found = this.#element.find(selector)
    return found.toArray().map((_, index) => new HtmlElement(found.eq(index), selector))
  }

  /**
   * The only element that matches the selector. Throws a `LayoutError` for none or several, because their order does
   * not show which one is right.
   */
  one(selector: string): HtmlElement {
    const found = this.all(selector)
    if (found.length !== 1) {
      throw new LayoutError(`one ${selector} in ${this.#selector}`, `${found.length}: ${excerpt(this.text)}`)
    }
    return found[0]!
  }

  /**
   * The texts of a table's cells, row by row, without empty rows, empty last columns, notes that span the columns below
   * its rows, and nested tables. Throws a `LayoutError` if a figure is split between elements.
   */
  get rows(): string[][] {
    const own = (_: number, row: Element) => this.#element.find(row).closest('table').is(this.#element)
    const rows = this.#element.find('tr').filter(own)
    const all = rows.toArray().map((_, index) => rows.eq(index).children('th, td').toArray())
    const last = all.findLastIndex((row) => row.length > 0 && !isAcross(row))
    const cells = all.slice(0, last < 0 ? undefined : last + 1).map((row) => row.map((cell) => cellOf(cell)))
    return withoutEmptyColumns(cells.filter((row) => row.some((cell) => cell !== '')))
  }
}

const NOTES = new Set(['sup', 'del', 's', 'strike', 'script', 'style', 'template', 'noscript'])
const NOTE_CLASS = /\b(?:foot-?note|sr-only|visually-hidden)/i
const HIDING = /\b(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'td', 'th', 'option', 'h1', 'h2', 'h3', 'h4', 'dt', 'dd'])

function isNote({ name, attribs }: Element): boolean {
  return (
    NOTES.has(name) ||
    'hidden' in attribs ||
    attribs.role === 'doc-noteref' ||
    NOTE_CLASS.test(attribs.class ?? '') ||
    HIDING.test(attribs.style ?? '')
  )
}

/** Appends the text of a node to `pieces`, with a blank at the end of each line or block. */
function piecesOf(node: AnyNode, isOut: (element: Element) => boolean, pieces: string[] = []): string[] {
  if (isText(node)) pieces.push(node.data)
  if (!hasChildren(node)) return pieces
  for (const child of node.children) {
    if (isTag(child) && isOut(child)) continue
    const isBlock = isTag(child) && BREAKS.has(child.name)
    if (isBlock) pieces.push(' ')
    piecesOf(child, isOut, pieces)
    if (isBlock) pieces.push(' ')
  }
  return pieces
}

/** The text of a node without notes: text in `<small>` beside other text is a note. */
function printedPieces(node: AnyNode): string[] {
  const large = piecesOf(node, (it) => it.name === 'small' || isNote(it))
  return large.some((piece) => piece.trim() !== '') ? large : piecesOf(node, isNote)
}

/** True for a row of one cell that spans columns. */
function isAcross([cell, ...others]: Element[]): boolean {
  return others.length === 0 && parseInt(cell?.attribs.colspan ?? '1', 10) > 1
}

/**
 * Removes last columns that are empty in every row. A column stays if fewer rows have its cell than lack it, because
 * then the cells of those rows are shifted.
 */
function withoutEmptyColumns(rows: string[][]): string[][] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const last = rows.filter((row) => row.length === width).map((row) => row[width - 1])
  const without = rows.filter((row) => row.length === width - 1)
  const isEmpty = width > 0 && last.length >= without.length && last.every((cell) => cell === '')
  return isEmpty ? withoutEmptyColumns(rows.map((row) => row.slice(0, width - 1))) : rows
}

/** The text of a cell. Throws a `LayoutError` if a figure is split between two elements: the second may be a note. */
function cellOf(cell: Element): string {
  const pieces = printedPieces(cell).filter((piece) => piece !== '')
  const split = pieces.findIndex((piece, index) => /\d$/.test(piece) && /^\d/.test(pieces[index + 1] ?? ''))
  if (split >= 0) throw new LayoutError('each figure in one element', excerpt(pieces.slice(split, split + 2).join('|')))
  return squeeze(pieces.join(''))
}

/**
 * An HTML publication. `end` is the mark near the end of every complete document: `</html>` for a page, another one for
 * a fragment. Throws a `LayoutError` for a document that is cut off.
 */
export function readHtml(publication: Publication, end = '</html>'): HtmlElement {
  const text = readText(publication)
  if (!text.slice(-2000).toLowerCase().includes(end)) {
    throw new LayoutError(`a page that ends with ${end}`, excerpt(text.slice(-80)))
  }
  checkTags(text)
  checkDigits(text)
  return new HtmlElement(load(text, { treeAdapter: boundedTree(text.length) }).root(), 'page')
}

const MAX_DEPTH = 500
const MAX_ATTRIBUTES = 5000
const MAX_CHILDREN = 20_000 // children of one element: the rows of a table, or the cells of a row
const NO_MARKUP = /^(script|style)$/i // their content is not markup
const SHORTEST_ELEMENT = 3 // <b>

/**
 * The parser's tree, within limits: for elements that are deeply nested, repeatedly reopened or among thousands of
 * siblings, the parsing time is out of proportion to the size of the page.
 */
function boundedTree(length: number): typeof adapter {
  let [depth, made] = [0, 0]
  const children = new Map<unknown, number>()
  const countChild = (parent: unknown) => {
    const count = (children.get(parent) ?? 0) + 1
    if (count > MAX_CHILDREN) throw new LayoutError(`a page of at most ${MAX_CHILDREN} elements in another`, 'more')
    children.set(parent, count)
  }
  return {
    ...adapter,
    appendChild: (parent, node) => {
      countChild(parent)
      adapter.appendChild(parent, node)
    },
    insertBefore: (parent, node, before) => {
      countChild(parent)
      adapter.insertBefore(parent, node, before)
    },
    createElement: (...details) => {
      made += 1
      if (made > 1000 + length / SHORTEST_ELEMENT) {
        throw new LayoutError('a page with no more elements than its text contains', 'far more')
      }
      return adapter.createElement(...details)
    },
    onItemPush: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new LayoutError(`a page nested at most ${MAX_DEPTH} elements deep`, 'more')
    },
    onItemPop: () => {
      depth -= 1
    }
  }
}

/** Refuses a tag with too many attributes, because the parser compares each of them with all earlier ones. */
function checkTags(text: string): void {
  const tag = /<([a-z][^\s/>]*)/gi
  const attribute = /[\s/]*(?:=[^\s/>=]*|[^\s/>=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    let count = 0
    for (attribute.lastIndex = tag.lastIndex; attribute.test(text); count += 1) tag.lastIndex = attribute.lastIndex
    if (count > MAX_ATTRIBUTES) {
      throw new LayoutError(`a page of at most ${MAX_ATTRIBUTES} attributes in a tag`, `${count} in <${match[1]}`)
    }
    if (NO_MARKUP.test(match[1]!)) tag.lastIndex = text.indexOf('</', tag.lastIndex) + 1 || text.length
  }
}
